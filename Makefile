# `make play` and `make test` need only Python 3.11 (or newer) and make: each sets up a .venv of its own here.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
.SHELLFLAGS := -euc
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# What has been set up, and where: a venv does not survive being moved.
STAMPS := $(VENV)/.stamps
HERE   := $(shell cat $(STAMPS)/here 2>/dev/null)
ifneq ($(HERE),$(CURDIR))
$(shell rm -rf $(STAMPS)/play $(STAMPS)/dev)
endif
ifeq ($(wildcard $(BIN)/python),)
$(shell rm -rf $(STAMPS))
endif

.PHONY: help play test long bench check lint types wheel clean python-is-new-enough

help:
	@echo 'make play    set up, then play Greasy Spoon'
	@echo 'make test    set up, then run the tests'
	@echo 'make check   ruff, mypy on an installed copy, and a wheel used from another folder'
	@echo 'make long    play and check for hours what `make test` does in short'
	@echo 'make bench   measure, and compare with the last figures'
	@echo 'make clean   remove what make has made'
	@echo
	@echo 'PYTHON=python3.12 make test   uses another Python'

python-is-new-enough:
	@command -v '$(PYTHON)' >/dev/null || { echo "make: there is no '$(PYTHON)'; say which Python to use: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "make: croupier needs Python 3.11 or newer, and '$(PYTHON)' is $$('$(PYTHON)' -V 2>&1); say which one to use: make PYTHON=python3.11" >&2; exit 1; }

$(STAMPS)/play: pyproject.toml | python-is-new-enough
	@$(call set-up,.)

$(STAMPS)/dev: pyproject.toml | python-is-new-enough
	@$(call set-up,.[dev])
	@touch $(STAMPS)/play

# Makes the venv where there is none that works here, and installs into it: $(1) is what.
define set-up
echo 'Setting up $(VENV) (only the first time) ...'; \
if test -n '$(HERE)' -a '$(HERE)' != '$(CURDIR)' || ! $(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	rm -rf $(VENV); \
	'$(PYTHON)' -m venv $(VENV) || { rm -rf $(VENV); echo "make: '$(PYTHON) -m venv' fails; on Debian and Ubuntu it needs the package python3-venv" >&2; exit 1; }; \
fi; \
$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '$(1)'; \
mkdir -p $(STAMPS); echo '$(CURDIR)' >$(STAMPS)/here; touch $@
endef

# 4 says that the input ended before the game did, which is no failure here.
play: $(STAMPS)/play
	@$(BIN)/croupier play greasy_spoon || test $$? -eq 4

test: $(STAMPS)/dev
	@$(BIN)/python -m pytest -q

long: $(STAMPS)/dev
	@$(BIN)/python tests/long.py

bench: $(STAMPS)/dev
	@$(BIN)/python tests/bench.py

check: lint types wheel

lint: $(STAMPS)/dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo 'make: some files are not formatted: run `ruff format .`' >&2; exit 1; }

# Type checkers see the package whole only in an installed copy. It is made anew each time, from a fresh build
# folder, so that no file of an earlier copy is checked.
types: $(STAMPS)/dev
	@rm -rf build
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target build/typed .
	@MYPYPATH=build/typed $(BIN)/mypy --strict -p croupier

wheel: $(STAMPS)/dev
	@rm -rf build/lib build/bdist.* build/wheel build/empty build/elsewhere
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/wheel .
	@'$(BIN)/python' -m venv build/empty
	@build/empty/bin/python -m pip install --quiet --disable-pip-version-check build/wheel/croupier-*.whl
	@mkdir -p build/elsewhere
	@cd build/elsewhere && for command in --version games 'validate greasy_spoon' 'new my_game' 'validate my_game' 'schema ruleset'; do \
		PYTHONPATH= ../empty/bin/croupier $$command >out.txt 2>&1 || { echo "the wheel fails at: croupier $$command"; cat out.txt; exit 1; }; \
	done
	@cmp -s build/elsewhere/my_game/ruleset.schema.json schemas/ruleset.schema.json || { echo 'the wheel lacks the schema'; exit 1; }
	@echo "$$(basename build/wheel/croupier-*.whl): works when installed elsewhere"

clean:
	rm -rf build dist *.egg-info .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
