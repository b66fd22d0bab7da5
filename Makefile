# Two commands for a newcomer: `make demo` and `make test`. They need python3 (3.11 to 3.13), pip and make.
PYTHON ?= python3
VENV   ?= .venv
DEMO   ?= demo
# A folder of labelled clips (clips/, clips_games/, odd/, static/) for the tests that want real files; optional.
DATA   ?=

BIN := $(VENV)/bin

.PHONY: demo test check bench clean

demo: $(VENV)/installed
	@mkdir -p $(DEMO)
	$(BIN)/enliven sample quadruped --rigged -o $(DEMO)/quadruped.glb
	$(BIN)/enliven animate $(DEMO)/quadruped.glb "walks" -o $(DEMO)/quadruped_walks.glb --preview $(DEMO)/quadruped_walks.gif
	@echo
	@echo "A moving model: $(abspath $(DEMO)/quadruped_walks.glb) (drop it into three.js, Blender, Godot, Unity or Unreal)"
	@echo "Its preview:    $(abspath $(DEMO)/quadruped_walks.gif)"

test: $(VENV)/installed-dev
	VIRTUAL_ENV=$(abspath $(VENV)) ENLIVEN_DATA=$(DATA) ./check

check: test

bench: $(VENV)/installed-dev
	$(BIN)/python -m bench

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed constraints-train.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,video]'
	if $(BIN)/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))'; then \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints-train.txt -e '.[train]'; fi
	@touch $@

clean:
	rm -rf $(VENV) $(DEMO) build dist
