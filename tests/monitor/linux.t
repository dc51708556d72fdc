#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# A stock kernel on the board that the monitor is for; tests/full/ has more.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Linux;
require 'boots.pl';

my $name = 'Debian 13, raspi4b';
my $result = linux_boot(suite => 'trixie', board => 'raspi4b',
	steps => 'report,hotplug:4,boot-cpu:1,off');

judge_line("$name: the kernel", qr/^6\.12\./, linux_said($result, 'kernel'));
check_cpus($name, $result);
check_reserved($name, $result);
check_mitigations($name, $result, '');
judge_line("$name: CPUs 1 to 3 off and on", qr/^4 cycles, online 0-3$/,
	linux_said($result, 'hotplug'));
judge_line("$name: CPU 0 off and on", qr/^1 cycles, online 0-3$/,
	linux_said($result, 'boot-cpu'));
check_end($name, $result, 'off');
done_testing();
