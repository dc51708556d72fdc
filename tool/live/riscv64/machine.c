/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * RISC-V: the guest starts in VS-mode with satp 0, and has SBI, nothing else.
 */
#include <sys/ioctl.h>

#include "../../tool.h"
#include "../block.h"
#include "../machine.h"

#define NS_PER_S 1000000000u

#define REGISTER(class, index) (KVM_REG_RISCV | KVM_REG_SIZE_U64 | \
				KVM_REG_RISCV_##class | (index))
#define CORE(field) REGISTER(CORE, KVM_REG_RISCV_CORE_REG(field))
#define CSR(field) REGISTER(CSR, KVM_REG_RISCV_CSR_REG(field))
#define TIMER(field) REGISTER(TIMER, KVM_REG_RISCV_TIMER_REG(field))

const char arch_name[] = "riscv64";
const uint64_t arch_memory_base = 0x80000000;

unsigned long arch_vm_type(const struct kvm *kvm)
{
	(void)kvm;
	return 0;
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
	if (set(machine, CORE(regs.pc), arch_memory_base + GUEST_IMAGE) < 0) {
		return -1;
	}
	return set(machine, CORE(regs.a0), arch_memory_base);
}

int arch_ticks(const struct machine *machine, uint64_t ns, uint64_t *ticks)
{
	uint64_t hz = 0;
	struct kvm_one_reg reg = {
		.id = TIMER(frequency), .addr = (uintptr_t)&hz,
	};

	if (KVM_CALL(machine->vcpu, KVM_GET_ONE_REG, &reg) < 0) {
		return -1;
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
		{ "ra", CORE(regs.ra) },
		{ "sp", CORE(regs.sp) },
		{ "a0", CORE(regs.a0) },
		{ "a7", CORE(regs.a7) },
		{ "satp", CSR(satp) },
		{ "stvec", CSR(stvec) },
		{ "sepc", CSR(sepc) },
		{ "scause", CSR(scause) },
		{ "stval", CSR(stval) },
	};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		uint64_t value;
		struct kvm_one_reg reg = {
			.id = wanted[i].id, .addr = (uintptr_t)&value,
		};

		if (ioctl(machine->vcpu, KVM_GET_ONE_REG, &reg) == 0) {
			buffer_print(text, "%-6s %016llx\n", wanted[i].name,
				     (unsigned long long)value);
		}
	}
}
