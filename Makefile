# Two commands matter: `make run` starts the app, `make test` runs every test.
# Both set up what they need first: the virtual environment in .venv from the locked
# dependencies and, as root on a Debian machine, the few system packages.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JAVASCRIPT := $(VENV)/javascript
BIOME := PATH="$(CURDIR)/$(BIN):$$PATH" $(JAVASCRIPT)/node_modules/.bin/biome
HOST ?= 0.0.0.0
PORT ?= 8000

.PHONY: run test test-hosted engines quick attack mutants setup check lint format types browser lock reference font samples evaluate train screenshots clean

run: setup
	$(BIN)/scorer serve --host $(HOST) --port $(PORT)

# More processes than two cores, since tests in a browser wait; each counts on one core. Compiled
# files are kept wherever that is turned off: many tests start processes of their own.
PYTEST := PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 \
  $(BIN)/pytest -n 3 --dist loadscope --no-loadscope-reorder

test: setup browser
	$(PYTEST)

# Most of the tests, quickly: no browser, no long search, no whole photo.
quick: setup
	$(PYTEST) -m "not slow and not browser and not attack" --ignore tests/browser

# On a server of many processes: what hangs on its engines; with ALL=1 every test of the store, the
# pages and the browser. Each process of tests starts a PostgreSQL and a Redis of its own.
ON_ENGINES := tests/web/reading/test_desk.py tests/web/serving/test_limits.py \
  tests/attacks/test_quotas.py tests/browser/test_together.py \
  $(addprefix tests/web/pages/test_,board.py game.py home.py share.py tapping.py upload.py)
test-hosted: setup browser engines
	$(PYTEST) -p tests.support.hosted tests/store tests/hosted \
	  $(if $(ALL),tests/web tests/attacks/test_quotas.py tests/browser,$(ON_ENGINES))

# Debian's PostgreSQL and Redis, for test-hosted.
engines:
	@$(PYTHON) -m scorer.doctor --mend engines

# Every attack on the app, those that take minutes too.
attack: setup
	$(BIN)/pytest -m "attack or not attack" tests/attacks

setup: $(VENV)/.ready

$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; say which with: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m scorer.doctor --mend venv
	$(PYTHON) -m venv $(VENV)
# Both packages of OpenCV bring the same files: uninstalling one of two breaks the other.
	@! $(BIN)/python -m pip show --quiet opencv-python 2>/dev/null || \
	  $(BIN)/python -m pip uninstall --quiet --yes opencv-python opencv-python-headless
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

browser:
	@$(PYTHON) -m scorer.doctor --mend browser

# Does a test notice where scoring or search is broken on purpose? OPTIONS, such as
# "scoring --sample 150", say where and how often.
mutants: setup
	$(BIN)/python -m tests.support.mutants $(OPTIONS)

# Style, types and the layer rule.
check: lint types

lint: setup $(JAVASCRIPT)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIOME) check --error-on-warnings

# What checks the JavaScript: one program from npm, and the node that fetches and starts it.
$(JAVASCRIPT)/.ready: $(wildcard .ci/javascript/*) | setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r .ci/javascript/node.lock
	@mkdir -p $(JAVASCRIPT)
	cp .ci/javascript/package.json .ci/javascript/package-lock.json $(JAVASCRIPT)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm ci --prefix $(JAVASCRIPT) --silent --no-audit --no-fund
	@touch $@

# Format the Python and the JavaScript.
format: setup $(JAVASCRIPT)/.ready
	$(BIN)/ruff format .
	$(BIOME) check --write

types: setup
	$(BIN)/mypy

# Choose the newest allowed versions anew; commit the result.
lock: setup
	$(BIN)/pip-compile --quiet --upgrade --strip-extras --no-emit-index-url --no-emit-trusted-host \
	  --no-emit-find-links --extra dev --extra hosted --output-file requirements.lock pyproject.toml requirements.in

# The shipped boards' reference pictures, which reading registers photos against.
reference: setup
	$(BIN)/python -m scorer.printing.references scorer/vision/boards/references
	$(BIN)/python -m scorer.vision.locate.references scorer/vision/boards/references

# The shipped fonts, cut out of those that Debian 12 packs.
font: setup
	rm -rf build/fonts && mkdir -p build/fonts
	cd build/fonts && apt-get download fonts-noto-core=20201225-1 \
	  fonts-noto-cjk=1:20220127+repack1-1 && for file in *.deb; do dpkg -x $$file .; done
	$(BIN)/python -m scorer.printing.fonts.build build/fonts

# The committed simulated photos; after a change to a board or to the simulator.
samples: setup
	$(BIN)/python -m samples.make_samples

# How well the photos in the folder PHOTOS are read, each with its truth beside it.
evaluate: setup
	@test -n "$(PHOTOS)" || { echo "Say which photos: make evaluate PHOTOS=DIR" >&2; exit 2; }
	$(BIN)/scorer evaluate "$(PHOTOS)" $(OPTIONS)

# Every network anew, hours on two cores; with REAL_INK=FILE in ink of real writers too.
train:
	$(MAKE) --file training/train.mk --jobs 2 PYTHON=$(PYTHON) $(if $(REAL_INK),REAL_INK=$(REAL_INK))

# The README's pictures of the app, taken in a real browser.
screenshots: setup browser
	$(BIN)/python docs/make_screenshots.py

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
