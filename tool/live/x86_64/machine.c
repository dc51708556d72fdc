/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * x86-64: the guest starts in protected mode, paging off.  [SDM] 3A section 3.
 */
#include "../../tool.h"
#include "../block.h"
#include "../machine.h"

#define CR0_PE 1u
#define EFER_LME 0x100u
#define RFLAGS_ONE 2u
#define TYPE_CODE 11u
#define TYPE_DATA 3u
/* Intel without unrestricted guest wants four pages that the guest has not. */
#define TSS_ADDRESS 0xfffbd000ul
#define MAP_ADDRESS 0xfffbc000ull
#define KHZ_NS 1000000u

const char arch_name[] = "x86_64";
const uint64_t arch_memory_base = 0;

unsigned long arch_vm_type(const struct kvm *kvm)
{
	(void)kvm;
	return 0;
}

int arch_vm_prepare(const struct machine *machine)
{
	uint64_t map = MAP_ADDRESS;

	if (kvm_call_value(machine->vm, KVM_SET_TSS_ADDR, "KVM_SET_TSS_ADDR",
			   TSS_ADDRESS) < 0) {
		return -1;
	}
	return KVM_CALL(machine->vm, KVM_SET_IDENTITY_MAP_ADDR, &map);
}

static struct kvm_segment flat(uint8_t type, uint16_t selector)
{
	return (struct kvm_segment){
		.limit = UINT32_MAX, .selector = selector, .type = type,
		.present = 1, .db = 1, .s = 1, .g = 1,
	};
}

static int set_system(const struct machine *machine)
{
	struct kvm_sregs system;

	if (KVM_CALL(machine->vcpu, KVM_GET_SREGS, &system) < 0) {
		return -1;
	}
	system.cs = flat(TYPE_CODE, 8);
	system.ds = flat(TYPE_DATA, 16);
	system.es = system.fs = system.gs = system.ss = system.ds;
	system.cr0 |= CR0_PE;
	/*
	 * The guest could not set it: KVM then wants CPUID leaves that say so,
	 * which are slow to set.  Without paging it has no effect.
	 */
	system.efer |= EFER_LME;
	return KVM_CALL(machine->vcpu, KVM_SET_SREGS, &system);
}

int arch_vcpu_prepare(const struct machine *machine)
{
	struct kvm_regs registers = {
		.rip = GUEST_IMAGE,
		.rdi = arch_memory_base,
		.rflags = RFLAGS_ONE,
	};

	if (set_system(machine) < 0) {
		return -1;
	}
	return KVM_CALL(machine->vcpu, KVM_SET_REGS, &registers);
}

int arch_ticks(const struct machine *machine, uint64_t ns, uint64_t *ticks)
{
	int khz;

	*ticks = 0;
	if (ns == 0) {
		return 0;
	}
	khz = KVM_CALL(machine->vcpu, KVM_GET_TSC_KHZ, NULL);
	if (khz <= 0) {
		return khz < 0 ? -1 : fail("KVM_GET_TSC_KHZ: 0 (this host's "
					   "TSC has no known rate: no --spin)");
	}
	*ticks = ns / KHZ_NS * (uint64_t)khz +
		ns % KHZ_NS * (uint64_t)khz / KHZ_NS;
	return 0;
}

bool arch_is_off(const struct machine *machine)
{
	const struct kvm_run *run = machine->run;

	return run->exit_reason == KVM_EXIT_IO &&
		run->io.direction == KVM_EXIT_IO_OUT &&
		run->io.port == GUEST_PORT;
}

void arch_dump(const struct machine *machine, struct buffer *text)
{
	struct kvm_regs r;
	struct kvm_sregs s;

	if (KVM_CALL(machine->vcpu, KVM_GET_REGS, &r) < 0 ||
	    KVM_CALL(machine->vcpu, KVM_GET_SREGS, &s) < 0) {
		return;
	}
	buffer_print(text, "rip %016llx rflags %016llx rsp %016llx\n",
		     r.rip, r.rflags, r.rsp);
	buffer_print(text, "rax %016llx rbx %016llx rcx %016llx\n",
		     r.rax, r.rbx, r.rcx);
	buffer_print(text, "rdx %016llx rsi %016llx rdi %016llx\n",
		     r.rdx, r.rsi, r.rdi);
	buffer_print(text, "cr0 %016llx cr2 %016llx cr3 %016llx\n",
		     s.cr0, s.cr2, s.cr3);
	buffer_print(text, "cr4 %016llx efer %016llx cs %04x\n",
		     s.cr4, s.efer, s.cs.selector);
}
