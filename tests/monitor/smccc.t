#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The monitor answers as PSCI and SMCCC say, on both boards, from the first
# instruction at EL3 to power-off or reset.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Machine;
require 'conformance.pl';

my @endings = (
	{ end => 'off', cpu => 3 },
	{ end => 'reset', cpu => 0 },
	{ end => 'reset', cpu => 3 },
	{ end => 'reset2', cpu => 0 },
	{ end => 'reset2-64', cpu => 3 },
);

for my $board (machine_names()) {
	check_suite($board, $board, {});
	# One host thread for each CPU: races are real, waits are slow.
	check_suite("$board, threads", $board,
		{ cycles => 25, random => 4000, stride => 50_003, races => 25 },
		threads => 'multi');
	for my $ending (@endings) {
		check_suite("$board, $ending->{end} by CPU $ending->{cpu}",
			$board, { %$ending, only => 1 });
	}
	check_reaches("$board, header not filled", $board, unfilled => 1);
	check_reaches("$board, no tree", $board, tree_address => 0);
	check_reaches("$board, a tree of garbage", $board,
		garbage => "\xa5" x 65536);
	check_reaches("$board, a tree where there is no memory", $board,
		tree_address => 0xf0000000);
}
done_testing();
