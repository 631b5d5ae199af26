#!/usr/bin/env python3
"""Serves a folder as any plain file server would: no special headers.

    serve.py FOLDER [--port N] [--prefix /sub/path]

Without --port the first free port from 8420 on is taken. The address is printed on the first line.
"""
import argparse
import functools
import http.server
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    prefix = ""

    def translate_path(self, path):
        if self.prefix:
            if not path.startswith(self.prefix + "/"):
                return super().translate_path("/no such folder")
            path = path[len(self.prefix):]
        return super().translate_path(path)

    def log_message(self, *_):
        pass


# Python's own table depends on the machine's /etc/mime.types.
Handler.extensions_map = {**Handler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}


def listen(handler, port):
    ports = [port] if port is not None else range(8420, 8520)
    for candidate in ports:
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError:
            continue
    sys.exit(f"serve.py: no free port in {ports}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--port", type=int)
    parser.add_argument("--prefix", default="")
    arguments = parser.parse_args()
    Handler.prefix = arguments.prefix.rstrip("/")
    server = listen(functools.partial(Handler, directory=arguments.folder), arguments.port)
    print(f"Toile is at http://localhost:{server.server_port}{Handler.prefix}/  (Ctrl+C stops it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


main()
