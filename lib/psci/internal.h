/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Between the files of lib/psci.  Results are PSCI's.
 */
#ifndef PSCI_INTERNAL_H
#define PSCI_INTERNAL_H

#include <psci/psci.h>

int32_t psci_features(uint32_t function);
int32_t psci_cpu_on(struct psci *psci, uint64_t target, uint64_t address,
		    uint64_t context);
/* state: both formats are looked at; docs/monitor.md says which is accepted. */
int32_t psci_cpu_suspend(const struct psci *psci, uint32_t state,
			 uint64_t address);
int32_t psci_affinity_info(const struct psci *psci, uint64_t target,
			   uint32_t level);
int32_t psci_system_reset2(uint32_t type);
/* Aligned, in memory, and outside the monitor: 1, else 0. */
int psci_entry_is_good(const struct psci *psci, uint64_t address);

/* Mutual exclusion of the CPUs; not recursive. */
void psci_lock(struct psci *psci, unsigned self);
void psci_unlock(struct psci *psci, unsigned self);

#endif
