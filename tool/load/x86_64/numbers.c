/* SPDX-License-Identifier: BSD-2-Clause */
/* x86-64's own table (asm/unistd_64.h). */
#include "../sys.h"

const uint16_t sys_numbers[SYS_NUMBERS] = {
	[SYS_DUP3] = 292,
	[SYS_MKDIRAT] = 258,
	[SYS_MOUNT] = 165,
	[SYS_FTRUNCATE] = 77,
	[SYS_OPENAT] = 257,
	[SYS_CLOSE] = 3,
	[SYS_PIPE2] = 293,
	[SYS_READ] = 0,
	[SYS_WRITE] = 1,
	[SYS_PREAD64] = 17,
	[SYS_EXIT_GROUP] = 231,
	[SYS_FUTEX] = 202,
	[SYS_SCHED_SETAFFINITY] = 203,
	[SYS_SCHED_GETAFFINITY] = 204,
	[SYS_REBOOT] = 169,
	[SYS_UNAME] = 63,
	[SYS_GETRUSAGE] = 98,
	[SYS_GETPID] = 39,
	[SYS_SOCKETPAIR] = 53,
	[SYS_MUNMAP] = 11,
	[SYS_CLONE] = 56,
	[SYS_EXECVE] = 59,
	[SYS_MMAP] = 9,
	[SYS_MPROTECT] = 10,
	[SYS_MADVISE] = 28,
	[SYS_WAIT4] = 61,
	[SYS_MEMFD_CREATE] = 319,
	[SYS_PRCTL] = 157,
};
