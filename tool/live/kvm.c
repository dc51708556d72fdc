/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../tool.h"
#include "machine.h"

#define KVM_PATH "/dev/kvm"

struct advice {
	int error;
	const char *text;
};

static const struct advice advices[] = {
	{ ENOENT, "is the module loaded, and the kernel entered with "
	  "virtualization (arm64: at EL2)?" },
	{ ENODEV, "the CPU or the firmware gives no virtualization" },
	{ ENXIO, "the CPU or the firmware gives no virtualization" },
	{ EACCES, "be root, or in the group that owns " KVM_PATH },
	{ EPERM, "be root, or allow it in the security policy" },
	{ EBUSY, "another hypervisor uses the CPU" },
	{ EINTR, "a signal ended it" },
	{ EFAULT, "the kernel can't reach the guest's memory" },
	{ EMFILE, "raise \"ulimit -n\", or keep fewer VMs" },
	{ ENFILE, "raise fs.file-max, or keep fewer VMs" },
	{ ENOMEM, "free memory, or keep fewer VMs" },
	{ EINVAL, "this KVM does not take what was asked for; is it in a "
	  "restricted mode?" },
	{ ENOTTY, "this kernel's KVM is too old for it" },
	{ 0, "see the kernel's log" },
};

static const char *advise(int error)
{
	const struct advice *a = advices;

	while (a->error != 0 && a->error != error) {
		a++;
	}
	return a->text;
}

int kvm_refuse(const char *what, int error)
{
	return fail("%s: %s (%s)", what, strerror(error), advise(error));
}

int kvm_call_value(int fd, unsigned long request, const char *name,
		   unsigned long value)
{
	int result;

	do {
		result = ioctl(fd, request, value);
	} while (result < 0 && errno == EINTR && interrupt_signal() == 0);
	return result < 0 ? kvm_refuse(name, errno) : result;
}

int kvm_call(int fd, unsigned long request, const char *name, void *argument)
{
	return kvm_call_value(fd, request, name, (unsigned long)argument);
}

int kvm_capability(int fd, unsigned long capability)
{
	int result = ioctl(fd, KVM_CHECK_EXTENSION, capability);

	return result < 0 ? 0 : result;
}

static int check(struct kvm *kvm)
{
	int version = KVM_CALL(kvm->fd, KVM_GET_API_VERSION, NULL);
	int size;

	if (version < 0) {
		return -1;
	}
	if (version != KVM_API_VERSION) {
		return fail("KVM_GET_API_VERSION: %d, not %d (no KVM that "
			    "programs may use)", version, KVM_API_VERSION);
	}
	size = KVM_CALL(kvm->fd, KVM_GET_VCPU_MMAP_SIZE, NULL);
	if (size < (int)sizeof(struct kvm_run)) {
		return size < 0 ? -1 : fail("KVM_GET_VCPU_MMAP_SIZE: only %d",
					    size);
	}
	kvm->run_size = (size_t)size;
	return 0;
}

int kvm_open(struct kvm *kvm)
{
	kvm->fd = open(KVM_PATH, O_RDWR | O_CLOEXEC);
	if (kvm->fd < 0) {
		return kvm_refuse("can't open " KVM_PATH, errno);
	}
	if (check(kvm) < 0) {
		kvm_close(kvm);
		return -1;
	}
	return 0;
}

void kvm_close(struct kvm *kvm)
{
	close(kvm->fd);
	kvm->fd = -1;
}
