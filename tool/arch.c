/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "arch.h"
#include "tool.h"

static const struct {
	const char *name;
	const char *debian;
} arches[] = {
	{ "aarch64", "arm64" },
	{ "riscv64", "riscv64" },
};

#define ARCHES (sizeof(arches) / sizeof(arches[0]))

const char *arch_find(const char *name)
{
	for (size_t i = 0; i < ARCHES; i++) {
		if (strcmp(name, arches[i].name) == 0 ||
		    strcmp(name, arches[i].debian) == 0) {
			return arches[i].name;
		}
	}
	fail("\"%s\" is no architecture known here: aarch64 or riscv64", name);
	return NULL;
}

const char *arch_debian_name(const char *arch)
{
	return strcmp(arch, arches[0].name) == 0 ? arches[0].debian :
		arches[1].debian;
}
