# Everything a player or a developer needs, with Python 3.11+, git and make; on Debian and Ubuntu also
# python3-venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' regicide_tui/__init__.py)

.PHONY: play serve test test-slow test-all test-fast test-newer pages attack chaos soak mutants check bench benchmark man pictures demo puzzles wheels try-wheels dist dist-here reproduce release-check sbom workflows clean

play: $(VENV)/.compiled ## start the app
	@$(BIN)/regicide-tui $(ARGS)

serve: $(VENV)/.serve ## open a server to play on together over SSH
	@$(BIN)/regicide-tui serve $(ARGS)

# To run the tests in another order: make test ORDER=--randomly-seed=7.
ORDER := -p no:randomly
PYTEST = $(BIN)/python -m pytest --dist worksteal $(ORDER)

# Write bytecode of the tests even if the environment forbids it. Without it, each of four processes
# would rewrite and compile all of them again.
test test-slow test-all test-fast test-newer: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/.searches ## run the tests, except the slow ones and those with many processes
	$(PYTEST) -n 3 --hypothesis-profile=some \
		-m "not attack and not pages and not slow and not processes" $(ARGS)

test-slow: $(VENV)/.searches ## run the slow tests, and those with many processes
	$(PYTEST) -n 4 -m "(slow or processes) and not attack and not pages" $(ARGS)

test-all: $(VENV)/.searches ## run the tests of `test` and `test-slow` together, so that they are collected only once
	$(PYTEST) -n 5 -m "not attack and not pages" $(ARGS)

pages: $(VENV)/.test ## compare all pages and screenshots, in every window size
	$(PYTEST) -n 4 -m "" tests/tui/test_pages.py tests/tui/test_snapshots.py \
		tests/server/screens/test_pages.py $(ARGS)

# For frequent runs: no app, no connection, no terminal, few examples of each property.
FAST := tests/games tests/play tests/playthroughs tests/server/tables tests/tui/rendering \
	tests/test_cards.py tests/test_rulings.py tests/test_engine.py tests/test_engine_duel.py

test-fast: $(VENV)/.fast ## run the tests of rules, saves, protocol, tables and drawing: half a minute
	$(PYTEST) -n 2 --hypothesis-profile=fast \
		-m "not attack and not pages and not slow" $(FAST) $(ARGS)

# Tests that depend on the Python version: files, signals, processes, connections, threads and loops.
NEWER := tests/play/test_files.py tests/thinking tests/terminal/test_ssh.py \
	$(addprefix tests/server/test_,app.py closing.py connection.py descriptors.py incoming.py \
	input.py listeners.py signal.py sqlite.py)

test-newer: $(VENV)/.fast ## run the tests that depend on the Python version: PYTHON=..., VENV=.venv-...
	$(PYTEST) -n 3 --hypothesis-profile=fast \
		-m "not attack and not pages and not slow" $(NEWER) $(ARGS)

attack: $(VENV)/.test ## run the attacks that take minutes
	$(BIN)/python -m pytest $(ORDER) -m attack $(ARGS)

chaos: $(VENV)/.test ## kill, stop and cut off servers and a database for a long time, and check that no data is lost
	$(BIN)/python -m tests.chaos $(ARGS)

soak: $(VENV)/.test ## let many people play for a long time, and check that memory stays stable and no data is lost
	$(BIN)/python -m tests.chaos.soak $(ARGS)

mutants: $(VENV)/.mutants ## try small faults and see which the tests notice: up to two hours, can be interrupted
	$(BIN)/python -m tests.mutants $(ARGS)

check: $(VENV)/.check ## lint, formatting, types, import contracts, advisories
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tests.contracts
	$(BIN)/python -m tests.audit

bench: $(VENV)/.test ## measure the speed of the engine, the screen and the server
	$(BIN)/python -m pytest $(ORDER) tests/bench --benchmark-only --benchmark-disable-gc \
		--benchmark-columns=min,median,stddev --benchmark-json=docs/benchmarks/engine.json
	$(BIN)/python -m tests.bench.screen
	$(BIN)/python -m tests.bench.server
	$(BIN)/python -m tests.bench.opening
	$(BIN)/python -m tests.bench.environments

benchmark: $(VENV)/.play ## play the benchmark of players and write its tables: takes hours
	$(BIN)/python -m regicide_tui.simulate.benchmark $(ARGS)

man: $(VENV)/.test ## write the man page from the command line's parser
	SOURCE_DATE_EPOCH=$(shell git log -1 --format=%ct) $(BIN)/argparse-manpage \
		--module regicide_tui.arguments --function manual_parser --manual-title Games \
		--project-name regicide-tui --version $(VERSION) \
		--description "$(shell sed -n 's/^description = "\(.*\)"/\1/p' pyproject.toml)" \
		--output docs/regicide-tui.1
	$(BIN)/python -m tests.release.completions

pictures: $(VENV)/.test ## draw the documentation's screenshots with the real app
	$(BIN)/python -m tests.pictures

demo: $(VENV)/.demo ## record the README's animation: needs the font DejaVu Sans Mono
	$(BIN)/python -m tests.demo

wheels: $(VENV)/.wheels ## build a wheel for each platform, into dist
	@$(BIN)/python -m regicide_tui.bots.translator.wheels

try-wheels: $(VENV)/.searches ## play with the wheels in dist: ARGS='--python PLATFORM="COMMAND"'
	@$(BIN)/python -m tests.wheels $(ARGS)

dist: $(VENV)/.release $(VENV)/.wheels ## build the sdist and a wheel for each platform, into dist, and check them
	rm -rf dist
	$(BIN)/python -m hatchling build -t sdist
	@$(BIN)/python -m regicide_tui.bots.translator.wheels
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m tests.release.contents

dist-here: $(VENV)/.release ## the same, with a wheel only for this machine
	rm -rf dist
	$(BIN)/python -m hatchling build
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m tests.release.contents

reproduce: $(VENV)/.release ## build two clones of this commit and compare them; ARGS=--all needs `make wheels`
	$(BIN)/python -m tests.release.reproduce $(ARGS)

release-check: $(VENV)/.release ## install the files in dist in empty environments, and play: ARGS=--roots uses debootstrap
	$(BIN)/python -m tests.release.check $(ARGS)

sbom: $(VENV)/.release ## list all packages of a server in a CycloneDX file, into dist
	$(BIN)/python -m tests.release.sbom

workflows: $(VENV)/.release ## check the files of the continuous integration
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/zizmor --offline --no-progress .github/workflows

puzzles: $(VENV)/.test ## find and prove the puzzles again, in games of bots
	$(BIN)/python -m regicide_tui.simulate.puzzles $(ARGS)

$(VENV)/bin/python:
	@$(PYTHON) -c "import ensurepip, venv" 2>/dev/null || { echo \
		"$(PYTHON) has no venv. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# The bots' searches, which an installation translates to C. They are rebuilt when one changes.
SEARCHES := $(shell find regicide_tui/bots regicide_tui/env/kernel -name '*.py')

$(VENV)/.play: pyproject.toml $(SEARCHES) | $(VENV)/bin/python
	@echo "Installing, once ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

# Compile to bytecode, so that the second start is quick even if the environment forbids bytecode.
$(VENV)/.compiled: $(VENV)/.play $(shell find regicide_tui -name '*.py')
	@$(BIN)/python -m compileall -q regicide_tui
	@touch $@

$(VENV)/.searches: $(VENV)/.test $(SEARCHES)
	@echo "Building the searches ..."
	@$(BIN)/python -m regicide_tui.bots.translator
	@touch $@

$(VENV)/.serve: pyproject.toml $(SEARCHES) | $(VENV)/bin/python
	@echo "Installing, once ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[server]'
	@touch $@ $(VENV)/.play

$(VENV)/.fast: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fast]'
	@touch $@ $(VENV)/.play

$(VENV)/.test: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.fast $(VENV)/.play

$(VENV)/.demo: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[demo]'
	@touch $@ $(VENV)/.test $(VENV)/.fast $(VENV)/.play

$(VENV)/.mutants: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mutants]'
	@touch $@ $(VENV)/.test $(VENV)/.fast $(VENV)/.play

$(VENV)/.wheels: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[wheels]'
	@touch $@ $(VENV)/.play

$(VENV)/.release: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[release]'
	@touch $@ $(VENV)/.play

$(VENV)/.check: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[check]'
	@touch $@ $(VENV)/.test $(VENV)/.fast $(VENV)/.play

clean: ## remove environments, caches and builds
	rm -rf .venv .venv-* .mypy_cache .ruff_cache .pytest_cache .import_linter_cache build dist .mutants
