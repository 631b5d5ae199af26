#!/usr/bin/env python3
"""Runs the native tests: every test program that `cargo test` would run, as many at a time as there are cores.
  run_tests.py                         all of them
  run_tests.py --test laws --test cli  those that `cargo test` would run with the same words

Cargo runs its test programs one after the other, and the last test of each has the machine to itself; there are some fifty.
What a program says is shown when it has ended: all of it where something failed, otherwise its closing lines.
"""
import json
import os
import pathlib
import queue
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Seconds that each program took last time, so that the longest begin first; until there is such a file, those known to be long.
TIMES = ROOT / "target" / "test-times.json"
LONG = {"scenes": 200, "wrinkles": 45, "dressed": 40, "sewing": 35, "chosen_fabrics": 35, "friction_lab": 20}


def built(which):
    """Builds the test programs; gives the command of each, by name."""
    order = ["cargo", "test", "--quiet", "--no-run", "--message-format=json-render-diagnostics", *which]
    build = subprocess.run(order, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if build.returncode != 0:
        sys.exit(build.returncode)
    programs = {}
    for line in build.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") == "compiler-artifact" and message["profile"]["test"] and message["executable"]:
            target = message["target"]
            kind = "" if target["kind"] == ["test"] else f" ({target['kind'][0]})"
            programs[target["name"] + kind] = [message["executable"], "--quiet"]
    # Examples in the documentation are built and run by cargo itself.
    if not which:
        programs["documentation"] = ["cargo", "test", "--quiet", "--doc"]
    return programs


def remembered():
    try:
        return json.loads(TIMES.read_text())
    except (OSError, ValueError):
        return LONG


def main():
    programs = built(sys.argv[1:])
    known = remembered()
    waiting = queue.SimpleQueue()
    for name in sorted(programs, key=lambda each: (-known.get(each, 0), each)):
        waiting.put(name)
    times, failed, speaking = {}, [], threading.Lock()

    def work():
        while True:
            try:
                name = waiting.get_nowait()
            except queue.Empty:
                return
            start = time.monotonic()
            ended = subprocess.run(
                programs[name], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
            )
            took = time.monotonic() - start
            with speaking:
                times[name] = round(took, 1)
                good = ended.returncode == 0
                if not good:
                    failed.append(name)
                    print(ended.stdout)
                print(f"{name}: {'ok' if good else 'FAILED'}, {took:.1f} s")
                if good:
                    print(*(line for line in ended.stdout.splitlines() if line.startswith("test result:")), sep="\n")
                sys.stdout.flush()

    workers = [threading.Thread(target=work) for _ in range(os.cpu_count() or 1)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    TIMES.parent.mkdir(exist_ok=True)
    TIMES.write_text(json.dumps({**known, **times}, indent=1, sort_keys=True))
    if failed:
        print("failed test programs:", ", ".join(sorted(failed)))
    sys.exit(1 if failed else 0)


main()
