#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# Every recipe of fencepost measure that is for arm64 or riscv64 runs to its end,
# and did what it says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 'recipes.pl';

my $short = '--seconds 0.3 --warm-up 0.1';

check_residue(cpu => 'cortex-a53', part => '0xd03', options => $short);
check_virt_at_load(options => '--seconds 0.1 --warm-up 0.05');
check_teardown(cpu => 'cortex-a72', part => '0xd08', options => $short);
check_mappings(cpu => 'rv64,svvptc=on', isa => qr/_svvptc/,
	options => $short);
check_mappings(cpu => 'rv64,svvptc=off', isa => qr/^(?!.*svvptc)rv64/,
	options => $short);
check_mitigations(options => $short);
done_testing();
