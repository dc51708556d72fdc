/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The load vm: VMs as `fencepost vm` makes them, one after the other.  The
 * operation is one VM from its creation to its destruction.
 */
#include "../live/vm.h"
#include "../tool.h"
#include "workload.h"

static int run(const struct load_context *context, unsigned long count)
{
	const struct workload_share *share = context->private;
	enum vm_guest kind = share->workload->mmu_off ? VM_GUEST_OFF :
		VM_GUEST_ON;
	struct kvm kvm;
	int result = 0;

	if (kvm_open(&kvm) < 0) {
		return load_fail(context, "open /dev/kvm", -1);
	}
	for (unsigned long i = 0;
	     result == 0 && load_begin(context, 0, i, count); i++) {
		result = vm_make(&kvm, kind);
		load_end(context, 0);
	}
	kvm_close(&kvm);
	return result == 0 ? 0 : load_fail(context, "a VM failed", result);
}

const struct load workload_vm = {
	"vm", 100, LOAD_EACH, run, "VMs, created, run and destroyed", 0,
};
