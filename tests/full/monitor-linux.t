#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# Stock kernels of Debian 12 and 13 through the monitor, on both boards: what
# they are told of mitigations, CPUs that idle, come and go, kernels that start
# kernels, power-off and reset; and the same boards without the monitor.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Linux;
require 'boots.pl';

my %kernels = (bookworm => qr/^6\.1\./, trixie => qr/^6\.12\./);

# The judgement is one: on a board without the monitor it is the other way.
sub check_without_monitor
{
	my $name = 'raspi4b without the monitor';
	my $result = linux_boot(suite => 'trixie', board => 'raspi4b',
		firmware => 'none', steps => 'report,off',
		until => qr/System halted/);

	judge_line("$name: no PSCI", qr/^spin-table $/,
		linux_said($result, 'method'));
	judge_line("$name: $_", qr/^Vulnerable/, linux_said($result, $_))
		for qw(spectre_v2 spec_store_bypass);
	is($result->{end}, 'seen', "$name: halts, and stays on");
}

for my $suite (sort keys %kernels) {
	for my $board (qw(raspi4b virt)) {
		my @run = (suite => $suite, board => $board);
		my ($result) = map { check_variant(@run, options => $_) }
			variants();

		judge_line("$suite: the kernel", $kernels{$suite},
			linux_said($result, 'kernel'));
		check_idle(@run);
		check_cycles(200, 20, 3, @run);
	}
}
check_without_monitor();
done_testing();
