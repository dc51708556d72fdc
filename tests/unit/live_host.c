/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What tool/live/host.h makes of the files of machines.
 */
#include "unit.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../tool/live/host.h"

#define DMI "/sys/class/dmi/id/"
#define FLAGS "processor\t: 0\nflags\t\t: fpu vme"

struct machine_file {
	const char *path;
	const char *text;
	size_t size;			/* 0: of the text */
};

static const struct {
	const char *name;
	enum host_kind kind;
	struct machine_file files[2];
} machines[] = {
	{ "nothing", HOST_UNKNOWN, { { NULL, NULL, 0 } } },
	{ "a PC", HOST_HARDWARE, {
		{ "/proc/cpuinfo", FLAGS "\nbugs\t\t: hypervisor\n", 0 },
		{ DMI "sys_vendor", "LENOVO\n", 0 } } },
	{ "x86 in a VM", HOST_VIRTUAL, {
		{ "/proc/cpuinfo", FLAGS " hypervisor lahf_lm\n", 0 } } },
	{ "a VM whose CPU hides it", HOST_VIRTUAL, {
		{ "/proc/cpuinfo", FLAGS "\n", 0 },
		{ DMI "sys_vendor", "QEMU\n", 0 } } },
	{ "Hyper-V", HOST_VIRTUAL, {
		{ DMI "product_name", "Virtual Machine\n", 0 } } },
	{ "a board", HOST_UNKNOWN, {
		{ "/proc/cpuinfo", "Features\t: fp hypervisor\n", 0 },
		{ "/proc/device-tree/compatible",
		  "raspberrypi,4-model-b\0brcm,bcm2711", 35 } } },
	{ "QEMU's virt", HOST_VIRTUAL, {
		{ "/proc/device-tree/compatible", "linux,dummy-virt", 17 } } },
	{ "the second of two names", HOST_VIRTUAL, {
		{ "/proc/device-tree/compatible", "a,b\0riscv-virtio", 17 } } },
	{ "Xen", HOST_VIRTUAL, { { "/sys/hypervisor/type", "xen\n", 0 } } },
	{ "no Xen", HOST_UNKNOWN, {
		{ "/proc/device-tree/compatible", "xenon,board", 12 } } },
	{ "a hypervisor's node", HOST_VIRTUAL, {
		{ "/proc/device-tree/hypervisor/compatible", "xen,xen", 8 } } },
};

/* With the directories above it. */
static void write_file(const char *root, const struct machine_file *file)
{
	char path[256];
	size_t size = file->size > 0 ? file->size : strlen(file->text);
	FILE *out;

	snprintf(path, sizeof(path), "%s%s", root, file->path);
	for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(file->text, 1, size, out), size);
	assert_int_equal(fclose(out), 0);
}

static int remove_one(const char *path, const struct stat *status, int flag,
		      struct FTW *walk)
{
	(void)status;
	(void)flag;
	(void)walk;
	return remove(path);
}

static void test_machines(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(machines); i++) {
		const char *base = getenv("TMPDIR");
		char root[200];
		enum host_kind kind;

		snprintf(root, sizeof(root), "%s/host-XXXXXX",
			 base != NULL ? base : P_tmpdir);
		assert_non_null(mkdtemp(root));
		for (size_t f = 0; f < 2 && machines[i].files[f].path; f++) {
			write_file(root, &machines[i].files[f]);
		}
		kind = host_kind(root);
		nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
		check_case(kind == machines[i].kind, i, machines[i].name);
	}
}

static void test_words(void **state)
{
	(void)state;
	assert_string_equal(host_kind_json(HOST_VIRTUAL), "true");
	assert_string_equal(host_kind_json(HOST_HARDWARE), "false");
	assert_string_equal(host_kind_json(HOST_UNKNOWN), "null");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machines),
		cmocka_unit_test(test_words),
	};

	return run_tap(tests);
}
