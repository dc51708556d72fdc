#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
require 'payloads.pl';

check_all('aarch64');
done_testing();
