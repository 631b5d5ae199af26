#!/usr/bin/env bash
# Runs the benches.
#   bench.sh                           all of them, natively
#   bench.sh w1 native|node|chromium   the hanging square; in wasm beside the native run of the same rows
#   bench.sh w2 native|node|chromium   the square on the sphere, likewise
#   bench.sh w3 native|node|chromium   a T-shirt from flat to rest, likewise
#   bench.sh w4 native|node|chromium   garments on figures that walk and raise their arms, likewise
#   bench.sh w5 native|node|chromium   tearing, likewise
#   bench.sh bending native|node|chromium   what bending costs, likewise
set -euo pipefail
cd "$(dirname "$0")/.."
work=${1:-}
host=${2:-native}
case "$work:$host" in
  :native) cargo bench --quiet --bench square_on_sphere --bench internal_friction --bench cutting --bench mesh_distance --bench bending --bench w1 --bench w2 --bench w3 --bench w4 --bench w5 ;;
  w1:native | w2:native | w3:native | w4:native | w5:native | bending:native) cargo bench --quiet --bench "$work" ;;
  w3:node | w3:chromium | w4:node | w4:chromium)
    parts=(wasm npm bodies)
    [ "$host" = chromium ] && parts+=(browser)
    scripts/setup.sh "${parts[@]}"
    source scripts/env.sh
    scripts/build-wasm.sh
    rows="$(realpath "${CARGO_TARGET_DIR:-target}")/$work-native.jsonl"
    cargo bench --quiet --bench "$work" | tee "$rows"
    (cd www && node bench/worn.mjs "$work" "$host" "$rows")
    ;;
  w1:node | w1:chromium | w2:node | w2:chromium | w5:node | w5:chromium | bending:node | bending:chromium)
    parts=(wasm npm)
    [ "$host" = chromium ] && parts+=(browser)
    scripts/setup.sh "${parts[@]}"
    source scripts/env.sh
    scripts/build-wasm.sh lab
    rows="$(realpath "${CARGO_TARGET_DIR:-target}")/$work-native.jsonl"
    # The rows that another host runs, too.
    declare -A parts_of=([w1]="table peers" [w2]="work models" [w5]="work levels" [bending]="")
    # shellcheck disable=SC2086
    cargo bench --quiet --bench "$work" -- ${parts_of[$work]} | tee "$rows"
    (cd www && node "bench/$work.mjs" "$host" "$rows")
    ;;
  *) echo "bench.sh: no work '$work' on '$host'; known: w1 to w5 and bending on native, node, chromium" >&2; exit 2 ;;
esac
