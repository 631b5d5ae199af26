#!/usr/bin/env bash
# Runs the long tables, natively.
#   study.sh                    all of them
#   study.sh solver             Newton iterations and tolerances on the hanging square
#   study.sh w1-time            every integrator against shorter steps and against other engines
#   study.sh drapemeter         layouts of seams, and fabrics with a measured band
#   study.sh recovery           fits of internal friction to noisy readings
#   study.sh characters         garments worn through motions, with internal friction and without
#   study.sh garments [NAME…]   every garment on every figure, or those named: "cape woman-88"
#   study.sh sizes [NAME…]      what the figures of the size tables measure
set -euo pipefail
cd "$(dirname "$0")/.."
work=${1:-}
shift || true

known() {
  case "$1" in
    solver) cargo bench --quiet --bench study_solver_settings ;;
    w1-time) cargo bench --quiet --bench study_integrators ;;
    drapemeter) cargo bench --quiet --bench study_drapemeter ;;
    recovery) cargo test --quiet --release --test fit_friction -- --ignored --nocapture ;;
    characters) scripts/setup.sh bodies && cargo test --quiet --release --test wrinkles -- --ignored --nocapture ;;
    garments) scripts/setup.sh bodies && cargo bench --quiet --bench study_garments -- "${@:2}" ;;
    sizes) scripts/setup.sh bodies && cargo bench --quiet --bench study_sizes -- "${@:2}" ;;
    *) echo "study.sh: no study '$1'; known: solver, w1-time, drapemeter, recovery, characters, garments, sizes" >&2; exit 2 ;;
  esac
}

if [ -n "$work" ]; then known "$work" "$@"; else
  for each in solver w1-time drapemeter recovery characters garments sizes; do known "$each"; done
fi
