/* SPDX-License-Identifier: BSD-2-Clause */
#include "sys.h"

#define AF_UNIX 1
#define SOCK_STREAM 1
#define FUTEX_WAIT 0
#define FUTEX_WAKE 1
#define EVERYBODY 0x7fffffff
#define MADV_DONTNEED 4
#define MADV_NOHUGEPAGE 15
#define PR_SET_PDEATHSIG 1
#define SIGKILL 9
#define REBOOT_MAGIC1 0xfee1deadl
#define REBOOT_MAGIC2 0x28121969l
#define REBOOT_POWER_OFF 0x4321fedcl

static long call3(enum sys_number number, long a, long b, long c)
{
	return sys_call(sys_numbers[number], a, b, c, 0, 0, 0);
}

static long call4(enum sys_number number, long a, long b, long c, long d)
{
	return sys_call(sys_numbers[number], a, b, c, d, 0, 0);
}

long sys_open(const char *path, int flags)
{
	return call4(SYS_OPENAT, SYS_AT_FDCWD, (long)path, flags, 0);
}

long sys_close(long fd)
{
	return call3(SYS_CLOSE, fd, 0, 0);
}

long sys_read(long fd, void *buffer, size_t size)
{
	return call3(SYS_READ, fd, (long)buffer, (long)size);
}

long sys_write(long fd, const void *buffer, size_t size)
{
	return call3(SYS_WRITE, fd, (long)buffer, (long)size);
}

long sys_pread(long fd, void *buffer, size_t size, uint64_t offset)
{
	return call4(SYS_PREAD64, fd, (long)buffer, (long)size,
		     (long)offset);
}

long sys_read_all(long fd, void *buffer, size_t size)
{
	size_t done = 0;

	while (done < size) {
		long got = sys_read(fd, (char *)buffer + done, size - done);

		if (got == 0) {
			break;
		}
		if (got < 0 && got != -SYS_EINTR) {
			return got;
		}
		done += got > 0 ? (size_t)got : 0;
	}
	return (long)done;
}

long sys_write_all(long fd, const void *buffer, size_t size)
{
	size_t done = 0;

	while (done < size) {
		long put =
			sys_write(fd, (const char *)buffer + done, size - done);

		if (put < 0 && put != -SYS_EINTR) {
			return put;
		}
		done += put > 0 ? (size_t)put : 0;
	}
	return (long)done;
}

long sys_duplicate(long fd, long as_fd)
{
	return call3(SYS_DUP3, fd, as_fd, 0);
}

long sys_mkdir(const char *path)
{
	return call3(SYS_MKDIRAT, SYS_AT_FDCWD, (long)path, 0755);
}

long sys_mount(const char *type, const char *path)
{
	return sys_call(sys_numbers[SYS_MOUNT], (long)type, (long)path,
			(long)type, 0, 0, 0);
}

long sys_pipe(int fds[2])
{
	return call3(SYS_PIPE2, (long)fds, 0, 0);
}

long sys_socketpair(int fds[2])
{
	return call4(SYS_SOCKETPAIR, AF_UNIX, SOCK_STREAM, 0, (long)fds);
}

long sys_memfd(const char *name)
{
	return call3(SYS_MEMFD_CREATE, (long)name, 0, 0);
}

long sys_set_size(long fd, uint64_t size)
{
	return call3(SYS_FTRUNCATE, fd, (long)size, 0);
}

void *sys_map(size_t size, int protection, int flags, long fd)
{
	return sys_map_at(size, protection, flags, fd, 0);
}

void *sys_map_at(size_t size, int protection, int flags, long fd,
		 uint64_t offset)
{
	return (void *)sys_call(sys_numbers[SYS_MMAP], 0, (long)size,
				protection, flags, fd, (long)offset);
}

long sys_unmap(void *address, size_t size)
{
	return call3(SYS_MUNMAP, (long)address, (long)size, 0);
}

long sys_protect(void *address, size_t size, int protection)
{
	return call3(SYS_MPROTECT, (long)address, (long)size, protection);
}

long sys_drop(void *address, size_t size)
{
	return call3(SYS_MADVISE, (long)address, (long)size, MADV_DONTNEED);
}

long sys_no_huge_pages(void *address, size_t size)
{
	return call3(SYS_MADVISE, (long)address, (long)size,
		     MADV_NOHUGEPAGE);
}

long sys_failed(const void *address)
{
	long value = (long)address;

	return value < 0 && value >= -4095 ? value : 0;
}

long sys_fork(void)
{
	long pid = sys_call(sys_numbers[SYS_CLONE], SYS_SIGCHLD, 0, 0, 0, 0,
			    0);

	if (pid == 0) {
		call3(SYS_PRCTL, PR_SET_PDEATHSIG, SIGKILL, 0);
	}
	return pid;
}

long sys_execute(const char *path, char *const argv[], char *const envp[])
{
	return call3(SYS_EXECVE, (long)path, (long)argv, (long)envp);
}

_Noreturn void sys_exit(int status)
{
	for (;;) {
		call3(SYS_EXIT_GROUP, status, 0, 0);
	}
}

long sys_wait(long pid, int *status)
{
	long got;

	do {
		got = call4(SYS_WAIT4, pid, (long)status, 0, 0);
	} while (got == -SYS_EINTR);
	return got;
}

long sys_getpid(void)
{
	return call3(SYS_GETPID, 0, 0, 0);
}

long sys_futex_wait(const uint32_t *word, uint32_t while_it_is)
{
	return call4(SYS_FUTEX, (long)word, FUTEX_WAIT, (long)while_it_is,
		     0);
}

long sys_futex_wake_all(const uint32_t *word)
{
	return call3(SYS_FUTEX, (long)word, FUTEX_WAKE, EVERYBODY);
}

long sys_get_affinity(struct sys_affinity *affinity)
{
	return call3(SYS_SCHED_GETAFFINITY, 0, sizeof(*affinity),
		     (long)affinity);
}

long sys_set_affinity(const struct sys_affinity *affinity)
{
	return call3(SYS_SCHED_SETAFFINITY, 0, sizeof(*affinity),
		     (long)affinity);
}

long sys_usage(struct sys_rusage *usage)
{
	return call3(SYS_GETRUSAGE, 0, (long)usage, 0);
}

long sys_uname(struct sys_utsname *name)
{
	return call3(SYS_UNAME, (long)name, 0, 0);
}

long sys_power_off(void)
{
	return call4(SYS_REBOOT, REBOOT_MAGIC1, REBOOT_MAGIC2,
		     REBOOT_POWER_OFF, 0);
}
