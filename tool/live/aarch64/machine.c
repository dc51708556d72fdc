/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * AArch64: the guest starts at EL1 with its MMU off and has PSCI, nothing else.
 */
#include <sys/ioctl.h>

#include "../../tool.h"
#include "../block.h"
#include "../machine.h"

/* EL1 with its own stack pointer, all exceptions masked. */
#define PSTATE_START 0x3c5
#define IPA_BITS_MIN 32
#define NS_PER_S 1000000000u

#define CORE(field) (KVM_REG_ARM64 | KVM_REG_SIZE_U64 | KVM_REG_ARM_CORE | \
		     KVM_REG_ARM_CORE_REG(field))
#define SYSTEM(...) ARM64_SYS_REG(__VA_ARGS__)

const char arch_name[] = "aarch64";
const uint64_t arch_memory_base = 0x40000000;

/*
 * Type 0 means 40 bits, which not every CPU has; kernels that know no other
 * have only that.
 */
unsigned long arch_vm_type(const struct kvm *kvm)
{
	int bits = kvm_capability(kvm->fd, KVM_CAP_ARM_VM_IPA_SIZE);

	if (bits < IPA_BITS_MIN) {
		return 0;
	}
	return KVM_VM_TYPE_ARM_IPA_SIZE(IPA_BITS_MIN);
}

int arch_vm_prepare(const struct machine *machine)
{
	(void)machine;
	return 0;
}

static int set(const struct machine *machine, uint64_t id, uint64_t value)
{
	struct kvm_one_reg reg = { .id = id, .addr = (uintptr_t)&value };

	return KVM_CALL(machine->vcpu, KVM_SET_ONE_REG, &reg);
}

int arch_vcpu_prepare(const struct machine *machine)
{
	struct kvm_vcpu_init init;

	if (KVM_CALL(machine->vm, KVM_ARM_PREFERRED_TARGET, &init) < 0) {
		return -1;
	}
	init.features[0] |= 1u << KVM_ARM_VCPU_PSCI_0_2;
	if (KVM_CALL(machine->vcpu, KVM_ARM_VCPU_INIT, &init) < 0 ||
	    set(machine, CORE(regs.pc), arch_memory_base + GUEST_IMAGE) < 0 ||
	    set(machine, CORE(regs.regs[0]), arch_memory_base) < 0) {
		return -1;
	}
	return set(machine, CORE(regs.pstate), PSTATE_START);
}

int arch_ticks(const struct machine *machine, uint64_t ns, uint64_t *ticks)
{
	uint64_t hz;

	(void)machine;
	/* Linux lets programs read it, and guests have the same. */
	__asm__("mrs %0, cntfrq_el0" : "=r" (hz));
	if (hz == 0 && ns != 0) {
		return fail("CNTFRQ_EL0 is 0 (the firmware did not set it: "
			    "no --spin)");
	}
	*ticks = ns / NS_PER_S * hz + ns % NS_PER_S * hz / NS_PER_S;
	return 0;
}

bool arch_is_off(const struct machine *machine)
{
	const struct kvm_run *run = machine->run;

	return run->exit_reason == KVM_EXIT_SYSTEM_EVENT &&
		run->system_event.type == KVM_SYSTEM_EVENT_SHUTDOWN;
}

void arch_dump(const struct machine *machine, struct buffer *text)
{
	static const struct {
		const char *name;
		uint64_t id;
	} wanted[] = {
		{ "pc", CORE(regs.pc) },
		{ "pstate", CORE(regs.pstate) },
		{ "sp_el1", CORE(sp_el1) },
		{ "elr_el1", CORE(elr_el1) },
		{ "x0", CORE(regs.regs[0]) },
		{ "x1", CORE(regs.regs[1]) },
		{ "x30", CORE(regs.regs[30]) },
		{ "sctlr_el1", SYSTEM(3, 0, 1, 0, 0) },
		{ "ttbr0_el1", SYSTEM(3, 0, 2, 0, 0) },
		{ "tcr_el1", SYSTEM(3, 0, 2, 0, 2) },
		{ "esr_el1", SYSTEM(3, 0, 5, 2, 0) },
		{ "far_el1", SYSTEM(3, 0, 6, 0, 0) },
		{ "vbar_el1", SYSTEM(3, 0, 12, 0, 0) },
	};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		uint64_t value;
		struct kvm_one_reg reg = {
			.id = wanted[i].id, .addr = (uintptr_t)&value,
		};

		if (ioctl(machine->vcpu, KVM_GET_ONE_REG, &reg) == 0) {
			buffer_print(text, "%-9s %016llx\n", wanted[i].name,
				     (unsigned long long)value);
		}
	}
}
