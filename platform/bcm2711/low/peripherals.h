/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the ARM sees the peripherals of a BCM2711: "low peripheral" mode, the
 * default.  [BCM2711] 1.2.4
 */
#ifndef PERIPHERALS_H
#define PERIPHERALS_H

#define PERIPHERALS_MAIN 0xfe000000
#define PERIPHERALS_LOCAL 0xff800000
/* TCR_EL3.PS that covers them: 32 bits. */
#define PHYSICAL_SIZE 0

#endif
