# SPDX-License-Identifier: BSD-2-Clause
#
# Everything is run by prove through tests/run.  A test is named FILE, or
# FILE@BUILD for a .t script that runs with what lies in BUILD.

SANITIZED := build/clang-sanitize build/gcc-sanitize
UNIT_TESTS = $(foreach b,$(SANITIZED),$(UNIT_C:%.c=$(b)/%))
PSCI_TESTED = tests/psci/mutants.t $(foreach b,$(SANITIZED),\
	$(EXPLORE:$(OUT)/%=$(b)/%) $(PSCI_TEST_C:%.c=$(b)/%))
FUZZ_TESTS = $(FUZZ_C:%.c=build/%)
LINT_TESTS := $(wildcard tests/lint/*.t)
SLOW_LINT_TESTS := $(wildcard tests/lint/slow/*.t)
TOOL_TESTS := $(foreach b,$(SANITIZED),$(addsuffix @$(b),\
	$(wildcard tests/tool/*.t)))
QEMU_TESTS := $(wildcard tests/qemu/*.t)
MONITOR_TESTS := $(foreach b,build build/gcc-sanitize,$(addsuffix @$(b),\
	tests/monitor/calls.t tests/monitor/image.t \
	tests/monitor/registers.t)) \
	tests/monitor/linux.t tests/monitor/release.t tests/monitor/smccc.t
# These are about the static programs, of which there is one build.
STATIC_TESTS := tests/live/alone.t tests/live/mutants.t
STATIC_QEMU_TESTS := $(wildcard tests/qemu/vm-*.t)
LIVE_TESTS := $(STATIC_TESTS) $(foreach b,$(SANITIZED),$(addsuffix @$(b),\
	$(filter-out $(STATIC_TESTS),$(wildcard tests/live/*.t))))
MEASURE_TESTS := $(foreach b,$(SANITIZED),$(addsuffix @$(b),\
	$(wildcard tests/measure/*.t)))
# The long ones early: two run at a time.
TESTS = $(PSCI_TESTED) $(UNIT_TESTS) $(QEMU_TESTS) $(MONITOR_TESTS) \
	$(TOOL_TESTS) $(LIVE_TESTS) $(MEASURE_TESTS) $(FUZZ_TESTS) $(LINT_TESTS)
FULL_TESTS := $(foreach b,$(SANITIZED),$(addsuffix @$(b),\
	$(filter-out $(STATIC_QEMU_TESTS),$(QEMU_TESTS)))) \
	tests/monitor/smccc.t@build/gcc-sanitize \
	$(wildcard tests/full/*.t) $(SLOW_LINT_TESTS)

PROVE := prove --jobs $(shell nproc) --exec tests/run
HERE := BUILD=$(CURDIR)/$(OUT) FENCEPOST=$(CURDIR)/$(OUT)/fencepost
VARIANT_MAKE := $(MAKE) --no-print-directory SETUP=no

.PHONY: demo check check-full check-builds bench lint format-check

demo: all	## the main job, on stock kernels, in five minutes
	$(Q)$(HERE) tool/demo.sh

check-builds: setup
	+$(Q)$(VARIANT_MAKE) TOOLCHAIN=clang SANITIZE=0 all fuzz
	+$(Q)$(VARIANT_MAKE) TOOLCHAIN=clang SANITIZE=1 all
	+$(Q)$(VARIANT_MAKE) TOOLCHAIN=gcc SANITIZE=1 all

check: check-builds	## build with gcc and clang, run the tests
	$(Q)$(PROVE) $(TESTS)

check-full: check-builds	## the tests of "check" and the long ones
	$(Q)TEST_SECONDS=7200 FUZZ_SECONDS=60 EXPLORE_FULL=1 $(PROVE) $(TESTS) $(FULL_TESTS)

bench: all	## speed, as ratios against a peer in the same run
	$(Q)$(HERE) tests/bench/bench.sh
	$(Q)tests/bench/vm.sh

lint: all	## the tests in tests/lint/, static analysers included
	$(Q)$(PROVE) $(LINT_TESTS) $(SLOW_LINT_TESTS)

C_FILES = $(shell find arch fuzz include lib monitor payload plugin tests tool \
	-name '*.[ch]')
# Only where lines are broken: clang-format cannot keep hand-made columns.
format-check:	## show where clang-format would break lines elsewhere
	$(Q)for file in $(C_FILES); do \
		clang-format $$file | diff -uwB --label $$file \
			--label formatted $$file -; done; true
