#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# What a VM's teardown costs, as fencepost measure asks it, on Debian 13's kernel
# with each policy of the module; tests/full/recipes.t has the other recipes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 'recipes.pl';

check_teardown(cpu => 'cortex-a53', part => '0xd03',
	options => '--seconds 0.3 --warm-up 0.1');
done_testing();
