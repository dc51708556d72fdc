/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A virtual machine with one vCPU and no device, from creation to destruction.
 * All calls for one machine come from one thread, as KVM wants it.
 */
#ifndef LIVE_MACHINE_H
#define LIVE_MACHINE_H

#include <linux/kvm.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../buffer.h"

struct kvm {
	int fd;
	size_t run_size;
};

struct guest {
	const void *image;
	size_t size;			/* 1..GUEST_TABLES - GUEST_IMAGE */
	uint64_t spin_ns;
	uint64_t mmu;			/* 1: on, 0: off */
	uint64_t timeout_ns;		/* for all of its run */
};

struct machine {
	int vm;
	int vcpu;
	unsigned char *memory;		/* GUEST_SIZE bytes */
	struct kvm_run *run;
	size_t run_size;
};

/* Open /dev/kvm.  0, or -1 with a message. */
int kvm_open(struct kvm *kvm);
void kvm_close(struct kvm *kvm);

/*
 * ioctl(), whose failure is a message with the request's name, the reason and
 * what to do.  Its result, or -1.
 */
int kvm_call(int fd, unsigned long request, const char *name, void *argument);
int kvm_call_value(int fd, unsigned long request, const char *name,
		   unsigned long value);
/* The message for what failed with this errno, and what to do.  -1. */
int kvm_refuse(const char *what, int error);
/* The capability's value, 0 if KVM does not know it. */
int kvm_capability(int fd, unsigned long capability);
#define KVM_CALL(fd, request, argument) \
	kvm_call(fd, request, #request, argument)

/* VM, vCPU and memory with the guest in it.  0, or -1 and nothing is left. */
int machine_create(struct machine *machine, const struct kvm *kvm,
		   const struct guest *guest);
/*
 * Run it until it powers off.  STATUS_GOOD; or with a message and the registers
 * STATUS_GUEST if the guest failed, STATUS_ERROR if KVM did.
 */
int machine_run(struct machine *machine, const struct guest *guest);
/* KVM destroys the VM with the last reference, so none is left. */
void machine_destroy(struct machine *machine);

/* What each architecture has. */

extern const char arch_name[];
/* Where the guest's memory lies in its physical address space. */
extern const uint64_t arch_memory_base;
/* The built-in guest, which runs at any address. */
extern const unsigned char live_guest[];
extern const unsigned char live_guest_end[];

/* The argument of KVM_CREATE_VM. */
unsigned long arch_vm_type(const struct kvm *kvm);
/* Before vCPU and memory.  0, or -1 with a message. */
int arch_vm_prepare(const struct machine *machine);
/* Registers for the guest's first instruction.  0, or -1 with a message. */
int arch_vcpu_prepare(const struct machine *machine);
/* How many ticks of the guest's counter ns are.  0, or -1 with a message. */
int arch_ticks(const struct machine *machine, uint64_t ns, uint64_t *ticks);
/* Whether this exit is the guest's power-off. */
bool arch_is_off(const struct machine *machine);
/* Add the registers to text, as lines. */
void arch_dump(const struct machine *machine, struct buffer *text);

#endif
