# SPDX-License-Identifier: BSD-2-Clause
#
# For the tests in tests/qemu and tests/full: run fencepost, read its JSON.
package Audit;
use strict;
use warnings;
use Exporter 'import';
use File::Temp;
use JSON::PP;

our @EXPORT = qw(audit fencepost read_json read_file top build scratch
	expected_counts);

my $scratch = File::Temp->newdir(CLEANUP => 1);

sub top { return $ENV{ROOT} // '.'; }
sub build { return $ENV{BUILD} // top() . '/build'; }

# A path in a directory that goes away with the test.
sub scratch { return "$scratch/$_[0]"; }

sub read_file
{
	my ($file) = @_;
	open(my $in, '<', $file) or return undef;
	local $/;
	return scalar <$in>;
}

sub read_json
{
	my ($file) = @_;
	my $text = read_file($file);
	return defined $text ? JSON::PP->new->decode($text) : undef;
}

# Runs fencepost with these arguments: (exit status, output of both streams).
sub fencepost
{
	my $fencepost = $ENV{FENCEPOST} // build() . '/fencepost';
	my $log = scratch('log');
	my $pid = fork() // die "fork: $!";
	if (!$pid) {
		open(STDOUT, '>', $log) or die $!;
		open(STDERR, '>&', \*STDOUT) or die $!;
		open(STDIN, '<', '/dev/null') or die $!;
		exec($fencepost, @_) or die "$fencepost: $!";
	}
	waitpid($pid, 0);
	my $status = $? >> 8;
	$status = 128 + ($? & 127) if $? & 127;
	return ($status, read_file($log) // '');
}

my $runs = 0;

# Runs an audit: { status, log, json }.
sub audit
{
	my $file = scratch('report' . ++$runs . '.json');
	my ($status, $log) = fencepost('audit', '--json', $file, @_);
	return { status => $status, log => $log, json => read_json($file),
		file => $file };
}

1;
