# Trains every shipped network from what the repository holds; with REAL_INK=FILE some examples are
# drawn in ink of real writers. `make train` runs this file, two tasks at once. Files that are there
# are not made anew, and what was cut off goes on: harvests after their last photo, courses from
# their last minute. The networks end up in $(NETS).

PYTHON ?= python3
OUT ?= build/training
NETS := $(OUT)/networks
DRAWN := training/data/hand-drawn-shapes.npz
VENV := $(OUT)/venv
# One thread each, since two tasks run at once. The same steps show the same examples anywhere.
PY := OPENBLAS_NUM_THREADS=1 OPENCV_FOR_THREADS_NUM=1 OMP_NUM_THREADS=1 $(VENV)/bin/python
READY := $(VENV)/.ready

GAMES := games games-thin games-dry
FILLED := filled filled-thin
FULL := full full-thin full-dry
ifdef REAL_INK
  GAMES += games-ink
  FILLED += filled-ink
  FULL += full-ink
endif
GAMES := $(addprefix $(OUT)/,$(GAMES))
FILLED := $(addprefix $(OUT)/,$(FILLED))
FULL := $(addprefix $(OUT)/,$(FULL))
BOARDS := $(GAMES) $(FILLED) $(FULL)
GREY := $(addprefix $(OUT)/,games-grey full-grey)
TOWNS := $(addprefix $(OUT)/,town town-art)
MAPS := $(addprefix $(OUT)/,maps-4.npz maps-11.npz)
TOWN := shapes sections points
done = $(addsuffix /.done,$(1))

.PHONY: all
all: $(addprefix $(NETS)/,shapes.onnx kinds.onnx sections.onnx points.onnx shapes-grey.onnx \
  kinds-grey.onnx ink.onnx landmarks.onnx symbols.onnx spaces.onnx \
  $(addsuffix -town.onnx,$(TOWN)))

$(READY):
	$(PYTHON) -m scorer.doctor --mend venv
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.lock \
	  torch==2.13.0 onnx==1.23.2 onnxscript==0.7.2
	mkdir -p $(NETS)
	touch $@

# Examples: boards as games leave them, boards that were never blank, and fuller ones.
$(OUT)/games/.done: ARGUMENTS := --count 117 --seed 71
$(OUT)/games-thin/.done: ARGUMENTS := --count 45 --seed 73 --pens thin
$(OUT)/games-dry/.done: ARGUMENTS := --count 30 --seed 79 --pens dry
$(OUT)/games-ink/.done: ARGUMENTS := --count 72 --seed 83 --real-ink $(REAL_INK)
$(OUT)/games-grey/.done: ARGUMENTS := --count 120 --seed 75 --grey 1
$(OUT)/filled/.done: ARGUMENTS := --count 492 --seed 95 --filled
$(OUT)/filled-thin/.done: ARGUMENTS := --count 100 --seed 96 --filled --pens thin
$(OUT)/filled-ink/.done: ARGUMENTS := --count 116 --seed 97 --filled --real-ink $(REAL_INK)
$(call done,$(GAMES) $(FILLED) $(OUT)/games-grey): $(READY)
	$(PY) -m training.harvest $(DRAWN) -o $(@D) $(ARGUMENTS)
	touch $@

$(OUT)/full/.done: ARGUMENTS := --count 207 --seed 72
$(OUT)/full-thin/.done: ARGUMENTS := --count 75 --seed 74 --pens thin
$(OUT)/full-dry/.done: ARGUMENTS := --count 75 --seed 77 --pens dry
$(OUT)/full-ink/.done: ARGUMENTS := --count 147 --seed 78 --real-ink $(REAL_INK)
$(OUT)/full-grey/.done: ARGUMENTS := --count 120 --seed 76 --grey 1
$(call done,$(FULL) $(OUT)/full-grey): $(READY)
	$(PY) -m training.crowded $(DRAWN) -o $(@D) $(ARGUMENTS)
	touch $@

$(OUT)/canvases/.done: $(READY)
	$(PY) -m training.inkfinder harvest $(DRAWN) -o $(@D) --count 400 --seed 11
	touch $@

$(OUT)/pages/.done: $(READY)
	$(PY) -m training.landmarks harvest -o $(@D) --count 1300 --seed 82
	touch $@

$(OUT)/crossroads/.done: $(READY)
	$(PY) -m training.crossroads harvest -o $(@D) --count 2000 --seed 84
	touch $@

$(OUT)/maps-4.npz: COUNT := 156
$(OUT)/maps-11.npz: COUNT := 122
$(MAPS): $(OUT)/maps-%.npz: $(READY)
	$(PY) -m samples.simulator.linkmaps --split train --count $(COUNT) --seed $* -o $(OUT)/maps-$*
	$(PY) -m training.spaces harvest $(OUT)/maps-$* -o $@

$(OUT)/town/.done: ARGUMENTS := --count 147 --seed 91
$(OUT)/town-art/.done: ARGUMENTS := --count 207 --seed 93 --art
$(call done,$(TOWNS)): $(READY)
	$(PY) -m training.town $(DRAWN) -o $(@D) $(ARGUMENTS)
	touch $@

# Networks.
$(NETS)/shapes.onnx: $(call done,$(BOARDS))
	$(PY) -m training.locations $(DRAWN) $(BOARDS) -o $@ --steps 2959 --batch 128 --rate 3e-3

$(NETS)/kinds.onnx: $(call done,$(BOARDS))
	$(PY) -m training.kinds $(BOARDS) -o $@ --steps 7554 --batch 256

$(NETS)/points.onnx: $(call done,$(BOARDS))
	$(PY) -m training.marks points $(BOARDS) -o $@ --steps 3827 --batch 256

$(NETS)/sections.onnx: $(call done,$(BOARDS))
	$(PY) -m training.marks sections $(BOARDS) -o $@ --steps 6727 --batch 512 --less 1.1

$(NETS)/shapes-grey.onnx: $(NETS)/shapes.onnx $(call done,$(GREY))
	$(PY) -m training.locations $(DRAWN) $(GREY) --resume $(NETS)/shapes.pt -o $@ --grey \
	  --doubtful --steps 8000 --rate 8e-4

$(NETS)/kinds-grey.onnx: $(NETS)/kinds.onnx $(call done,$(GREY))
	$(PY) -m training.kinds $(BOARDS) $(OUT)/full-grey --resume $(NETS)/kinds.pt -o $@ --grey \
	  --doubtful --steps 8000 --rate 8e-4

$(NETS)/ink.onnx: $(call done,$(OUT)/canvases)
	$(PY) -m training.inkfinder train $(OUT)/canvases -o $@ --steps 3000

$(NETS)/landmarks.onnx: $(call done,$(OUT)/pages)
	$(PY) -m training.landmarks train $(OUT)/pages -o $@ --steps 7600

$(NETS)/symbols.onnx: $(call done,$(OUT)/crossroads)
	$(PY) -m training.crossroads train $(OUT)/crossroads -o $@ --steps 3000

$(NETS)/spaces.onnx: $(MAPS)
	$(PY) -m training.spaces train $(MAPS) -o $@ --steps 8000

$(NETS)/shapes-town.onnx: BATCH := 24
$(NETS)/%-town.onnx: BATCH := 96
$(NETS)/%-town.onnx: $(NETS)/%.onnx $(call done,$(TOWNS))
	$(PY) -m training.townnets $* $(TOWNS) -o $(NETS) --steps 5000 --batch $(BATCH)
