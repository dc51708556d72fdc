/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * VMs as an intervention.  Each lot is made in a process of its own: the
 * runner's affinity stays as it is, and nothing of KVM outlives the lot.
 */
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../live/vm.h"
#include "../tool.h"
#include "action.h"
#include "cpus.h"

static int make_all(enum vm_guest kind, int cpu, size_t repeat)
{
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
		result = vm_make(&kvm, kind);
	}
	kvm_close(&kvm);
	return result;
}

int action_vm(enum vm_guest kind, int cpu, size_t repeat)
{
	int status = 0;
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0) {
		return fail("fork: %s", strerror(errno));
	}
	if (pid == 0) {
		shared_die_with(parent);
		_exit(make_all(kind, cpu, repeat) == 0 ? 0 : 1);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	/* Otherwise it has said why. */
	return WIFSIGNALED(status) ? fail("making a VM ended by signal %d",
					  WTERMSIG(status)) :
		status == 0 ? 0 : -1;
}
