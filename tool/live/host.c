/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

#define TEXT_MAX 65535
#define DMI "/sys/class/dmi/id/"

/* What hypervisors and clouds call their machines, or a part of it. */
static const char *const virtual_names[] = {
	"QEMU", "KVM", "dummy-virt", "riscv-virtio", "VMware", "VirtualBox",
	"Virtual Machine", "HVM domU", "xen,", "Bochs", "BHYVE", "Parallels",
	"OpenStack", "Google Compute Engine", "Firecracker",
	"Cloud Hypervisor", "Apple Virtualization", NULL,
};

/* Of a text with NULs, as device trees have, the parts are lines. */
static size_t read_text(const char *root, const char *path, char *text)
{
	char name[4096];
	ssize_t got;
	size_t length = 0;
	int fd;

	snprintf(name, sizeof(name), "%s%s", root, path);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		return 0;
	}
	while ((got = read(fd, text + length, TEXT_MAX - length)) > 0) {
		length += (size_t)got;
	}
	close(fd);
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\0') {
			text[i] = '\n';
		}
	}
	text[length] = '\0';
	return length;
}

/* A name of hardware proves nothing: clouds rent both under one name. */
static enum host_kind judge_name(const char *root, const char *path)
{
	char text[TEXT_MAX + 1] = "";

	read_text(root, path, text);
	for (const char *const *name = virtual_names; *name != NULL; name++) {
		if (strstr(text, *name) != NULL) {
			return HOST_VIRTUAL;
		}
	}
	return HOST_UNKNOWN;
}

/* CPUID leaf 1, ECX bit 31, which only hypervisors set; x86 alone has flags. */
static enum host_kind judge_flags(const char *root)
{
	char text[TEXT_MAX + 1];
	char *flags;

	if (read_text(root, "/proc/cpuinfo", text) == 0) {
		return HOST_UNKNOWN;
	}
	flags = strstr(text, "\nflags");
	if (flags == NULL) {
		return HOST_UNKNOWN;
	}
	flags++;
	flags[strcspn(flags, "\n")] = '\0';
	return strstr(flags, " hypervisor") != NULL ? HOST_VIRTUAL :
		HOST_HARDWARE;
}

/* Only under a hypervisor is there anything in it. */
static enum host_kind judge_hypervisor(const char *root, const char *path)
{
	char text[TEXT_MAX + 1];

	return read_text(root, path, text) > 0 ? HOST_VIRTUAL : HOST_UNKNOWN;
}

enum host_kind host_kind(const char *root)
{
	const enum host_kind hints[] = {
		judge_flags(root),
		judge_hypervisor(root, "/sys/hypervisor/type"),
		judge_hypervisor(root,
				 "/proc/device-tree/hypervisor/compatible"),
		judge_name(root, "/proc/device-tree/compatible"),
		judge_name(root, DMI "sys_vendor"),
		judge_name(root, DMI "product_name"),
		judge_name(root, DMI "bios_vendor"),
	};
	enum host_kind kind = HOST_UNKNOWN;

	for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++) {
		if (hints[i] > kind) {
			kind = hints[i];
		}
	}
	return kind;
}

const char *host_kind_json(enum host_kind kind)
{
	return kind == HOST_VIRTUAL ? "true" :
		kind == HOST_HARDWARE ? "false" : "null";
}
