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
	# OpenSBI flushes once on each hart at start-up, by two instructions.
	for my $site (grep { $_->{symbol} =~ /^firmware(\+|$)/ }
			@{$audit->{json}{sites}}) {
		is($site->{issued}, $cpus, "$cpus CPUs: firmware $site->{op}");
		for my $cpu (keys %ours) {
			delete $ours{$cpu}{$site->{op}}
				if !--$ours{$cpu}{$site->{op}};
		}
	}
	is(scalar(keys %own), $cpus, "$cpus CPUs: each of them counted");
	is_deeply(\%ours, \%own, "$cpus CPUs: the same on each");
}
done_testing();
