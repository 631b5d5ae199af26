# Two commands are enough: `make start` and `make test`. Each does its own set-up and is safe to repeat.

.DEFAULT_GOAL := help
.PHONY: help start build check test bench study types format clean

help: ## List the commands
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 16

start: build ## Build the app, serve it and print its address
	@python3 scripts/serve.py www/dist

build: ## Build the static app into www/dist
	@scripts/setup.sh wasm npm bodies
	@scripts/build-wasm.sh
	@scripts/build-wasm.sh lab
	@cd www && npm run --silent build

check: ## The fast part of the tests: formats, lints, types, native and TypeScript tests
	@scripts/setup.sh wasm npm bodies
	@scripts/test.sh fast

test: ## Every check, with the browser
	@scripts/setup.sh wasm npm bodies browser
	@scripts/test.sh fast browser

bench: ## Speeds: tables and JSON lines; WORK=w1|w2|w3|w4|w5|bending HOST=native|node|chromium for one work
	@scripts/bench.sh "$(WORK)" "$(if $(filter command,$(origin HOST)),$(HOST))"

study: ## Long tables; WORK=solver|w1-time|drapemeter|recovery|characters|garments|sizes for one, ONLY="cape woman-88" for some of the garments
	@scripts/study.sh $(WORK) $(ONLY)

types: ## Write the TypeScript types and the JSON Schema anew from the Rust types
	@TOILE_UPDATE=1 cargo test --quiet --lib generated

format: ## Format all sources
	@cargo fmt
	@scripts/setup.sh npm
	@cd www && npm run --silent format

clean: ## Remove everything built; the cached tools stay
	@rm -rf target assets www/src/engine/mannequin.pack www/src/engine/opening.pack www/dist www/src/engine/wasm www/src/engine/wasm-lab www/node_modules www/test-results
