/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "../file.h"
#include "../options.h"
#include "../tool.h"
#include "block.h"
#include "vm.h"

#define TIMEOUT_NS 5000000000u

static int pin(int cpu)
{
	cpu_set_t wanted;
	cpu_set_t got;

	CPU_ZERO(&wanted);
	CPU_SET((size_t)cpu, &wanted);
	if (sched_setaffinity(0, sizeof(wanted), &wanted) < 0 ||
	    sched_getaffinity(0, sizeof(got), &got) < 0) {
		return fail("--cpu %d: %s (is it online, and in this cpuset?)",
			    cpu, strerror(errno));
	}
	if (!CPU_EQUAL(&wanted, &got) || sched_getcpu() != cpu) {
		return fail("--cpu %d: the thread is not there", cpu);
	}
	return 0;
}

/* Each guest says what it did, so one can't pass for the other. */
static int check_marker(const struct machine *machine,
			const struct guest *guest)
{
	uint32_t marker;
	uint32_t state;

	memcpy(&marker, machine->memory + BLOCK_MARKER, sizeof(marker));
	memcpy(&state, machine->memory + BLOCK_STATE, sizeof(state));
	if (marker != GUEST_MARKER) {
		return fail("the guest's marker is %#x, not %#x", marker,
			    GUEST_MARKER);
	}
	if (state != guest->mmu) {
		return fail("the guest ran with its MMU %s",
			    state != 0 ? "on" : "off");
	}
	return 0;
}

int vm_make(const struct kvm *kvm, enum vm_guest kind)
{
	const struct guest guest = {
		.image = live_guest,
		.size = (size_t)(live_guest_end - live_guest),
		.mmu = kind == VM_GUEST_ON,
		.timeout_ns = TIMEOUT_NS,
	};
	struct machine machine;
	int result = 0;

	if (machine_create(&machine, kvm, &guest) < 0) {
		return -1;
	}
	if (kind != VM_GUEST_NEVER) {
		result = machine_run(&machine, &guest) == STATUS_GOOD ?
			check_marker(&machine, &guest) : -1;
	}
	machine_destroy(&machine);
	return result;
}

static int run(struct machine *machine, const struct vm_request *request,
	       struct vm_result *result)
{
	uint64_t start = times_now_ns();
	int status;

	if (request->never_run) {
		return STATUS_GOOD;
	}
	status = machine_run(machine, &request->guest);
	if (status != STATUS_GOOD) {
		return status;
	}
	times_add_since(&result->run, start);
	if (request->file == NULL &&
	    check_marker(machine, &request->guest) < 0) {
		return STATUS_GUEST;
	}
	return STATUS_GOOD;
}

static void destroy(struct machine *machine, struct vm_result *result)
{
	uint64_t start = times_now_ns();

	machine_destroy(machine);
	times_add_since(&result->destroy, start);
}

/* A status; there is a machine to destroy if create's count grew. */
static int create_and_run(struct machine *machine, const struct kvm *kvm,
			  const struct vm_request *request,
			  struct vm_result *result)
{
	uint64_t start = times_now_ns();

	if (interrupt_signal() != 0 ||
	    machine_create(machine, kvm, &request->guest) < 0) {
		return STATUS_ERROR;
	}
	times_add_since(&result->create, start);
	return run(machine, request, result);
}

static int run_all(const struct kvm *kvm, const struct vm_request *request,
		   struct vm_result *result)
{
	size_t room = request->keep ? request->repeat : 1;
	struct machine *machines = memory_get(room * sizeof(*machines));
	int status = STATUS_GOOD;

	for (size_t i = 0; i < request->repeat && status == STATUS_GOOD; i++) {
		struct machine *machine = &machines[request->keep ? i : 0];

		status = create_and_run(machine, kvm, request, result);
		if (!request->keep && result->create.count > i) {
			destroy(machine, result);
		}
	}
	while (result->destroy.count < result->create.count) {
		destroy(&machines[result->destroy.count], result);
	}
	free(machines);
	return status;
}

static int open_and_run(const struct vm_request *request)
{
	struct vm_result result = { 0 };
	struct kvm kvm;
	int status;

	if ((request->cpu >= 0 && pin(request->cpu) < 0) ||
	    kvm_open(&kvm) < 0) {
		return STATUS_ERROR;
	}
	status = run_all(&kvm, request, &result);
	kvm_close(&kvm);
	if (status == STATUS_GOOD && vm_report(request, &result) < 0) {
		status = STATUS_ERROR;
	}
	times_free(&result.create);
	times_free(&result.run);
	times_free(&result.destroy);
	return status;
}

/* An empty image would only be a guest that hangs. */
static int load_guest(struct vm_request *request, struct buffer *image)
{
	struct guest *guest = &request->guest;

	if (request->file == NULL) {
		guest->image = live_guest;
		guest->size = (size_t)(live_guest_end - live_guest);
		return 0;
	}
	if (file_read(request->file, GUEST_TABLES - GUEST_IMAGE, image) < 0) {
		return -1;
	}
	if (image->length == 0) {
		return fail("%s is empty", request->file);
	}
	guest->image = image->text;
	guest->size = image->length;
	return 0;
}

int vm_main(int argc, char **argv)
{
	struct vm_request request;
	struct buffer image = { 0 };
	int status = STATUS_ERROR;

	if (options_want_help(argc, argv)) {
		return vm_options_help();
	}
	if (vm_options_read(&request, argc, argv) < 0) {
		return STATUS_ERROR;
	}
	if (load_guest(&request, &image) == 0) {
		status = open_and_run(&request);
	}
	buffer_free(&image);
	return status;
}
