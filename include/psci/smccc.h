/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SMC Calling Convention: function identifiers and results.
 *
 * [SMCCC] 2.5 (identifiers), 7 (Arm Architecture Calls); [PSCI] 5.
 * A result is a signed 32-bit number in W0; it is sign-extended to X0.
 */
#ifndef PSCI_SMCCC_H
#define PSCI_SMCCC_H

#include <stdint.h>

#define SMCCC_FAST	0x80000000u
#define SMCCC_64	0x40000000u

#define SMCCC_VERSION		0x80000000u
#define SMCCC_ARCH_FEATURES	0x80000001u
#define SMCCC_ARCH_WORKAROUND_1	0x80008000u	/* CVE-2017-5715 */
#define SMCCC_ARCH_WORKAROUND_2	0x80007fffu	/* CVE-2018-3639 */
#define SMCCC_ARCH_WORKAROUND_3	0x80003fffu	/* and CVE-2022-23960 */

#define PSCI_VERSION		0x84000000u
#define PSCI_CPU_SUSPEND	0x84000001u
#define PSCI_CPU_OFF		0x84000002u
#define PSCI_CPU_ON		0x84000003u
#define PSCI_AFFINITY_INFO	0x84000004u
#define PSCI_MIGRATE		0x84000005u
#define PSCI_MIGRATE_INFO_TYPE	0x84000006u
#define PSCI_MIGRATE_INFO_UP_CPU 0x84000007u
#define PSCI_SYSTEM_OFF		0x84000008u
#define PSCI_SYSTEM_RESET	0x84000009u
#define PSCI_FEATURES		0x8400000au
#define PSCI_SYSTEM_RESET2	0x84000012u

/* [PSCI] 5.2.2 */
#define PSCI_SUCCESS			0
#define PSCI_NOT_SUPPORTED		(-1)	/* also SMCCC's */
#define PSCI_INVALID_PARAMETERS		(-2)
#define PSCI_DENIED			(-3)
#define PSCI_ALREADY_ON			(-4)
#define PSCI_ON_PENDING			(-5)
#define PSCI_INTERNAL_FAILURE		(-6)
#define PSCI_INVALID_ADDRESS		(-9)

/* What SMCCC_ARCH_FEATURES says of a workaround, on the CPU that asks. */
#define SMCCC_WORKAROUND_NEEDED		0	/* call it */
#define SMCCC_WORKAROUND_NOT_NEEDED	1	/* not on this CPU */
#define SMCCC_WORKAROUND_ABSENT		(-1)
#define SMCCC_WORKAROUND_NEVER		(-2)	/* _2: on no CPU */

/* Major in 31:16, minor in 15:0.  1.1: x4 to x17 are preserved. */
#define SMCCC_VERSION_HERE	0x10001u
#define PSCI_VERSION_HERE	0x10001u

/* MIGRATE_INFO_TYPE: no Trusted OS, or one that needs no migration. */
#define PSCI_NO_MIGRATION	2

#endif
