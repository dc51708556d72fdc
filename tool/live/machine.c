/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../tool.h"
#include "block.h"
#include "machine.h"
#include "watchdog.h"

static int map(struct machine *machine)
{
	void *memory = mmap(NULL, GUEST_SIZE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct kvm_userspace_memory_region region = {
		.guest_phys_addr = arch_memory_base,
		.memory_size = GUEST_SIZE,
		.userspace_addr = (uintptr_t)memory,
	};

	if (memory == MAP_FAILED) {
		return fail("mmap for the guest: %s", strerror(errno));
	}
	machine->memory = memory;
	return KVM_CALL(machine->vm, KVM_SET_USER_MEMORY_REGION, &region);
}

static int map_run(struct machine *machine, const struct kvm *kvm)
{
	void *run = mmap(NULL, kvm->run_size, PROT_READ | PROT_WRITE,
			 MAP_SHARED, machine->vcpu, 0);

	if (run == MAP_FAILED) {
		return fail("mmap of the vCPU: %s", strerror(errno));
	}
	machine->run = run;
	machine->run_size = kvm->run_size;
	return 0;
}

static int load(const struct machine *machine, const struct guest *guest)
{
	uint64_t ticks;

	if (arch_ticks(machine, guest->spin_ns, &ticks) < 0) {
		return -1;
	}
	memcpy(machine->memory + BLOCK_TICKS, &ticks, sizeof(ticks));
	memcpy(machine->memory + BLOCK_MMU, &guest->mmu, sizeof(guest->mmu));
	memcpy(machine->memory + GUEST_IMAGE, guest->image, guest->size);
	return 0;
}

static int create(struct machine *machine, const struct kvm *kvm,
		  const struct guest *guest)
{
	machine->vm = kvm_call_value(kvm->fd, KVM_CREATE_VM, "KVM_CREATE_VM",
				     arch_vm_type(kvm));
	if (machine->vm < 0 || arch_vm_prepare(machine) < 0 ||
	    map(machine) < 0) {
		return -1;
	}
	machine->vcpu = KVM_CALL(machine->vm, KVM_CREATE_VCPU, NULL);
	if (machine->vcpu < 0 || map_run(machine, kvm) < 0 ||
	    arch_vcpu_prepare(machine) < 0) {
		return -1;
	}
	return load(machine, guest);
}

int machine_create(struct machine *machine, const struct kvm *kvm,
		   const struct guest *guest)
{
	*machine = (struct machine){ .vm = -1, .vcpu = -1 };
	if (create(machine, kvm, guest) < 0) {
		machine_destroy(machine);
		return -1;
	}
	return 0;
}

static void show_registers(const struct machine *machine)
{
	struct buffer text = { 0 };
	char *rest;

	arch_dump(machine, &text);
	rest = text.text;
	while (rest != NULL && *rest != '\0') {
		message("  %s", strsep(&rest, "\n"));
	}
	buffer_free(&text);
}

static int stop(const struct machine *machine)
{
	const struct kvm_run *run = machine->run;

	if (run->exit_reason == KVM_EXIT_FAIL_ENTRY) {
		fail("KVM_RUN: the CPU refused to enter the guest, reason %#llx"
		     " (pin it with --cpu; see the kernel's log)",
		     run->fail_entry.hardware_entry_failure_reason);
	} else if (run->exit_reason == KVM_EXIT_INTERNAL_ERROR) {
		fail("KVM_RUN: KVM can't go on, suberror %u (an instruction "
		     "that it can't emulate?)", run->internal.suberror);
	} else {
		fail("the guest ended with KVM exit %u, not by power-off",
		     run->exit_reason);
	}
	show_registers(machine);
	return -1;
}

static int interrupted(const struct machine *machine,
		       const struct guest *guest)
{
	if (interrupt_signal() != 0) {
		return fail("interrupted");
	}
	if (!watchdog_bit()) {
		return 0;
	}
	fail("the guest hangs: no power-off in %llu ms",
	     (unsigned long long)(guest->timeout_ns / 1000000));
	show_registers(machine);
	return -1;
}

static int run_to_end(const struct machine *machine,
		      const struct guest *guest)
{
	for (;;) {
		if (ioctl(machine->vcpu, KVM_RUN, 0) == 0) {
			return arch_is_off(machine) ? 0 : stop(machine);
		}
		if (errno != EINTR && errno != EAGAIN) {
			fail("KVM_RUN: %s (see the kernel's log)",
			     strerror(errno));
			show_registers(machine);
			return -1;
		}
		if (interrupted(machine, guest) < 0) {
			return -1;
		}
	}
}

int machine_run(struct machine *machine, const struct guest *guest)
{
	int result;

	if (watchdog_start(&machine->run->immediate_exit,
			   guest->timeout_ns) < 0) {
		return -1;
	}
	result = run_to_end(machine, guest);
	watchdog_stop();
	return result;
}

void machine_destroy(struct machine *machine)
{
	if (machine->run != NULL) {
		munmap(machine->run, machine->run_size);
	}
	if (machine->vcpu >= 0) {
		close(machine->vcpu);
	}
	if (machine->vm >= 0) {
		close(machine->vm);
	}
	if (machine->memory != NULL) {
		munmap(machine->memory, GUEST_SIZE);
	}
	*machine = (struct machine){ .vm = -1, .vcpu = -1 };
}
