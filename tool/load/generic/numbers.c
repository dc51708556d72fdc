/* SPDX-License-Identifier: BSD-2-Clause */
/* The table that arm64 and riscv64 share (asm-generic/unistd.h). */
#include "../sys.h"

const uint16_t sys_numbers[SYS_NUMBERS] = {
	[SYS_DUP3] = 24,
	[SYS_MKDIRAT] = 34,
	[SYS_MOUNT] = 40,
	[SYS_FTRUNCATE] = 46,
	[SYS_OPENAT] = 56,
	[SYS_CLOSE] = 57,
	[SYS_PIPE2] = 59,
	[SYS_READ] = 63,
	[SYS_WRITE] = 64,
	[SYS_PREAD64] = 67,
	[SYS_EXIT_GROUP] = 94,
	[SYS_FUTEX] = 98,
	[SYS_SCHED_SETAFFINITY] = 122,
	[SYS_SCHED_GETAFFINITY] = 123,
	[SYS_REBOOT] = 142,
	[SYS_UNAME] = 160,
	[SYS_GETRUSAGE] = 165,
	[SYS_GETPID] = 172,
	[SYS_SOCKETPAIR] = 199,
	[SYS_MUNMAP] = 215,
	[SYS_CLONE] = 220,
	[SYS_EXECVE] = 221,
	[SYS_MMAP] = 222,
	[SYS_MPROTECT] = 226,
	[SYS_MADVISE] = 233,
	[SYS_WAIT4] = 260,
	[SYS_MEMFD_CREATE] = 279,
	[SYS_PRCTL] = 167,
};
