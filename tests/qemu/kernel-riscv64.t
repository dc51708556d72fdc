#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 'kernels.pl';

check_kernel('Debian 13, svvptc=off', split(q( ), q(--arch riscv64
	--cpu rv64,svvptc=off --kernel debian:trixie)));
done_testing();
