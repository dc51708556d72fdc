#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The stage-2 flush as a module on Debian 13's kernel; tests/full/s2flush.t has
# more kernels and machines, and the audit.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 's2flush.pl';

check_policies({ name => 'trixie cortex-a53', suite => 'trixie',
	cpu => 'cortex-a53' }, qw(none vmid all));
done_testing();
