// SPDX-License-Identifier: GPL-2.0-or-later
/* QEMU's side of the plugin: it is loaded, CPUs start, it ends. */
#include <stddef.h>
#include <string.h>

#include "arch.h"
#include "block.h"
#include "chain.h"
#include "cpu.h"
#include "feed.h"
#include "filter.h"
#include "group.h"
#include "magic.h"
#include "message.h"
#include "options.h"
#include "qemu.h"
#include "ram.h"
#include "walk.h"

#define VERSION_OLDEST 4
#define VERSION_USERDATA 7

static const struct arch *find_arch(const char *target)
{
	static const struct arch *const all[] = {
		&aarch64_arch,
		&riscv64_arch,
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (strcmp(all[i]->target, target) == 0) {
			return all[i];
		}
	}
	return NULL;
}

/* Callbacks of both types that a version may want; see qemu.h. */
static void start_with_id(QEMU_PLUGIN_ID id, unsigned vcpu)
{
	(void)id;
	cpu_start(vcpu);
}

static void start_with_data(unsigned vcpu, void *data)
{
	(void)data;
	cpu_start(vcpu);
}

static void translate_with_id(QEMU_PLUGIN_ID id, struct qemu_block *block)
{
	(void)id;
	block_instrument(block);
}

static void translate_with_data(struct qemu_block *block, void *data)
{
	(void)data;
	block_instrument(block);
}

/* Its arguments are of no interest, so that it serves both. */
static void end(void)
{
	feed_close();
}

static void register_callbacks(QEMU_PLUGIN_ID id, int version)
{
	if (version >= VERSION_USERDATA) {
		qemu_plugin_register_vcpu_init_cb(
			id, (qemu_callback)start_with_data, NULL);
		qemu_plugin_register_vcpu_tb_trans_cb(
			id, (qemu_callback)translate_with_data, NULL);
	} else {
		qemu_plugin_register_vcpu_init_cb(
			id, (qemu_callback)start_with_id, NULL);
		qemu_plugin_register_vcpu_tb_trans_cb(
			id, (qemu_callback)translate_with_id, NULL);
	}
	qemu_plugin_register_atexit_cb(id, end, NULL);
}

static int check_machine(const struct qemu_info *info)
{
	if (info->version.cur < VERSION_OLDEST) {
		message_print("this QEMU has plugin interface version %d; "
			      "version %d (QEMU 9.2) is needed",
			      info->version.cur, VERSION_OLDEST);
		return -1;
	}
	if (!info->system_emulation) {
		message_print("this QEMU runs programs, not a machine");
		return -1;
	}
	if (find_arch(info->target_name) == NULL) {
		message_print("%s is not supported; aarch64 and riscv64 are",
			      info->target_name);
		return -1;
	}
	return 0;
}

int qemu_plugin_install(QEMU_PLUGIN_ID id, const struct qemu_info *info,
			int argc, char **argv)
{
	struct options options;
	const struct arch *arch;
	unsigned cpus;

	if (check_machine(info) < 0 ||
	    options_parse(&options, argc, argv) < 0) {
		return -1;
	}
	arch = find_arch(info->target_name);
	cpus = (unsigned)info->system.smp_vcpus;
	arch->open(&options);
	if (!options.fast) {
		filter_open();
	}
	walk_open(arch);
	chain_open(arch);
	block_open(&options, arch);
	group_open(arch);
	if (cpu_open(cpus, options.fast ? CPU_THREADS_MANY : CPU_THREADS_ONE,
		     arch->registers, arch->n_registers) < 0 ||
	    ram_open(&options) < 0 || magic_open(&options, arch) < 0 ||
	    feed_open(&options, arch, cpus, info->version.cur) < 0) {
		return -1;
	}
	register_callbacks(id, info->version.cur);
	return 0;
}
