#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# fencepost vm on each kind of host: Debian 12's and 13's kernel on cores without
# VHE, on one with it in all three modes of KVM, and on RISC-V; and that a guest
# that is not what was asked for does not pass.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 'vm.pl';

my %nvhe = (bookworm => qr/kvm.*: Hyp mode initialized/,
	trixie => qr/kvm.*: Hyp nVHE mode initialized/);
my $vhe = qr/kvm.*: VHE mode initialized/;
my $protected = qr/kvm.*: Protected (nVHE|hVHE) mode initialized/;
my @riscv64 = (arch => 'riscv64', suite => 'trixie', cpu => 'rv64,h=true',
	mode => qr/kvm.*: hypervisor extension available/);

for my $suite (sort keys %nvhe) {
	my @host = (arch => 'aarch64', suite => $suite);

	check_alone(@host, cpu => 'cortex-a72', mode => $nvhe{$suite});
	check_host(@host, cpu => 'cortex-a53', mode => $nvhe{$suite});
	check_host(@host, cpu => 'cortex-a72', mode => $nvhe{$suite});
	check_host(@host, cpu => 'cortex-a76', mode => $nvhe{$suite},
		options => 'kvm-arm.mode=nvhe');
	check_host(@host, cpu => 'cortex-a76', mode => $vhe);
	check_host(@host, cpu => 'cortex-a76', mode => $protected,
		options => 'kvm-arm.mode=protected');
}
check_mutants(arch => 'aarch64', suite => 'trixie', cpu => 'cortex-a53');
check_host(@riscv64);
check_mutants(@riscv64);
done_testing();
