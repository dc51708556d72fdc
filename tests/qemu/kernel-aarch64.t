#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Audit;
require 'kernels.pl';

my @machine = split(' ', '--arch aarch64 --cpu cortex-a72
	--kernel debian:trixie');

# The trace with the ISB after the first TLBI that has no DSB made a DSB NSH.
sub mend_trace
{
	my ($from, $to) = @_;
	my ($waits, $mended) = (0, 0);

	open(my $in, '<', $from) or die $!;
	open(my $out, '>', $to) or die $!;
	while (my $line = <$in>) {
		$waits = 1 if $line =~ /^inval .* d508871f /;
		$waits = 0 if $line =~ /^barrier .* d503379f$/;
		if ($waits && $line =~ s/^(barrier .*) d5033fdf$/$1 d503379f/) {
			$waits = 0;
			$mended++;
		}
		print $out $line;
	}
	close($out) or die $!;
	return $mended;
}

sub count_bbm
{
	my ($trace) = @_;
	my $file = scratch('bbm.json');
	my $count = 0;

	fencepost('replay', '--json', $file, $trace);
	$count += $_->{count} for grep { $_->{rule} eq 'BBM' }
		@{read_json($file)->{findings}};
	return $count;
}

# docs/findings.md F1, and that it is what it is said to be.
sub check_first_finding
{
	my $trace = scratch('boot');

	audit(@machine, '--load', 'none', '--record', $trace);
	cmp_ok(count_bbm($trace), '>', 0, 'F1: text is remapped too early');
	is(mend_trace($trace, "$trace.mended"), 1, 'F1: one ISB made a DSB');
	is(count_bbm("$trace.mended"), 0, 'F1: and the finding is gone');
}

check_kernel('Debian 13, cortex-a72', @machine);
check_first_finding();
done_testing();
