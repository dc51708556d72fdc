/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The load vm: VMs as `fencepost vm` makes them, one after the other.  The
 * operation is one VM from its creation to its destruction.
 */
#include "../live/machine.h"
#include "../tool.h"
#include "workload.h"

#define TIMEOUT_NS 5000000000u

static int make_one(const struct kvm *kvm, const struct guest *guest)
{
	struct machine machine;
	int result;

	if (machine_create(&machine, kvm, guest) < 0) {
		return -1;
	}
	result = machine_run(&machine, guest);
	machine_destroy(&machine);
	return result;
}

static int run(const struct load_context *context, unsigned long count)
{
	const struct workload_share *share = context->private;
	struct guest guest = {
		.image = live_guest,
		.size = (size_t)(live_guest_end - live_guest),
		.mmu = !share->workload->mmu_off,
		.timeout_ns = TIMEOUT_NS,
	};
	struct kvm kvm;
	int result = 0;

	if (kvm_open(&kvm) < 0) {
		return load_fail(context, "open /dev/kvm", -1);
	}
	for (unsigned long i = 0;
	     result == 0 && load_begin(context, 0, i, count); i++) {
		result = make_one(&kvm, &guest);
		load_end(context, 0);
	}
	kvm_close(&kvm);
	return result == 0 ? 0 : load_fail(context, "a VM failed", result);
}

const struct load workload_vm = {
	"vm", 100, LOAD_EACH, run, "VMs, created, run and destroyed", 0,
};
