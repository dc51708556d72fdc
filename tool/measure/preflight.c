/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "../file.h"
#include "../live/host.h"
#include "../live/machine.h"
#include "../tool.h"
#include "cpus.h"
#include "preflight.h"
#include "system.h"

#define CPU "/sys/devices/system/cpu"
#define TEXT_MAX 512
#define CPUINFO_MAX (1u << 20)

struct source {
	const char *name;
	const char *path;
};

/* Behind its first number is the time that CPUs idled. */
static const char uptime[] = "/proc/uptime";

/* Facts that are the first line of a file, where it exists. */
static const struct source sources[] = {
	{ "command line", "/proc/cmdline" },
	{ "uptime (s)", uptime },
	{ "clocksource", "/sys/devices/system/clocksource/clocksource0/"
			 "current_clocksource" },
	{ "isolated CPUs", CPU "/isolated" },
	{ "nohz_full CPUs", CPU "/nohz_full" },
	{ "SMT", CPU "/smt/control" },
	{ "governor", CPU "/cpu0/cpufreq/scaling_governor" },
	{ "no turbo", CPU "/intel_pstate/no_turbo" },
	{ "huge pages", "/sys/kernel/mm/transparent_hugepage/enabled" },
	{ "same-page merging", "/sys/kernel/mm/ksm/run" },
	{ "NUMA balancing", "/proc/sys/kernel/numa_balancing" },
	{ "real-time throttling (us)", "/proc/sys/kernel/sched_rt_runtime_us" },
	{ "Spectre v2", CPU "/vulnerabilities/spectre_v2" },
	{ "store bypass", CPU "/vulnerabilities/spec_store_bypass" },
	{ "kvm.enable_virt_at_load",
	  "/sys/module/kvm/parameters/enable_virt_at_load" },
	{ "stage-2 flush policy",
	  "/sys/module/fencepost_s2flush/parameters/policy" },
	{ "board", "/sys/firmware/devicetree/base/model" },
};

static void add_sources(struct experiment *experiment)
{
	char line[TEXT_MAX];

	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++) {
		/* Some files say so where there is none. */
		if (system_read_line(sources[i].path, line, sizeof(line)) ==
			    0 && line[0] != '\0' &&
		    strcmp(line, "(null)") != 0) {
			if (sources[i].path == uptime) {
				line[strcspn(line, " ")] = '\0';
			}
			experiment_fact(experiment, sources[i].name, "%s",
					line);
		}
	}
}

/* The different values of a field of /proc/cpuinfo, in order, with commas. */
static void add_field(struct experiment *experiment, const char *text,
		      const char *field, const char *name)
{
	struct buffer list = { 0 };

	for (const char *at = text; (at = strstr(at, field)) != NULL; at++) {
		const char *value = strchr(at, ':');
		char word[128];

		if ((at != text && at[-1] != '\n') || value == NULL) {
			continue;
		}
		snprintf(word, sizeof(word), "%.*s",
			 (int)strcspn(value + 1, "\n"), value + 1);
		value = word + (word[0] == ' ');
		if (list.text == NULL || strstr(list.text, value) == NULL) {
			buffer_print(&list, "%s%s", list.length > 0 ? ", " : "",
				     value);
		}
	}
	if (list.length > 0) {
		experiment_fact(experiment, name, "%s", list.text);
	}
	buffer_free(&list);
}

static void add_cpuinfo(struct experiment *experiment)
{
	struct buffer text = { 0 };

	if (system_can_read("/proc/cpuinfo") &&
	    file_read("/proc/cpuinfo", CPUINFO_MAX, &text) == 0) {
		buffer_add(&text, "");
		add_field(experiment, text.text, "model name", "CPU");
		add_field(experiment, text.text, "CPU implementer",
			  "CPU implementer");
		add_field(experiment, text.text, "CPU part", "CPU parts");
		add_field(experiment, text.text, "uarch", "CPU");
		add_field(experiment, text.text, "isa", "ISA");
	}
	buffer_free(&text);
	if (host_kind("") == HOST_VIRTUAL) {
		experiment_fact(experiment, "hypervisor", "yes");
	}
}

static void add_kernel(struct experiment *experiment)
{
	struct utsname name;

	if (uname(&name) == 0) {
		experiment_fact(experiment, "kernel", "%s %s", name.release,
				name.version);
		experiment_fact(experiment, "machine", "%s", name.machine);
		experiment_fact(experiment, "PREEMPT_RT", "%s",
				strstr(name.version, "PREEMPT_RT") != NULL ?
				"yes" : "no");
	}
}

/* A line of the kernel's log, since boot, that has this text. */
static void add_log_line(struct experiment *experiment, const char *name,
			 const char *log, const char *wanted)
{
	const char *at = log == NULL ? NULL : strstr(log, wanted);

	if (at != NULL) {
		while (at > log && at[-1] != '\n') {
			at--;
		}
		experiment_fact(experiment, name, "%.*s",
				(int)strcspn(at, "\n"), at);
	}
}

static void add_kvm_mode(struct experiment *experiment)
{
	static const char *const lines[] = {
		"Protected hVHE mode initialized", "Protected nVHE mode "
		"initialized", "VHE mode initialized", "Hyp nVHE mode "
		"initialized", "Hyp mode initialized",
		"HYP mode not available", "hypervisor extension available",
	};
	struct buffer log = { 0 };

	if (strcmp(arch_name, "x86_64") == 0) {
		return;
	}
	system_read_log(&log);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		add_log_line(experiment, "KVM mode", log.text, lines[i]);
		if (experiment_find_fact(experiment, "KVM mode") != NULL) {
			break;
		}
	}
	buffer_free(&log);
}

static void flag_fact(struct experiment *experiment, const char *name,
		      const char *good, const char *flag, const char *why)
{
	const char *value = experiment_find_fact(experiment, name);

	if (value != NULL && strstr(value, good) == NULL) {
		flags_add(&experiment->flags, flag, "%s is \"%s\": %s", name,
			  value, why);
	}
}

static void flag_environment(struct experiment *experiment)
{
	const char *smt = experiment_find_fact(experiment, "SMT");

	if (smt != NULL && strcmp(smt, "on") == 0) {
		flags_add(&experiment->flags, "smt", "siblings share a core");
	}
	flag_fact(experiment, "governor", "performance", "governor",
		  "the frequency may change");
	flag_fact(experiment, "no turbo", "1", "turbo",
		  "the frequency depends on heat and neighbours");
	flag_fact(experiment, "same-page merging", "0", "ksm",
		  "pages are merged and split");
	flag_fact(experiment, "NUMA balancing", "0", "numa-balancing",
		  "pages are unmapped to see who uses them");
	flag_fact(experiment, "real-time throttling (us)", "-1",
		  "rt-throttling", "real-time threads are stopped when they "
		  "use more than that of a second");
	if (experiment_find_fact(experiment, "hypervisor") != NULL) {
		flags_add(&experiment->flags, "virtual", "this machine is "
			  "virtual: latencies are the host's as well");
	}
	if (geteuid() != 0) {
		flags_add(&experiment->flags, "no-root", "not started by "
			  "root: some checks and interventions are missing");
	}
}

/* "0-1,4": whether it has the CPU; an error counts as no. */
static bool list_has(const char *path, int cpu)
{
	char line[TEXT_MAX];
	cpu_set_t set;

	return system_read_line(path, line, sizeof(line)) == 0 &&
	       line[0] != '\0' && cpus_parse_quietly(line, &set) == 0 &&
	       CPU_ISSET((size_t)cpu, &set);
}

/* What the probe's CPU shares with those of the loads. */
static void flag_topology(struct experiment *experiment,
			  const struct plan *plan)
{
	const struct window *window = &plan->window;
	int probe = window->probe.cpu;
	struct buffer text = { 0 };
	char path[128];

	cpus_print(&window->load_cpus, &text);
	experiment_fact(experiment, "load CPUs", "%s",
			window->n_loads > 0 ? text.text : "none");
	buffer_free(&text);
	if (window->probe.kind == SAMPLER_LOAD || probe < 0) {
		return;
	}
	experiment_fact(experiment, "probe CPU", "%d", probe);
	if (window->n_loads > 0 && CPU_ISSET((size_t)probe,
					     &window->load_cpus)) {
		flags_add(&experiment->flags, "shared-cpu", "loads run on the "
			  "probe's CPU as well");
	}
	snprintf(path, sizeof(path), CPU "/cpu%d/topology/"
		 "thread_siblings_list", probe);
	for (int i = 0; i < CPU_COUNT(&window->load_cpus); i++) {
		int cpu = cpus_nth(&window->load_cpus, i);

		if (cpu != probe && list_has(path, cpu)) {
			flags_add(&experiment->flags, "smt-sibling",
				  "CPU %d is a sibling of the probe's", cpu);
		}
	}
	if (!list_has(CPU "/isolated", probe)) {
		flags_add(&experiment->flags, "not-isolated", "CPU %d is not "
			  "isolated (isolcpus): the kernel may use it for "
			  "other things", probe);
	}
}

static void detect_simulation(struct experiment *experiment)
{
	static const char *const signs[] = {
		"/sys/firmware/devicetree/base/fw-cfg@9020000",
		"/sys/firmware/devicetree/base/fw-cfg@10100000",
	};
	const char *line = experiment_find_fact(experiment, "command line");

	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		if (file_exists(signs[i])) {
			experiment->simulated = true;
		}
	}
	/* Boards that QEMU imitates can't be told: who starts it says so. */
	if (line != NULL && strstr(line, "fencepost.simulated") != NULL) {
		experiment->simulated = true;
	}
	if (experiment->simulated) {
		flags_add(&experiment->flags, "simulated", "QEMU: its times "
			  "are no hardware's");
	}
}

void preflight(struct experiment *experiment, const struct plan *plan)
{
	add_kernel(experiment);
	add_cpuinfo(experiment);
	add_sources(experiment);
	add_kvm_mode(experiment);
	detect_simulation(experiment);
	flag_environment(experiment);
	flag_topology(experiment, plan);
}

unsigned preflight_vmid_bits(void)
{
	/* Their ID_AA64MMFR1_EL1.VMIDBits says 8, by their manuals. */
	static const char *const narrow[] = {
		"0xd03",	/* Cortex-A53 */
		"0xd04",	/* Cortex-A35 */
		"0xd07",	/* Cortex-A57 */
		"0xd08",	/* Cortex-A72 */
		"0xd09",	/* Cortex-A73 */
	};
	struct buffer text = { 0 };
	unsigned bits = 8;
	const char *at;

	if (strcmp(arch_name, "aarch64") != 0 ||
	    file_read("/proc/cpuinfo", CPUINFO_MAX, &text) < 0) {
		return 0;
	}
	buffer_add(&text, "");
	for (at = text.text; (at = strstr(at, "CPU part\t: ")) != NULL;
	     at += 11) {
		bool known = false;

		for (size_t i = 0; i < sizeof(narrow) / sizeof(narrow[0]);
		     i++) {
			known = known || strncmp(at + 11, narrow[i], 5) == 0;
		}
		bits = known ? bits : 16;
	}
	buffer_free(&text);
	return bits;
}
