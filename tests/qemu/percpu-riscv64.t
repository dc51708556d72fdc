#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# Each CPU issues a number of its own, from code that all of them share: the
# right CPU is told for every single one.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Audit;

for my $cpus (1, 2, 4) {
	my $audit = audit(qw(--arch riscv64 --payload percpu-riscv64 --smp), $cpus);
	is($audit->{status}, 0, "$cpus CPUs: exit status") or
		diag($audit->{log});
	my %own;
	$own{$_->{cpu}}{$_->{op}} += $_->{n} for @{$audit->{json}{expect}};
	my %ours;
	$ours{$_->{cpu}}{$_->{op}} += $_->{issued} for
		@{$audit->{json}{cpus}};
	is(scalar(keys %own), $cpus, "$cpus CPUs: each of them counted");
	is_deeply(\%ours, \%own, "$cpus CPUs: the same on each");
}
done_testing();
