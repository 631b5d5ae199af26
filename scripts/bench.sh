#!/usr/bin/env bash
# Runs the benches.
#   bench.sh                           all of them, natively
#   bench.sh w1 native|node|chromium   the hanging square; in wasm beside the native run of the same rows
set -euo pipefail
cd "$(dirname "$0")/.."
work=${1:-}
host=${2:-native}
case "$work:$host" in
  :native) cargo bench --quiet --bench square_on_sphere --bench internal_friction --bench cutting --bench mesh_distance --bench w1 ;;
  w1:native) cargo bench --quiet --bench w1 ;;
  w1:node | w1:chromium)
    parts=(wasm npm)
    [ "$host" = chromium ] && parts+=(browser)
    scripts/setup.sh "${parts[@]}"
    source scripts/env.sh
    scripts/build-wasm.sh lab
    rows="$(realpath "${CARGO_TARGET_DIR:-target}")/w1-native.jsonl"
    cargo bench --quiet --bench w1 -- table | tee "$rows"
    (cd www && node bench/w1.mjs "$host" "$rows")
    ;;
  *) echo "bench.sh: no work '$work' on '$host'; known: w1 on native, node, chromium" >&2; exit 2 ;;
esac
