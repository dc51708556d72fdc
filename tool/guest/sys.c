/* SPDX-License-Identifier: BSD-2-Clause */
#include "sys.h"

enum number {
	NUMBER_DUP3 = 24,
	NUMBER_MKDIRAT = 34,
	NUMBER_MOUNT = 40,
	NUMBER_FTRUNCATE = 46,
	NUMBER_OPENAT = 56,
	NUMBER_CLOSE = 57,
	NUMBER_PIPE2 = 59,
	NUMBER_READ = 63,
	NUMBER_WRITE = 64,
	NUMBER_PREAD64 = 67,
	NUMBER_EXIT_GROUP = 94,
	NUMBER_FUTEX = 98,
	NUMBER_SCHED_SETAFFINITY = 122,
	NUMBER_SCHED_GETAFFINITY = 123,
	NUMBER_REBOOT = 142,
	NUMBER_UNAME = 160,
	NUMBER_GETRUSAGE = 165,
	NUMBER_GETPID = 172,
	NUMBER_SOCKETPAIR = 199,
	NUMBER_MUNMAP = 215,
	NUMBER_CLONE = 220,
	NUMBER_EXECVE = 221,
	NUMBER_MMAP = 222,
	NUMBER_MPROTECT = 226,
	NUMBER_MADVISE = 233,
	NUMBER_WAIT4 = 260,
	NUMBER_MEMFD_CREATE = 279,
};

#define AF_UNIX 1
#define SOCK_STREAM 1
#define FUTEX_WAIT 0
#define FUTEX_WAKE 1
#define EVERYBODY 0x7fffffff
#define MADV_NOHUGEPAGE 15
#define REBOOT_MAGIC1 0xfee1deadl
#define REBOOT_MAGIC2 0x28121969l
#define REBOOT_POWER_OFF 0x4321fedcl

static long call3(enum number number, long a, long b, long c)
{
	return sys_call((long)number, a, b, c, 0, 0, 0);
}

static long call4(enum number number, long a, long b, long c, long d)
{
	return sys_call((long)number, a, b, c, d, 0, 0);
}

long sys_open(const char *path, int flags)
{
	return call4(NUMBER_OPENAT, SYS_AT_FDCWD, (long)path, flags, 0);
}

long sys_close(long fd)
{
	return call3(NUMBER_CLOSE, fd, 0, 0);
}

long sys_read(long fd, void *buffer, size_t size)
{
	return call3(NUMBER_READ, fd, (long)buffer, (long)size);
}

long sys_write(long fd, const void *buffer, size_t size)
{
	return call3(NUMBER_WRITE, fd, (long)buffer, (long)size);
}

long sys_pread(long fd, void *buffer, size_t size, uint64_t offset)
{
	return call4(NUMBER_PREAD64, fd, (long)buffer, (long)size,
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
	return call3(NUMBER_DUP3, fd, as_fd, 0);
}

long sys_mkdir(const char *path)
{
	return call3(NUMBER_MKDIRAT, SYS_AT_FDCWD, (long)path, 0755);
}

long sys_mount(const char *type, const char *path)
{
	return sys_call(NUMBER_MOUNT, (long)type, (long)path, (long)type, 0, 0,
			0);
}

long sys_pipe(int fds[2])
{
	return call3(NUMBER_PIPE2, (long)fds, 0, 0);
}

long sys_socketpair(int fds[2])
{
	return call4(NUMBER_SOCKETPAIR, AF_UNIX, SOCK_STREAM, 0, (long)fds);
}

long sys_memfd(const char *name)
{
	return call3(NUMBER_MEMFD_CREATE, (long)name, 0, 0);
}

long sys_set_size(long fd, uint64_t size)
{
	return call3(NUMBER_FTRUNCATE, fd, (long)size, 0);
}

void *sys_map(size_t size, int protection, int flags, long fd)
{
	return (void *)sys_call(NUMBER_MMAP, 0, (long)size, protection, flags,
				fd, 0);
}

long sys_unmap(void *address, size_t size)
{
	return call3(NUMBER_MUNMAP, (long)address, (long)size, 0);
}

long sys_protect(void *address, size_t size, int protection)
{
	return call3(NUMBER_MPROTECT, (long)address, (long)size, protection);
}

long sys_no_huge_pages(void *address, size_t size)
{
	return call3(NUMBER_MADVISE, (long)address, (long)size,
		     MADV_NOHUGEPAGE);
}

long sys_failed(const void *address)
{
	long value = (long)address;

	return value < 0 && value >= -4095 ? value : 0;
}

long sys_fork(void)
{
	return sys_call(NUMBER_CLONE, SYS_SIGCHLD, 0, 0, 0, 0, 0);
}

long sys_execute(const char *path, char *const argv[], char *const envp[])
{
	return call3(NUMBER_EXECVE, (long)path, (long)argv, (long)envp);
}

_Noreturn void sys_exit(int status)
{
	for (;;) {
		call3(NUMBER_EXIT_GROUP, status, 0, 0);
	}
}

long sys_wait(long pid, int *status)
{
	long got;

	do {
		got = call4(NUMBER_WAIT4, pid, (long)status, 0, 0);
	} while (got == -SYS_EINTR);
	return got;
}

long sys_getpid(void)
{
	return call3(NUMBER_GETPID, 0, 0, 0);
}

long sys_futex_wait(const uint32_t *word, uint32_t while_it_is)
{
	return call4(NUMBER_FUTEX, (long)word, FUTEX_WAIT, (long)while_it_is,
		     0);
}

long sys_futex_wake_all(const uint32_t *word)
{
	return call3(NUMBER_FUTEX, (long)word, FUTEX_WAKE, EVERYBODY);
}

long sys_get_affinity(struct sys_affinity *affinity)
{
	return call3(NUMBER_SCHED_GETAFFINITY, 0, sizeof(*affinity),
		     (long)affinity);
}

long sys_set_affinity(const struct sys_affinity *affinity)
{
	return call3(NUMBER_SCHED_SETAFFINITY, 0, sizeof(*affinity),
		     (long)affinity);
}

long sys_usage(struct sys_rusage *usage)
{
	return call3(NUMBER_GETRUSAGE, 0, (long)usage, 0);
}

long sys_uname(struct sys_utsname *name)
{
	return call3(NUMBER_UNAME, (long)name, 0, 0);
}

long sys_power_off(void)
{
	return call4(NUMBER_REBOOT, REBOOT_MAGIC1, REBOOT_MAGIC2,
		     REBOOT_POWER_OFF, 0);
}
