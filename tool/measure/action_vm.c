/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * VMs as an intervention.  Each lot is made in a process of its own: the
 * runner's affinity stays as it is, and nothing of KVM outlives the lot.
 */
#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>

#include "../live/machine.h"
#include "../tool.h"
#include "action.h"
#include "cpus.h"

#define TIMEOUT_NS 5000000000u

static int make_one(const struct kvm *kvm, const struct guest *guest,
		    enum action_vm kind)
{
	struct machine machine;
	int result = 0;

	if (machine_create(&machine, kvm, guest) < 0) {
		return -1;
	}
	if (kind != ACTION_VM_NEVER) {
		result = machine_run(&machine, guest);
	}
	machine_destroy(&machine);
	return result;
}

static int make_all(enum action_vm kind, int cpu, size_t repeat)
{
	struct guest guest = {
		.image = live_guest,
		.size = (size_t)(live_guest_end - live_guest),
		.mmu = kind == ACTION_VM_ON,
		.timeout_ns = TIMEOUT_NS,
	};
	struct kvm kvm;
	cpu_set_t cpus;
	int result = 0;

	CPU_ZERO(&cpus);
	if (cpu >= 0) {
		CPU_SET((size_t)cpu, &cpus);
	}
	if (cpu >= 0 && cpus_pin(&cpus) < 0) {
		return fail("can't run the guest on CPU %d", cpu);
	}
	if (kvm_open(&kvm) < 0) {
		return -1;
	}
	for (size_t i = 0; i < repeat && result == 0; i++) {
		result = make_one(&kvm, &guest, kind);
	}
	kvm_close(&kvm);
	return result;
}

int action_vm(enum action_vm kind, int cpu, size_t repeat)
{
	int status = 0;
	pid_t pid = fork();

	if (pid < 0) {
		return fail("fork: %s", strerror(errno));
	}
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(make_all(kind, cpu, repeat) == 0 ? 0 : 1);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	/* Otherwise it has said why. */
	return WIFSIGNALED(status) ? fail("making a VM ended by signal %d",
					  WTERMSIG(status)) :
		status == 0 ? 0 : -1;
}
