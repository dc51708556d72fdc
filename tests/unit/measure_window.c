// SPDX-License-Identifier: BSD-2-Clause
/*
 * What the kernel counts, in its own formats; and each flag of a run from the
 * one thing that it is about.
 */
#include "unit.h"

#include "../../tool/buffer.h"
#include "../../tool/measure/counters.h"
#include "../../tool/measure/cpus.h"
#include "../../tool/measure/window_result.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char x86[] =
	"           CPU0       CPU2       \n"
	"  0:          9         1   IO-APIC   2-edge      timer\n"
	" 24:          5         6   PCI-MSI 524288-edge      virtio0\n"
	"LOC:     100000     200000   Local timer interrupts\n"
	"RES:         11         12   Rescheduling interrupts\n"
	"CAL:         21         22   Function call interrupts\n"
	"TLB:         31         32   TLB shootdowns\n"
	"ERR:          0\n";

static const char arm64[] =
	"           CPU0       CPU1       CPU2       CPU3       \n"
	" 11:          1          2          3          4     GICv3  27 Level     arch_timer\n"
	" 13:          7          0          0          8     GICv3  33 Level     uart-pl011\n"
	"IPI0:        10         20         30         40       Rescheduling interrupts\n"
	"IPI1:         1          1          1          1       Function call interrupts\n"
	"Err:          0\n";

/* Of a Debian kernel on QEMU's virt; CPU 1 is offline. */
static const char riscv64[] =
	"           CPU0       CPU2       \n"
	" 10:        501        622  RISC-V INTC   5 Edge      riscv-timer\n"
	" 12:         40          0  SiFive PLIC  10 Edge      ttyS0\n"
	" 13:          3          4  SiFive PLIC   8 Edge      virtio0\n"
	"IPI0:         7          8  Rescheduling interrupts\n"
	"IPI1:      1000       2000  Function call interrupts\n"
	"IPI2:         0          0  CPU stop interrupts\n";

static void interrupts_of_riscv64(void **state)
{
	struct counters counters;

	(void)state;
	counters_parse_interrupts(&counters, riscv64, 2);
	assert_true(counters.tlb_ipis == COUNTERS_NONE);
	assert_int_equal(counters.function_ipis, 3000);
	assert_int_equal(counters.reschedule_ipis, 15);
	assert_int_equal(counters.device_interrupts, 4);
	counters_parse_interrupts(&counters, riscv64, 0);
	assert_int_equal(counters.device_interrupts, 43);
	/* The column of CPU 2 is not CPU 1's. */
	counters_parse_interrupts(&counters, riscv64, 1);
	assert_int_equal(counters.device_interrupts, 0);
}

/* More CPUs than a set of the C library has. */
static void many_cpus(void **state)
{
	struct buffer text = { 0 };
	struct counters counters;

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		buffer_print(&text, " CPU%u", i);
	}
	buffer_add(&text, "\n 33:");
	for (unsigned i = 0; i < 3000; i++) {
		buffer_print(&text, " %u", i);
	}
	buffer_add(&text, " PCI-MSI nvme0q1\nTLB:");
	for (unsigned i = 0; i < 3000; i++) {
		buffer_add(&text, " 2");
	}
	buffer_add(&text, " TLB shootdowns\n");
	counters_parse_interrupts(&counters, text.text, 2047);
	assert_int_equal(counters.device_interrupts, 2047);
	assert_int_equal(counters.tlb_ipis, 6000);
	buffer_free(&text);
}

static void interrupts(void **state)
{
	struct counters counters;

	(void)state;
	counters_parse_interrupts(&counters, x86, 2);
	assert_int_equal(counters.tlb_ipis, 63);
	assert_int_equal(counters.function_ipis, 43);
	assert_int_equal(counters.reschedule_ipis, 23);
	assert_int_equal(counters.device_interrupts, 6);
	/* Without that CPU, no device interrupt is its own. */
	counters_parse_interrupts(&counters, x86, 1);
	assert_int_equal(counters.device_interrupts, 0);
	counters_parse_interrupts(&counters, arm64, 3);
	assert_true(counters.tlb_ipis == COUNTERS_NONE);
	assert_int_equal(counters.function_ipis, 4);
	assert_int_equal(counters.reschedule_ipis, 100);
	assert_int_equal(counters.device_interrupts, 8);
	counters_parse_interrupts(&counters, "", 0);
	assert_true(counters.function_ipis == COUNTERS_NONE);
	counters_parse_interrupts(&counters, "x\nTLB:\n:::\n1:9", 0);
}

static void steal(void **state)
{
	(void)state;
	assert_int_equal(counters_parse_steal("cpu  1 2 3 4 5 6 7 8 9 10\n"),
			 8);
	assert_true(counters_parse_steal("cpu  1 2 3\n") == COUNTERS_NONE);
	assert_true(counters_parse_steal("") == COUNTERS_NONE);
}

/* A quiet window, and what a test changes in it. */
static struct window window;
static struct window_state made;
static struct run run;

static void quiet(void)
{
	static const struct workload workload;

	free(run.wakeup);
	memset(&run, 0, sizeof(run));
	memset(&window, 0, sizeof(window));
	memset(&made, 0, sizeof(made));
	(void)workload;
	made.shared = calloc(1, sizeof(*made.shared));
	made.seconds = 2;
	made.seen = 10;
	window.probe.kind = SAMPLER_WAKEUP;
	window.probe.cpu = 1;
	made.shared->probe.fifo = 1;
	made.shared->probe.locked = 1;
	made.shared->probe.done = 1;
	made.shared->probe.cpu = 1;
	for (uint64_t i = 0; i < 3000; i++) {
		histogram_add(&made.shared->probe.latency, 1000 + i);
	}
}

/* Collect, and expect just this flag; NULL: none. */
static void expect(const char *name)
{
	window_collect(&window, &made, &run);
	free(made.shared);
	if (name == NULL && run.flags.count > 0) {
		fail_msg("%s: %s", run.flags.list[0].name,
			 run.flags.list[0].detail);
	}
	if (name != NULL && (run.flags.count != 1 ||
			     !flags_have(&run.flags, name))) {
		fail_msg("%s: %zu flags", name, run.flags.count);
	}
}

static void no_flag(void **state)
{
	(void)state;
	quiet();
	expect(NULL);
	assert_true(run.value[METRIC_WAKEUP_P999] > 0);
	/* 3,000 samples are no p99.99. */
	assert_true(isnan(run.value[METRIC_WAKEUP_P9999]) != 0);
	assert_true(run.value[METRIC_WAKEUP_MAX] == 3999);
}

static void flags_of_the_machine(void **state)
{
	(void)state;
	quiet();
	made.after.steal_ticks = 1;
	expect("steal");
	quiet();
	made.after.throttled = 1;
	expect("throttled");
	quiet();
	made.after.kernel_messages = 2;
	expect("kernel-log");
	quiet();
	made.after.device_interrupts = 1;
	expect("device-interrupts");
	quiet();
	made.before.frequency_khz = 1000000;
	made.after.frequency_khz = 900000;
	expect("frequency");
	quiet();
	made.after.clock_offset_ns = -1000000000;
	expect("clock-jump");
	/* A CPU went offline: the kernel's sums lost its part. */
	quiet();
	made.before.tlb_ipis = 100;
	made.after.tlb_ipis = 60;
	expect("counters-back");
	assert_true(run.delivery.tlb_ipis == COUNTERS_NONE);
	quiet();
	made.before.device_interrupts = 9;
	made.after.device_interrupts = 8;
	expect("counters-back");
	/* Steering is no jump; nor is what can't be read. */
	quiet();
	made.after.clock_offset_ns = 900000;
	made.before.steal_ticks = COUNTERS_NONE;
	made.after.throttled = COUNTERS_NONE;
	expect(NULL);
}

static void flags_of_the_probe(void **state)
{
	(void)state;
	quiet();
	made.shared->probe.fifo = 0;
	expect("no-fifo");
	quiet();
	made.shared->probe.locked = 0;
	expect("not-locked");
	quiet();
	made.shared->probe.faults = 1;
	expect("probe-faults");
	quiet();
	made.shared->probe.switches = 1;
	expect("probe-preempted");
	quiet();
	made.shared->probe.cpu = 0;
	expect("probe-moved");
	quiet();
	made.shared->probe.late = 1;
	expect("late-wakeups");
	quiet();
	made.shared->probe.done = 0;
	expect("probe-lost");
	quiet();
	memset(&made.shared->probe.latency, 0,
	       sizeof(made.shared->probe.latency));
	expect("no-samples");
}

static void flags_of_the_load(void **state)
{
	struct workload workload;

	(void)state;
	assert_int_equal(workload_parse(&workload, "mmap"), 0);
	quiet();
	made.outside = 1;
	expect("load-moved");
	quiet();
	made.bad = 1;
	expect("load-failed");
	quiet();
	made.shared->failed = 1;
	expect("load-failed");
	quiet();
	window.loads = &workload;
	window.n_loads = 1;
	expect("load-idle");
	quiet();
	window.loads = &workload;
	window.n_loads = 1;
	made.shared->workers[3].operations = 5;
	for (int i = 0; i < 5; i++) {
		histogram_add(&made.shared->workers[3].time, 100);
	}
	expect(NULL);
	assert_true(run.value[METRIC_LOAD_RATE] == 2.5);
	assert_int_equal(run.delivery.workers, 1);
	free(run.wakeup);
	run.wakeup = NULL;
}

/* A probe that is stopped for a while, and says so. */
static void late_probe(void **state)
{
	struct sampler probe = { .kind = SAMPLER_WAKEUP, .cpu = -1,
				 .interval_ns = 1000000 };
	struct shared *shared = shared_create();
	cpu_set_t allowed;
	uint64_t before;
	uint64_t late;
	pid_t pid;
	int status;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
	probe.cpu = cpus_nth(&allowed, 0);
	/* The bound of the waits below. */
	alarm(60);
	pid = sampler_start(&probe, shared);
	assert_true(pid > 0);
	shared_set_phase(shared, PHASE_MEASURE);
	while (*(volatile uint64_t *)&shared->probe.latency.count < 10) {
		usleep(1000);
	}
	assert_int_equal(kill(pid, SIGSTOP), 0);
	assert_int_equal(waitpid(pid, &status, WUNTRACED), pid);
	before = shared->probe.late;
	usleep(100000);
	assert_int_equal(kill(pid, SIGCONT), 0);
	/* 100 ms are 89 to 100 times; one of them was waited for. */
	while ((late = *(volatile uint64_t *)&shared->probe.late) == before) {
		usleep(1000);
	}
	assert_true(late - before >= 80);
	assert_true(shared->probe.latency.max_ns >= 90000000);
	/* What it waits for at the end counts, and then it ends. */
	shared_set_phase(shared, PHASE_END);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	alarm(0);
	assert_int_equal(shared->probe.done, 1);
	shared_destroy(shared);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(interrupts),
	cmocka_unit_test(interrupts_of_riscv64),
	cmocka_unit_test(many_cpus),
	cmocka_unit_test(steal),
	cmocka_unit_test(no_flag),
	cmocka_unit_test(flags_of_the_machine),
	cmocka_unit_test(flags_of_the_probe),
	cmocka_unit_test(flags_of_the_load),
	cmocka_unit_test(late_probe),
};

int main(void)
{
	return run_tap(tests);
}
