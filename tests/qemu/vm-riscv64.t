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

# Its KVM is a module, which the program loads.
my @host = (arch => 'riscv64', suite => 'trixie', cpu => 'rv64,h=true',
	mode => qr/kvm.*: hypervisor extension available/);

check_alone(@host);
check_host(@host);
check_refused();
done_testing();

# The same without the H extension.
sub check_refused
{
	my $result = host_alone(@host, cpu => 'rv64,h=false', words => 'vm');

	is($result->{status}, 2, 'no H extension: exit status');
	like($result->{console}, qr{^fencepost: can't load /modules/kvm\.ko.*:}m,
		'no H extension: the module is refused');
	like($result->{console}, qr{^fencepost: can't open /dev/kvm: }m,
		'no H extension: message');
}
