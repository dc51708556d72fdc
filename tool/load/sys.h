/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's interface, as far as the loads and the init of audited guests
 * need it: without a libc, so the same instructions run in both.
 *
 * All architectures share the layout of everything here.  Each call returns
 * what the kernel returned: 0 or more, or minus the error number.
 */
#ifndef LOAD_SYS_H
#define LOAD_SYS_H

#include <stddef.h>
#include <stdint.h>

#define SYS_EINTR 4
#define SYS_EFAULT 14
#define SYS_EBUSY 16
#define SYS_EEXIST 17

#define SYS_AT_FDCWD (-100)
#define SYS_O_RDONLY 0
#define SYS_O_RDWR 2

#define SYS_PROT_NONE 0
#define SYS_PROT_READ 1
#define SYS_PROT_WRITE 2

#define SYS_MAP_SHARED 1
#define SYS_MAP_PRIVATE 2
#define SYS_MAP_ANONYMOUS 0x20

#define SYS_SIGCHLD 17

/* A thread of this process: all shared; the kernel clears *alive at its end. */
#define SYS_CLONE_THREAD_FLAGS 0x250f00ul

/* CPUs that an affinity mask here can name. */
#define SYS_CPUS_MAX 1024

/* struct new_utsname: six texts of 65 bytes. */
struct sys_utsname {
	char text[6][65];
};

_Static_assert(sizeof(struct sys_utsname) == 390, "ABI of uname(2)");

/* struct rusage: two times, then counters. */
struct sys_rusage {
	int64_t time[4];
	int64_t maxrss;
	int64_t unused[3];
	int64_t minor_faults;
	int64_t major_faults;
	int64_t others[8];
};

_Static_assert(sizeof(struct sys_rusage) == 144, "ABI of getrusage(2)");

struct sys_affinity {
	uint64_t bits[SYS_CPUS_MAX / 64];
};

/* Which call has which number is the architecture's: numbers.c. */
enum sys_number {
	SYS_DUP3, SYS_MKDIRAT, SYS_MOUNT, SYS_FTRUNCATE, SYS_OPENAT,
	SYS_CLOSE, SYS_PIPE2, SYS_READ, SYS_WRITE, SYS_PREAD64,
	SYS_EXIT_GROUP, SYS_FUTEX, SYS_SCHED_SETAFFINITY,
	SYS_SCHED_GETAFFINITY, SYS_REBOOT, SYS_UNAME, SYS_GETRUSAGE,
	SYS_GETPID, SYS_SOCKETPAIR, SYS_MUNMAP, SYS_CLONE, SYS_EXECVE,
	SYS_MMAP, SYS_MPROTECT, SYS_MADVISE, SYS_WAIT4, SYS_MEMFD_CREATE,
	SYS_PRCTL,
	SYS_NUMBERS,
};

extern const uint16_t sys_numbers[SYS_NUMBERS];

/* In ARCH/call.S. */
long sys_call(long number, long a, long b, long c, long d, long e, long f);
long sys_thread(unsigned long flags, void *stack_top, uint32_t *alive,
		int (*run)(void *argument), void *argument);

long sys_open(const char *path, int flags);
long sys_close(long fd);
long sys_read(long fd, void *buffer, size_t size);
long sys_write(long fd, const void *buffer, size_t size);
/* At an offset, without moving the file's position. */
long sys_pread(long fd, void *buffer, size_t size, uint64_t offset);
/* Until size bytes have moved; fewer only at the end of the file. */
long sys_read_all(long fd, void *buffer, size_t size);
long sys_write_all(long fd, const void *buffer, size_t size);
long sys_duplicate(long fd, long as_fd);
long sys_mkdir(const char *path);
long sys_mount(const char *type, const char *path);
/* fds[0] is read, fds[1] is written. */
long sys_pipe(int fds[2]);
/* Two connected sockets, of family AF_UNIX, type SOCK_STREAM. */
long sys_socketpair(int fds[2]);
long sys_memfd(const char *name);
long sys_set_size(long fd, uint64_t size);

/* Address, or minus the error number: use sys_failed(). */
void *sys_map(size_t size, int protection, int flags, long fd);
/* The same from an offset in the file, in bytes. */
void *sys_map_at(size_t size, int protection, int flags, long fd,
		 uint64_t offset);
long sys_unmap(void *address, size_t size);
long sys_protect(void *address, size_t size, int protection);
/* Their content is gone; private anonymous pages come back as zeros. */
long sys_drop(void *address, size_t size);
/* Single pages only, whatever the system's policy on huge ones. */
long sys_no_huge_pages(void *address, size_t size);
/* Minus the error number if this is one, else 0. */
long sys_failed(const void *address);

/* The child is killed when its parent ends, however that ends. */
long sys_fork(void);
long sys_execute(const char *path, char *const argv[], char *const envp[]);
_Noreturn void sys_exit(int status);
/* Wait for the child pid; *status as wait4(2) gives it. */
long sys_wait(long pid, int *status);
long sys_getpid(void);

long sys_futex_wait(const uint32_t *word, uint32_t while_it_is);
long sys_futex_wake_all(const uint32_t *word);
/* The caller's own thread.  Get: bytes of the mask that the kernel wrote. */
long sys_get_affinity(struct sys_affinity *affinity);
long sys_set_affinity(const struct sys_affinity *affinity);

long sys_usage(struct sys_rusage *usage);
long sys_uname(struct sys_utsname *name);
long sys_power_off(void);

#endif
