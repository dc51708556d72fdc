# SPDX-License-Identifier: BSD-2-Clause
#
# The tool and the QEMU plugin.

# The decoders directly in arch/ARCH/ are portable C.
LIB_C := $(wildcard lib/ledger/*.c lib/base/*.c $(ARCHES:%=arch/%/*.c))
TOOL_C := $(wildcard tool/*.c) \
	$(filter-out tool/live/main.c,$(wildcard tool/live/*.c)) \
	$(wildcard tool/load/*.c tool/measure/*.c)
PLUGIN_C := $(wildcard plugin/*.c)

# Directories whose change of content changes what is linked.
LIB_DIRS := $(sort $(dir $(LIB_C)))
TOOL_DIRS := tool tool/live tool/load tool/measure

# Sources outside lib/ and arch/ are for Linux; the empty value is what a
# source's own #define would give, so both may stand.
HOSTED := -D_GNU_SOURCE=
HOST_CFLAGS := $(COMMON) $(CFLAGS) $(if $(SUFFIX),$(HOST_SANITIZE))
HOST_LDFLAGS := $(LDFLAGS) $(if $(SUFFIX),$(HOST_SANITIZE))
PLUGIN_CFLAGS := $(COMMON) $(HOSTED) $(CFLAGS) -fPIC -fvisibility=hidden \
	$(if $(SUFFIX),$(PLUGIN_SANITIZE))
TOOL_LDLIBS := -Wl,--as-needed -ljansson -ldw -lelf -lzstd -lm

LIB_A := $(HOST)/libfencepost.a
LIB_O := $(LIB_C:%.c=$(HOST)/%.o)
TOOL_O := $(TOOL_C:%.c=$(HOST)/%.o)
PLUGIN_O := $(PLUGIN_C:%.c=$(PLUGIN)/%.o) $(LIB_C:%.c=$(PLUGIN)/%.o)

TOOL := $(OUT)/fencepost
PLUGIN_SO := $(OUT)/fencepost-plugin.so
ALL += $(TOOL) $(PLUGIN_SO)

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

define archive
@echo "  AR    $@"
$(Q)mkdir -p $(@D)
$(Q)rm -f $@
$(Q)ar qcsD $@ $(filter %.o,$^)
endef

$(TOOL_O): HOST_CFLAGS += $(HOSTED)
$(LIB_O) $(TOOL_O): $(HOST)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(HOST_CFLAGS))

$(PLUGIN_O): $(PLUGIN)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(PLUGIN_CFLAGS))

$(LIB_A): $(LIB_O) $(LIB_DIRS)
	$(call archive)

$(TOOL): $(TOOL_O) $(LIB_A) $(TOOL_DIRS)
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS),$(TOOL_LDLIBS))

# The qemu_plugin_* symbols stay undefined: the QEMU that loads it has them.
$(PLUGIN_SO): $(PLUGIN_O) plugin $(LIB_DIRS)
	$(call link,$(TOOLCHAIN),$(LDFLAGS) -shared)

-include $(patsubst %.o,%.d,$(LIB_O) $(TOOL_O) $(PLUGIN_O))
