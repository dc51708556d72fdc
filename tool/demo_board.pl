#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# A part of make demo: a stock kernel on QEMU's Raspberry Pi 4, as it is and
# through the monitor.  demo_board.pl FILE: rows for the last table go there.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../tests/lib";
use Linux;

my %ends = ('guest-shutdown' => 'off', 'guest-reset' => 'reset',
	'seen' => 'the CPU halts, the board stays on');

sub boot
{
	my ($firmware) = @_;

	return linux_boot(suite => 'trixie', board => 'raspi4b',
		firmware => $firmware, steps => 'report,kexec:1,off',
		until => qr/System halted/);
}

sub last_said
{
	my ($result, $name) = @_;
	my ($line) = reverse linux_said($result, $name);

	$line //= '-';
	$line =~ s/ $//;
	return $line;
}

sub kexec_result
{
	my ($result) = @_;
	my @failed = linux_said($result, 'FAILED');

	return @failed ? 'refused' : 'CPUs ' . last_said($result, 'online');
}

sub rows
{
	my ($result) = @_;

	return (
		['kernel', last_said($result, 'kernel')],
		['CPUs', (linux_said($result, 'online'))[0] // '-'],
		['started by', last_said($result, 'method')],
		['spectre_v2', last_said($result, 'spectre_v2')],
		['spec_store_bypass', last_said($result, 'spec_store_bypass')],
		['after a kexec', kexec_result($result)],
		['power-off', $ends{$result->{end}} // $result->{end}],
	);
}

# What a row of the last table says of it: its first word.
sub verdict
{
	my ($result, $name) = @_;

	return last_said($result, $name) =~ s/\W.*//r;
}

my %results;
for my $firmware ('none', 'monitor') {
	print "\nDebian 13's kernel on raspi4b, ", $firmware eq 'none' ?
		"as it is:\n" : "through the monitor:\n";
	$results{$firmware} = boot($firmware);
	printf("  %-18s %s\n", @$_) for rows($results{$firmware});
}
open(my $rows, '>', $ARGV[0]) or die "$ARGV[0]: $!\n";
for my $name ('spectre_v2', 'spec_store_bypass') {
	print $rows join("\t", "2 Pi 4, $name",
		verdict($results{none}, $name), '-',
		verdict($results{monitor}, $name), 'QEMU raspi4b, Debian 13'),
		"\n";
}
close($rows) or die "$ARGV[0]: $!\n";
