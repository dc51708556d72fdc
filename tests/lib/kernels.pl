# SPDX-License-Identifier: BSD-2-Clause
#
# What has to hold for the audit of any stock kernel.
use strict;
use warnings;
use Test::More;
use JSON::PP;
use Audit;

my $loads = $ENV{FENCEPOST_LOADS} // 'fork:20,mmap:20,mprotect:20';

# The sum of what the counting plugin saw.
sub independent_count
{
	my ($file) = @_;
	my $total = 0;
	for my $line (split /\n/, read_file($file) // '') {
		$total = $1 if $line =~ /^total\s+(\d+)$/;
	}
	return $total;
}

sub check_names
{
	my ($name, $json) = @_;
	my @nameless = grep { $_->{symbol} !~ /^[A-Za-z_.\$]/ }
		@{$json->{sites}};

	is(scalar(@nameless), 0, "$name: every site has a name") or
		diag(join("\n", map { $_->{symbol} } @nameless));
}

sub check_unjudged
{
	my ($name, $json) = @_;
	my @others = grep { $_->{reason} !~ /^(EL2|EL3|M-MODE)$/ }
		@{$json->{unjudged}};

	is(scalar(@others), 0, "$name: only EL2, EL3 and M-mode are unjudged");
}

sub check_sums
{
	my ($name, $json) = @_;
	my $totals = $json->{totals};
	my $sum = 0;

	$sum += $totals->{$_} for qw(required preventive deferrable redundant
		insufficient repeat unjudged);
	is($sum, $totals->{issued}, "$name: the verdicts add up");
	for my $table (qw(ops sites)) {
		$sum = 0;
		$sum += $_->{issued} for @{$json->{$table}};
		is($sum, $totals->{issued}, "$name: and so do the $table");
	}
}

sub without_run
{
	my ($json) = @_;
	my %copy = %$json;

	delete $copy{run};
	return \%copy;
}

sub check_replay
{
	my ($name, $audit, $trace) = @_;
	my $file = scratch('replayed.json');
	my $verdicts = scratch('verdicts');
	my $oracle = scratch('oracle');
	my ($status, $log) = fencepost('replay', '--json', $file,
		'--verdicts', $verdicts, $trace);

	ok($status <= 1, "$name: replay") or diag($log);
	is_deeply(without_run(read_json($file)),
		without_run($audit->{json}), "$name: replay gives the same");
	system(build() . "/tests/oracle $trace >$oracle");
	is($?, 0, "$name: the second ledger read the trace");
	my $lines = () = (read_file($verdicts) // '') =~ /^verdict /mg;
	is($lines, $audit->{json}{totals}{issued} , "$name: a verdict each");
	my $diff = `diff $verdicts $oracle | head -n 20`;
	is($diff, '', "$name: the second ledger agrees event by event");
}

sub check_kernel
{
	my ($name, @options) = @_;
	my $trace = scratch('trace');
	my $counts = scratch('counts');
	my @audit = (@options, '--load', $loads);
	my $first = audit(@audit, '--record', $trace);

	is($first->{status}, 0, "$name: no finding but known ones") or
		diag($first->{log});
	return if !$first->{json};
	check_names($name, $first->{json});
	check_unjudged($name, $first->{json});
	check_sums($name, $first->{json});
	check_replay($name, $first, $trace);
	unlink($trace);

	my $second = audit(@audit, '--', '-plugin',
		build() . "/tests/count.so,out=$counts");
	ok(read_file($first->{file}) eq read_file($second->{file}),
		"$name: a second run gives the same bytes");
	is(independent_count($counts), $first->{json}{totals}{issued},
		"$name: an independent count is the same");
}

1;
