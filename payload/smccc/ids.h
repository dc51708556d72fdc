/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function identifiers and answers, on purpose not the monitor's header: a
 * number that is wrong there must not be wrong here.
 * [SMCCC] 2.5, 7; [PSCI] 5.1, 5.2.2
 */
#ifndef SMCCC_IDS_H
#define SMCCC_IDS_H

#define ID_64 0x40000000u

#define ID_SMCCC_VERSION 0x80000000u
#define ID_ARCH_FEATURES 0x80000001u
#define ID_SOC_ID 0x80000002u
#define ID_FEATURE_AVAILABILITY 0x80000003u
#define ID_WORKAROUND_4 0x80000004u
#define ID_WORKAROUND_3 0x80003fffu
#define ID_WORKAROUND_2 0x80007fffu
#define ID_WORKAROUND_1 0x80008000u

#define ID_VERSION 0x84000000u
#define ID_SUSPEND 0x84000001u
#define ID_CPU_OFF 0x84000002u
#define ID_CPU_ON 0x84000003u
#define ID_AFFINITY_INFO 0x84000004u
#define ID_MIGRATE 0x84000005u
#define ID_MIGRATE_INFO_TYPE 0x84000006u
#define ID_MIGRATE_INFO_UP_CPU 0x84000007u
#define ID_SYSTEM_OFF 0x84000008u
#define ID_SYSTEM_RESET 0x84000009u
#define ID_FEATURES 0x8400000au
#define ID_SYSTEM_RESET2 0x84000012u
/* The last function of PSCI 1.1. */
#define ID_LAST 0x84000014u

#define ID_SUSPEND_64 (ID_SUSPEND | ID_64)
#define ID_CPU_ON_64 (ID_CPU_ON | ID_64)
#define ID_AFFINITY_INFO_64 (ID_AFFINITY_INFO | ID_64)
#define ID_SYSTEM_RESET2_64 (ID_SYSTEM_RESET2 | ID_64)

/* Answers, sign-extended to X0. */
#define ANSWER(n) ((uint64_t)(int64_t)(n))
#define SUCCESS ANSWER(0)
#define NOT_SUPPORTED ANSWER(-1)
#define INVALID_PARAMETERS ANSWER(-2)
#define ALREADY_ON ANSWER(-4)
#define ON_PENDING ANSWER(-5)
#define INVALID_ADDRESS ANSWER(-9)

/* Of AFFINITY_INFO. */
#define IS_ON 0u
#define IS_OFF 1u
#define IS_ON_PENDING 2u

#define VERSION_1_1 0x10001u
#define NO_MIGRATION 2u

/* power_state, original format: StateID 15:0, type 16, level 25:24. */
#define POWER_STANDBY 0u
#define POWER_DOWN 0x00010000u
#define POWER_LEVEL_1 0x01000000u
#define POWER_LEVEL_2 0x02000000u

/* reset_type of SYSTEM_RESET2. */
#define RESET_WARM 0u
#define RESET_VENDOR 0x80000000u

#endif
