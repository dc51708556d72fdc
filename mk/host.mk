# SPDX-License-Identifier: BSD-2-Clause
#
# Programs for this machine: the tool, the QEMU plugin, tests, fuzz targets.

# The decoders directly in arch/ARCH/ are portable C.
LIB_C := $(wildcard lib/ledger/*.c lib/base/*.c $(ARCHES:%=arch/%/*.c))
TOOL_C := $(wildcard tool/*.c)
# What tests and fuzz targets may use: all but the tool's main().
PARTS_C := $(LIB_C) $(filter-out tool/main.c,$(TOOL_C))
PLUGIN_C := $(wildcard plugin/*.c)
COUNT_C := $(wildcard tests/qemu/count/*.c)
UNIT_C := $(wildcard tests/unit/*.c)
ORACLE_C := $(wildcard tests/oracle/*.c)
BENCH_C := $(wildcard tests/bench/*.c)
FUZZ_C := $(wildcard fuzz/*.c)

# Directories whose change of content changes what is linked.
LIB_DIRS := $(sort $(dir $(LIB_C)))

# Sources outside lib/ and arch/ are for Linux; the empty value is what a
# source's own #define would give, so both may stand.
HOSTED := -D_GNU_SOURCE=
HOST_CFLAGS := $(COMMON) $(CFLAGS) $(if $(SUFFIX),$(HOST_SANITIZE))
HOST_LDFLAGS := $(LDFLAGS) $(if $(SUFFIX),$(HOST_SANITIZE))
PLUGIN_CFLAGS := $(COMMON) $(CFLAGS) -fPIC -fvisibility=hidden \
	$(if $(SUFFIX),$(PLUGIN_SANITIZE))
TOOL_LDLIBS := -Wl,--as-needed -ljansson -ldw -lelf -lzstd

FUZZ_FLAGS := -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all

LIB_A := $(HOST)/libfencepost.a
PARTS_A := $(HOST)/libparts.a
FUZZ_A := build/fuzz-clang/libparts.a
PARTS_O := $(PARTS_C:%.c=$(HOST)/%.o)
LIB_O := $(LIB_C:%.c=$(HOST)/%.o)
TOOL_O := $(TOOL_C:%.c=$(HOST)/%.o)
ORACLE_O := $(ORACLE_C:%.c=$(HOST)/%.o)
SINGLE_O := $(UNIT_C:%.c=$(HOST)/%.o) $(BENCH_C:%.c=$(HOST)/%.o)
FUZZ_O := $(FUZZ_C:%.c=build/fuzz-clang/%.o)
FUZZ_LIB_O := $(PARTS_C:%.c=build/fuzz-clang/%.o)
PLUGIN_O := $(PLUGIN_C:%.c=$(PLUGIN)/%.o) $(LIB_C:%.c=$(PLUGIN)/%.o)
COUNT_O := $(COUNT_C:%.c=$(PLUGIN)/%.o)

TOOL := $(if $(TOOL_C),$(OUT)/fencepost)
PLUGIN_SO := $(if $(PLUGIN_C),$(OUT)/fencepost-plugin.so)
COUNT_SO := $(if $(COUNT_C),$(OUT)/tests/count.so)
UNIT := $(UNIT_C:%.c=$(OUT)/%)
BENCH := $(BENCH_C:%.c=$(OUT)/%)
ORACLE := $(if $(ORACLE_C),$(OUT)/tests/oracle)
FUZZ := $(FUZZ_C:%.c=$(OUT)/%)
ALL += $(TOOL) $(PLUGIN_SO) $(COUNT_SO) $(UNIT) $(ORACLE) $(BENCH)

# $(call compile,PROGRAM,FLAGS), $(call link,PROGRAM,FLAGS,LIBRARIES)
define compile
@echo "  CC    $@"
$(Q)mkdir -p $(@D)
$(Q)$(1) $(2) -c -o $@ $<
endef

define link
@echo "  LD    $@"
$(Q)mkdir -p $(@D)
$(Q)$(1) $(2) -o $@ $(filter %.o %.a,$^) $(3)
endef

$(TOOL_O) $(ORACLE_O) $(SINGLE_O): HOST_CFLAGS += $(HOSTED)
$(LIB_O) $(TOOL_O) $(ORACLE_O) $(SINGLE_O): $(HOST)/%.o: %.c $(MAKE_FILES) \
		| setup
	$(call compile,$(TOOLCHAIN),$(HOST_CFLAGS))

$(PLUGIN_O) $(COUNT_O): $(PLUGIN)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(PLUGIN_CFLAGS) $(HOSTED))

$(LIB_A): $(LIB_O) $(LIB_DIRS)
$(PARTS_A): $(PARTS_O) tool $(LIB_DIRS)
$(FUZZ_A): $(FUZZ_LIB_O) tool $(LIB_DIRS)
$(LIB_A) $(PARTS_A) $(FUZZ_A):
	@echo "  AR    $@"
	$(Q)mkdir -p $(@D)
	$(Q)rm -f $@
	$(Q)ar qcsD $@ $(filter %.o,$^)

$(TOOL): $(TOOL_O) $(LIB_A) tool
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS),$(TOOL_LDLIBS))

# The qemu_plugin_* symbols stay undefined: the QEMU that loads it has them.
$(PLUGIN_SO): $(PLUGIN_O) plugin $(LIB_DIRS)
$(COUNT_SO): $(COUNT_O) tests/qemu/count
$(PLUGIN_SO) $(COUNT_SO):
	$(call link,$(TOOLCHAIN),$(LDFLAGS) -shared)

# The second ledger: it shares no code with the first.
$(ORACLE): $(ORACLE_O) tests/oracle
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS))

$(UNIT): UNIT_LDLIBS := -lcmocka
$(UNIT) $(BENCH): $(OUT)/%: $(HOST)/%.o $(PARTS_A)
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS),$(TOOL_LDLIBS) $(UNIT_LDLIBS))

# Whatever TOOLCHAIN is: libFuzzer belongs to clang.
.PHONY: fuzz
fuzz: $(FUZZ)	## build the fuzz targets (build/fuzz/NAME, libFuzzer)
$(FUZZ_O) $(FUZZ_LIB_O): build/fuzz-clang/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,clang,$(COMMON) $(CFLAGS) $(FUZZ_FLAGS) $(HOSTED))

$(FUZZ): $(OUT)/%: build/fuzz-clang/%.o $(FUZZ_A)
	$(call link,clang,$(LDFLAGS) $(FUZZ_FLAGS) -fsanitize=fuzzer,$(TOOL_LDLIBS))

-include $(patsubst %.o,%.d,$(LIB_O) $(TOOL_O) $(ORACLE_O) $(SINGLE_O) \
	$(PLUGIN_O) $(COUNT_O) $(FUZZ_O) $(FUZZ_LIB_O))
