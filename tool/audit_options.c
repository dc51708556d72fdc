/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "arch.h"
#include "audit.h"
#include "load.h"
#include "options.h"
#include "tool.h"

/* The table points here. */
static struct audit_options given;

static const struct option_entry table[] = {
	{ .name = "arch", .argument = "A", .value = &given.arch,
	  .help = "aarch64 (the default) or riscv64" },
	{ .name = "kernel", .argument = "FILE|debian[:SUITE]",
	  .value = &given.kernel,
	  .help = "a Linux image, or Debian's (debian:trixie)" },
	{ .name = "initrd", .argument = "FILE", .value = &given.initrd,
	  .help = "the user's own; then there are no loads" },
	{ .name = "symbols", .argument = "FILE", .value = &given.symbols,
	  .help = "names from kallsyms, a System.map or an ELF file" },
	{ .name = "firmware", .argument = "FILE", .value = &given.firmware,
	  .help = "QEMU's -bios" },
	{ .name = "machine", .argument = "STR", .value = &given.machine,
	  .help = "QEMU's -M (virt)" },
	{ .name = "cpu", .argument = "M", .value = &given.cpu,
	  .help = "QEMU's -cpu (cortex-a72, rv64)" },
	{ .name = "smp", .argument = "N", .value = &given.smp,
	  .help = "how many CPUs (2)" },
	{ .name = "memory", .argument = "SIZE", .value = &given.memory,
	  .help = "with M or G (1G)" },
	{ .name = "append", .argument = "STR", .list = &given.append,
	  .help = "more of the kernel's command line" },
	{ .name = "load", .argument = "NAME[:N],...", .value = &given.load,
	  .help = "what the guest does (" LOAD_DEFAULT ")" },
	{ .name = "add", .argument = "FILE[:PATH]", .list = &given.add,
	  .help = "put a file into the guest" },
	{ .name = "run", .argument = "CMD", .value = &given.run,
	  .help = "run a command in the guest, after the loads" },
	{ .name = "payload", .argument = "NAME", .value = &given.payload,
	  .help = "a bare-metal image of Fencepost instead of a kernel" },
	{ .name = "json", .argument = "FILE", .value = &given.reporting.json,
	  .help = "write the report as JSON" },
	{ .name = "tap", .set = &given.reporting.tap,
	  .help = "print KTAP instead of the report" },
	{ .name = "baseline", .argument = "FILE",
	  .value = &given.reporting.baseline,
	  .help = "fail where this older JSON report is exceeded" },
	{ .name = "known", .argument = "FILE",
	  .value = &given.reporting.known,
	  .help = "more known findings" },
	{ .name = "record", .argument = "FILE", .value = &given.record,
	  .help = "write the trace (compressed if it ends in .zst)" },
	{ .name = "fast", .set = &given.fast,
	  .help = "several threads: for counting, not reproducible" },
	{ .name = NULL },
};

int audit_options_help(void)
{
	return options_help("audit [OPTIONS] [-- QEMU ARGS]", table);
}

static int exclude(const char *a, const char *name_a, const char *b,
		   const char *name_b)
{
	return a != NULL && b != NULL ?
		fail("--%s and --%s exclude each other", name_a, name_b) : 0;
}

/* The first word of a list, as if it were one value. */
static const char *first(const struct words *words)
{
	return words->count > 0 ? words->list[0] : NULL;
}

static int check(const struct audit_options *options)
{
	const char *add = first(&options->add);
	const char *append = first(&options->append);

	if (exclude(options->payload, "payload", options->kernel, "kernel") ||
	    exclude(options->payload, "payload", options->initrd, "initrd") ||
	    exclude(options->payload, "payload", options->load, "load") ||
	    exclude(options->payload, "payload", options->run, "run") ||
	    exclude(options->payload, "payload", add, "add") ||
	    exclude(options->payload, "payload", append, "append") ||
	    exclude(options->initrd, "initrd", options->load, "load") ||
	    exclude(options->initrd, "initrd", options->run, "run") ||
	    exclude(options->initrd, "initrd", add, "add")) {
		return -1;
	}
	return options->load == NULL ? 0 : load_check(options->load);
}

int audit_options_parse(struct audit_options *options, int argc, char **argv)
{
	int result;

	given = (struct audit_options){ .arch = ARCH_DEFAULT };
	result = options_parse(table, argc, argv, NULL, &given.qemu);
	*options = given;
	options->reporting.output.fd = -1;
	if (result < 0) {
		return -1;
	}
	options->arch = arch_find(options->arch);
	return options->arch == NULL ? -1 : check(options);
}

void audit_options_free(struct audit_options *options)
{
	words_free(&options->append);
	words_free(&options->add);
	words_free(&options->qemu);
}
