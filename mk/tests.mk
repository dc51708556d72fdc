# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that test: units, benchmarks, the second ledger, the plugin that only
# counts, fuzz targets.

UNIT_C := $(wildcard tests/unit/*.c)
BENCH_C := $(wildcard tests/bench/*.c)
ORACLE_C := $(wildcard tests/oracle/*.c)
RANDOM_C := $(wildcard tests/oracle/random/*.c)
COUNT_C := $(wildcard tests/qemu/count/*.c)
MEASURE_C := $(wildcard tests/measure/*.c)
FUZZ_C := $(wildcard fuzz/*.c)
# What units and fuzz targets may use: all but the tool's main().
PARTS_C := $(LIB_C) $(filter-out tool/main.c,$(TOOL_C))

UNIT := $(UNIT_C:%.c=$(OUT)/%)
BENCH := $(BENCH_C:%.c=$(OUT)/%)
MEASURE := $(MEASURE_C:%.c=$(OUT)/%)
ORACLE := $(OUT)/tests/oracle
RANDOM := $(OUT)/tests/random-trace
COUNT_SO := $(OUT)/tests/count.so
FUZZ := $(FUZZ_C:%.c=$(OUT)/%)
ALL += $(UNIT) $(BENCH) $(MEASURE) $(ORACLE) $(RANDOM) $(COUNT_SO)

SINGLE_O := $(UNIT_C:%.c=$(HOST)/%.o) $(BENCH_C:%.c=$(HOST)/%.o) \
	$(MEASURE_C:%.c=$(HOST)/%.o)
ORACLE_O := $(ORACLE_C:%.c=$(HOST)/%.o)
RANDOM_O := $(RANDOM_C:%.c=$(HOST)/%.o)
COUNT_O := $(COUNT_C:%.c=$(PLUGIN)/%.o)
PARTS_A := $(HOST)/libparts.a

$(SINGLE_O) $(ORACLE_O) $(RANDOM_O): $(HOST)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(HOST_CFLAGS) $(HOSTED))

$(PARTS_A): $(PARTS_C:%.c=$(HOST)/%.o) $(TOOL_DIRS) $(LIB_DIRS)
	$(call archive)

$(UNIT): UNIT_LDLIBS := -lcmocka
# The second opinion about statistics; nothing else may have it (GPL).
$(OUT)/tests/unit/stats: UNIT_LDLIBS += -lgsl -lgslcblas
$(UNIT) $(BENCH) $(MEASURE): $(OUT)/%: $(HOST)/%.o $(PARTS_A)
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS),$(TOOL_LDLIBS) $(UNIT_LDLIBS))

# The second ledger shares no code with the first.
$(ORACLE): $(ORACLE_O) tests/oracle
$(RANDOM): $(RANDOM_O) tests/oracle/random
$(ORACLE) $(RANDOM):
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS))

$(COUNT_O): $(PLUGIN)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(PLUGIN_CFLAGS))

$(COUNT_SO): $(COUNT_O) tests/qemu/count
	$(call link,$(TOOLCHAIN),$(LDFLAGS) -shared)

# Whatever TOOLCHAIN is: libFuzzer belongs to clang.
FUZZ_DIR := build/fuzz-clang
FUZZ_A := $(FUZZ_DIR)/libparts.a
FUZZ_O := $(FUZZ_C:%.c=$(FUZZ_DIR)/%.o)
FUZZ_PARTS_O := $(PARTS_C:%.c=$(FUZZ_DIR)/%.o)
FUZZ_PSCI_A := $(FUZZ_DIR)/libpsci.a
FUZZ_PSCI_O := $(patsubst %.c,$(FUZZ_DIR)/%.o,$(wildcard lib/psci/*.c))
FUZZ_FLAGS := -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all

.PHONY: fuzz
fuzz: $(FUZZ)	## build the fuzz targets (build/fuzz/NAME, libFuzzer)
$(FUZZ_O) $(FUZZ_PARTS_O) $(FUZZ_PSCI_O): $(FUZZ_DIR)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,clang,$(COMMON) $(HOSTED) $(CFLAGS) $(FUZZ_FLAGS))

$(FUZZ_A): $(FUZZ_PARTS_O) $(TOOL_DIRS) $(LIB_DIRS)
	$(call archive)

# lib/psci wants functions of its user, which only one target has.
$(FUZZ_PSCI_A): $(FUZZ_PSCI_O) lib/psci
	$(call archive)

$(FUZZ): $(OUT)/%: $(FUZZ_DIR)/%.o $(FUZZ_A) $(FUZZ_PSCI_A)
	$(call link,clang,$(LDFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer,$(TOOL_LDLIBS))

-include $(patsubst %.o,%.d,$(SINGLE_O) $(ORACLE_O) $(RANDOM_O) $(COUNT_O) \
	$(FUZZ_O) $(FUZZ_PARTS_O) $(FUZZ_PSCI_O))
