# Two commands matter: `make run` starts the app, `make test` runs every test.
# Both set up what they need first: the virtual environment in .venv from the locked
# dependencies and, as root on a Debian machine, the few system packages.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOST ?= 0.0.0.0
PORT ?= 8000

.PHONY: run test setup check lint types browser lock reference samples evaluate screenshots clean

run: setup
	$(BIN)/scorer serve --host $(HOST) --port $(PORT)

test: setup browser
	$(BIN)/pytest -n 2 --dist loadgroup

setup: $(VENV)/.ready

$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; say which with: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m scorer.doctor --mend libraries
	$(PYTHON) -m scorer.doctor --mend venv
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

browser:
	@$(PYTHON) -m scorer.doctor --mend browser

# Style, types and the layer rule.
check: lint types

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

# Choose the newest allowed versions anew; commit the result.
lock: setup
	$(BIN)/pip-compile --quiet --upgrade --strip-extras --no-emit-index-url --no-emit-trusted-host \
	  --no-emit-find-links --extra dev --output-file requirements.lock pyproject.toml requirements.in

# The shipped boards' reference pictures, which reading registers photos against.
reference: setup
	$(BIN)/python -m scorer.printing.references scorer/vision/references

# The committed simulated photos; after a change to a board or to the simulator.
samples: setup
	$(BIN)/python -m samples.make_samples

# How well the photos in the folder PHOTOS are read, each with its truth beside it.
evaluate: setup
	@test -n "$(PHOTOS)" || { echo "Say which photos: make evaluate PHOTOS=DIR" >&2; exit 2; }
	$(BIN)/scorer evaluate "$(PHOTOS)" $(OPTIONS)

# The README's pictures of the app, taken in a real browser.
screenshots: setup browser
	$(BIN)/python docs/make_screenshots.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
