#!/usr/bin/env bash
# Compiles the engine to wasm and writes the package the page imports. Quick when nothing changed.
#   build-wasm.sh        what every visitor loads
#   build-wasm.sh lab    with the laboratory, for fabrics' curves, testers, tearing and benches, in a folder of its own
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
out=www/src/engine/wasm${1:+-$1}
cargo build --quiet --release --lib --target wasm32-unknown-unknown ${1:+--features "$1"}
built="${CARGO_TARGET_DIR:-target}"/wasm32-unknown-unknown/release/toile.wasm
if [ -f "$out/toile_bg.wasm" ] && cmp -s "$built" "$out/.built-from"; then exit 0; fi
rm -rf "$out"
wasm-bindgen --target web --out-dir "$out" --out-name toile "$built"
# A third smaller; the features are those that rustc's module names plus simd.
www/node_modules/.bin/wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int \
  --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue \
  "$out/toile_bg.wasm" -o "$out/toile_bg.opt.wasm"
mv "$out/toile_bg.opt.wasm" "$out/toile_bg.wasm"
cp "$built" "$out/.built-from"
