#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The conformance payload in full: 10^6 random calls and all function numbers of
# all owners.  SEED chooses other random calls than the day's.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Machine;
require 'conformance.pl';

my $seed = $ENV{SEED} // int(time() / 86400);
diag("seed $seed");

for my $board (machine_names()) {
	check_suite("$board, seed $seed", $board,
		{ seed => $seed, random => 1_000_000, stride => 1,
			races => 2000 }, seconds => 3600);
	check_suite("$board, threads, seed $seed", $board,
		{ seed => $seed, random => 200_000, cycles => 1000,
			races => 1000, stride => 251 },
		threads => 'multi', seconds => 1800);
}
done_testing();
