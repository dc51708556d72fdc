#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 'kernels.pl';

check_kernel('Debian 13, cortex-a72', split(q( ), q(--arch aarch64 --cpu cortex-a72
	--kernel debian:trixie)));
done_testing();
