// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The interface version that the plugin declares.
 *
 * QEMU reads qemu_plugin_version after it has loaded the plugin and run its
 * constructors, and before it calls it.  A QEMU with version 7 accepts no
 * number below 7, an older one none above its own.  No released QEMU has 6.
 */
#include "qemu.h"

#define VERSION_OLDEST 4
#define VERSION_USERDATA 7

int qemu_plugin_version = VERSION_OLDEST;

__attribute__((constructor)) static void version_declare(void)
{
	if (qemu_plugin_set_pc != NULL) {
		qemu_plugin_version = VERSION_USERDATA;
	}
}
