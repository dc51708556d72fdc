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
		return kvm_refuse("mmap for the guest's memory", errno);
	}
	machine->memory = memory;
	return KVM_CALL(machine->vm, KVM_SET_USER_MEMORY_REGION, &region);
}

static int map_run(struct machine *machine, const struct kvm *kvm)
{
	void *run = mmap(NULL, kvm->run_size, PROT_READ | PROT_WRITE,
			 MAP_SHARED, machine->vcpu, 0);

	if (run == MAP_FAILED) {
		return kvm_refuse("mmap of the vCPU", errno);
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

/* The exits that a guest without devices can end with, in words. */
static const char *exit_name(const struct kvm_run *run)
{
	switch (run->exit_reason) {
	case KVM_EXIT_HLT:
		return "it halted";
	case KVM_EXIT_IO:
		return "it accessed a port that is not there";
	case KVM_EXIT_MMIO:
		return "it accessed an address that is not memory";
	case KVM_EXIT_SHUTDOWN:
		return "its CPU shut down, as by a triple fault";
	case KVM_EXIT_SYSTEM_EVENT:
		return run->system_event.type == KVM_SYSTEM_EVENT_RESET ?
			"it asked for a reset" : "it said that it crashed";
	default:
		return "see linux/kvm.h";
	}
}

static int stop(const struct machine *machine)
{
	const struct kvm_run *run = machine->run;
	int status = STATUS_GUEST;

	if (run->exit_reason == KVM_EXIT_FAIL_ENTRY) {
		fail("KVM_RUN: the CPU refused to enter the guest, reason %#llx"
		     " (pin it with --cpu; see the kernel's log)",
		     run->fail_entry.hardware_entry_failure_reason);
		status = STATUS_ERROR;
	} else if (run->exit_reason == KVM_EXIT_INTERNAL_ERROR) {
		fail("KVM_RUN: KVM can't go on, suberror %u (an instruction "
		     "that it can't emulate?)", run->internal.suberror);
	} else {
		fail("the guest ended with KVM exit %u, not by power-off (%s)",
		     run->exit_reason, exit_name(run));
	}
	show_registers(machine);
	return status;
}

/* Where KVM has no exit for what the guest did, or could not go on itself. */
static int refused(const struct machine *machine, int error)
{
	if (error == ENOSYS) {
		fail("the guest accessed an address that is not memory, in a "
		     "way that KVM can't decode");
	} else {
		kvm_refuse("KVM_RUN", error);
	}
	show_registers(machine);
	return error == ENOSYS ? STATUS_GUEST : STATUS_ERROR;
}

/* What an interrupted KVM_RUN means; STATUS_GOOD: go on. */
static int interrupted(const struct machine *machine,
		       const struct guest *guest)
{
	if (interrupt_signal() != 0) {
		fail("interrupted");
		return STATUS_ERROR;
	}
	if (!watchdog_bit()) {
		machine->run->immediate_exit = 0;
		return STATUS_GOOD;
	}
	fail("the guest hangs: no power-off in %llu ms",
	     (unsigned long long)(guest->timeout_ns / 1000000));
	show_registers(machine);
	return STATUS_GUEST;
}

static int run_to_end(const struct machine *machine,
		      const struct guest *guest)
{
	int status = STATUS_GOOD;

	while (status == STATUS_GOOD) {
		if (ioctl(machine->vcpu, KVM_RUN, 0) == 0) {
			return arch_is_off(machine) ? STATUS_GOOD :
				stop(machine);
		}
		if (errno != EINTR && errno != EAGAIN) {
			return refused(machine, errno);
		}
		status = interrupted(machine, guest);
	}
	return status;
}

int machine_run(struct machine *machine, const struct guest *guest)
{
	int status;

	if (watchdog_start(&machine->run->immediate_exit,
			   guest->timeout_ns) < 0) {
		return STATUS_ERROR;
	}
	status = run_to_end(machine, guest);
	watchdog_stop();
	return status;
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
