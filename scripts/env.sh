# Where the tools are: sourced by the other scripts.
WASM_BINDGEN_VERSION=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
WASM_BINDGEN_HOME="${TOILE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/toile}/wasm-bindgen-$WASM_BINDGEN_VERSION"
export PATH="$WASM_BINDGEN_HOME/bin:$PATH"

first_command() {
  local name
  for name in "$@"; do command -v "$name" && return; done
  true
}
CHROMIUM="${CHROMIUM:-$(first_command chromium chromium-browser google-chrome google-chrome-stable)}"
CHROMEDRIVER="${CHROMEDRIVER:-$(first_command chromedriver)}"
export CHROMIUM CHROMEDRIVER
