/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the ARM sees the peripherals of a BCM2711 with arm_peri_high=1 in
 * config.txt.  [BCM2711] 1.2.2
 */
#ifndef PERIPHERALS_H
#define PERIPHERALS_H

#define PERIPHERALS_MAIN 0x47e000000
#define PERIPHERALS_LOCAL 0x4c0000000
/* TCR_EL3.PS that covers them: 36 bits. */
#define PHYSICAL_SIZE 1

#endif
