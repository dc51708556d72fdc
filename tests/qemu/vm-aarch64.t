#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# fencepost vm on Debian 13's kernel; tests/full/vm.t has more machines.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 'vm.pl';

my @nvhe = (arch => 'aarch64', suite => 'trixie', cpu => 'cortex-a53',
	mode => qr/kvm.*: Hyp nVHE mode initialized successfully/);

check_alone(@nvhe);
check_host(@nvhe);
done_testing();
