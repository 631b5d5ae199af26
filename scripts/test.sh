#!/usr/bin/env bash
# Runs the checks and prints what each found.
#   test.sh fast       formats, lints, types, native tests, TypeScript tests
#   test.sh browser    the wasm engine in Chromium, and the built page end to end
# A failing check does not stop the others; the last lines name what failed and count the tests.
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/env.sh
logs=target/test-logs
rm -rf "$logs" && mkdir -p "$logs"

run() {
  local name=$1 start=$SECONDS
  shift
  printf '\n── %s\n' "$name"
  if "$@" 2>&1 | tee "$logs/$name.log"; then
    printf '── %s: ok, %d s\n' "$name" $((SECONDS - start))
  else
    printf '── %s: FAILED, %d s\n' "$name" $((SECONDS - start))
    touch "$logs/$name.failed"
  fi
}

in_page() { (cd www && npm run --silent "$@"); }
wasm=(--target wasm32-unknown-unknown)

# Rust's own checks take one core for much of the time, and so does optimising wasm: the two go beside each other. They do not
# wait for each other's builds, which are in different profiles, but for the last one, which comes when native tests run.
fast() {
  page > "$logs/page.out" 2>&1 &
  run rust-format cargo fmt --check
  run clippy-native cargo clippy --quiet --all-targets -- -D warnings
  run clippy-wasm cargo clippy --quiet "${wasm[@]}" --features lab --lib --test wasm -- -D warnings
  run rustdoc env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --document-private-items --lib
  run native-tests-build cargo test --quiet --no-run
  run native-tests scripts/run_tests.py
  wait
  cat "$logs/page.out"
}

page() {
  run wasm-build scripts/build-wasm.sh
  run wasm-lab-build scripts/build-wasm.sh lab
  run typescript-types in_page typecheck
  run typescript-lint in_page lint
  run typescript-tests in_page test
  run opening in_page opening
  run wasm-tests-build cargo test --quiet "${wasm[@]}" --features lab --test wasm --no-run
}

browser() {
  # The browser is a part of the test: without it these fail, they are never skipped.
  run wasm-tests env WASM_BINDGEN_TEST_TIMEOUT=300 cargo test "${wasm[@]}" --features lab --test wasm
  run page-build in_page build
  # One end-to-end test asks the command line for the same numbers.
  run command-line-build cargo build --quiet --bin toile
  run end-to-end in_page e2e
}

for part in "$@"; do "$part"; done

printf '\n'
mapfile -t failed < <(cd "$logs" && ls ./*.failed 2>/dev/null | sed -E 's#^\./(.*)\.failed$#\1#')
python3 scripts/count_tests.py "$logs" "${failed[@]}"
