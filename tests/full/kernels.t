#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The kernels and the load that the first issue names.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
BEGIN { $ENV{FENCEPOST_LOADS} = 'fork:200,mmap:200,mprotect:200'; }
require 'kernels.pl';

check_kernel('Debian 12, cortex-a53', split(q( ), q(--arch aarch64 --cpu cortex-a53
	--kernel debian:bookworm)));
check_kernel('Debian 13, cortex-a72', split(q( ), q(--arch aarch64 --cpu cortex-a72
	--kernel debian:trixie)));
check_kernel('Debian 13, cortex-a76', split(q( ), q(--arch aarch64 --cpu cortex-a76
	--kernel debian:trixie)));
check_kernel('Debian 13, svvptc=off', split(q( ), q(--arch riscv64
	--cpu rv64,svvptc=off --kernel debian:trixie)));
check_kernel('Debian 13, svvptc=on', split(q( ), q(--arch riscv64
	--cpu rv64,svvptc=on --kernel debian:trixie)));
done_testing();
