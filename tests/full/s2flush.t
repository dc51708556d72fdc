#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The stage-2 flush as a module on Debian 12's and 13's kernels in nVHE mode,
# where it has to refuse, and that faults of it would be seen.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 's2flush.pl';

for my $suite (qw(bookworm trixie)) {
	for my $cpu (qw(cortex-a53 cortex-a72 cortex-a76)) {
		my $host = { name => "$suite $cpu", suite => $suite, cpu => $cpu,
			options => 'kvm-arm.mode=nvhe' };

		check_policies($host, qw(none vmid all));
	}
	check_audit({ name => "$suite audit", suite => $suite,
		cpu => 'cortex-a53' });
	my %host = (suite => $suite, cpu => 'cortex-a76');

	check_changes({ %host, name => "$suite changes",
		options => 'kvm-arm.mode=nvhe' });
	check_local({ %host, name => "$suite local",
		options => 'kvm-arm.mode=nvhe' });
	check_refused({ %host, name => "$suite VHE" }, qr/EL2 \(VHE\)/);
	check_refused({ %host, name => "$suite protected",
		options => 'kvm-arm.mode=protected' }, qr/protected mode/);
	check_refused({ %host, name => "$suite without KVM", cpu => 'cortex-a72',
		options => 'kvm-arm.mode=none' }, qr/KVM is not initialised/);
}
check_mutants({ name => 'mutant', suite => 'trixie', cpu => 'cortex-a53' });
done_testing();
