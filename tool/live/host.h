/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the machine is that this program runs on.
 */
#ifndef LIVE_HOST_H
#define LIVE_HOST_H

enum host_kind {
	HOST_UNKNOWN,			/* nothing tells */
	HOST_HARDWARE,			/* the CPU says so: x86 only */
	HOST_VIRTUAL,			/* a hypervisor shows itself */
};

/*
 * Judged by the files below root ("" in use): /proc/cpuinfo, /sys/hypervisor,
 * the device tree and DMI.  A hypervisor that hides is not seen.
 */
enum host_kind host_kind(const char *root);
/* "true" if it is virtual, "false", "null" if unknown. */
const char *host_kind_json(enum host_kind kind);

#endif
