#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# linux/fencepost_probe and "fencepost probe" on Debian 13's kernel.  QEMU keeps
# valid entries and no invalid ones; a kept one is played by the module's hook.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use JSON::PP;
use Module;

my ($kernel, $release) = module_kernel();
my $module = module_build('fencepost_probe', $release);

sub said
{
	my ($result, $name) = @_;

	return join("\n", @{$result->{said}{$name} // []});
}

# The six cases of each CPU, with the counts of a line.
sub check_cases
{
	my ($name, $text, $cpus, $counts, $answer) = @_;

	for my $cpu (0 .. $cpus - 1) {
		for my $entry (qw(leaf table)) {
			for my $access (qw(load store fetch)) {
				my $row = "$cpu +$entry +$access +$counts +$answer";

				like($text, qr/^ *$row$/m,
					"$name: CPU $cpu, $entry, $access");
			}
		}
	}
}

# clean, late, kept, broken; stale, the positive control, which QEMU may miss
# when it drops an entry by itself; cured.
my $clean = '256 +0 +0 +0 +2\d\d +256';

sub check_json
{
	my ($name, $text) = @_;
	my ($line) = $text =~ /^(\{.*\})$/m;
	my $json = eval { JSON::PP->new->decode($line // '') } // {};

	is($json->{schema}, 'fencepost.probe/1', "$name: JSON");
	is($json->{answer}, 'not-kept', "$name: JSON: the answer");
	is(scalar(@{$json->{cases} // []}), 12, "$name: JSON: the cases");
}

sub check_answers
{
	my ($name, $result) = @_;
	my $kept = '0 +0 +256 +0 +2\d\d +256';

	check_cases($name, said($result, 'again'), 2, $clean, 'not-kept');
	like(said($result, 'again'),
		qr/^Answer: DOES NOT KEEP.*"svvptc";.*^status 0$/ms,
		"$name: the line");
	check_json($name, said($result, 'json'));
	check_cases("$name, held", said($result, 'held'), 2, $kept, 'kept');
	like(said($result, 'held'),
		qr/TEST OF THE PROBE.*^Answer: KEEPS.*^status 0$/ms,
		"$name, held: keeps");
	check_cases("$name, offline", said($result, 'offline'), 1, $clean,
		'not-kept');
	like(said($result, 'offline'),
		qr/^- 1 of 2 CPUs are offline.*^status 3$/ms,
		"$name, offline: undecided");
}

sub check_rest
{
	my ($name, $result) = @_;
	my @lost = sort { $a <=> $b }
		said($result, 'lost') =~ /^(-?\d+) in round \d$/mg;

	check_cases("$name, busy", said($result, 'busy'), 2,
		$clean, 'not-kept');
	is(said($result, 'unload'), 'status 0', "$name: unloaded");
	is(said($result, 'cycles'), join("\n", ('status 0') x 4),
		"$name: loaded again, often");
	# Six pages for each of 15 cycles would be 90 in each round.
	ok(@lost == 4 && $lost[0] < 45, "$name: no leak") or
		diag(said($result, 'lost'));
	is(said($result, 'gone') =~ s/^ls: .*\n//mgr, 'status 0',
		"$name: no trace left");
	is(said($result, 'complaints'), 'status 0', "$name: a clean log");
}

sub check
{
	my ($svvptc) = @_;
	my $name = "svvptc=$svvptc";
	my $result = module_boot(kernel => $kernel, module => $module,
		init => "$FindBin::Bin/../guest/probe-init",
		cpu => "rv64,svvptc=$svvptc", seconds => 80);

	is(said($result, 'isa') =~ /svvptc/ ? 'on' : 'off', $svvptc,
		"$name: as the kernel sees it");
	like(said($result, 'absent'),
		qr/^fencepost: the module .* is not loaded\nstatus 2$/,
		"$name: no module");
	is(said($result, 'load'), 'status 0', "$name: loaded");
	like(said($result, 'unmounted'), qr/is debugfs mounted.*\nstatus 2$/,
		"$name: no debugfs");
	check_answers($name, $result);
	check_rest($name, $result);
	diag($result->{console}) if !Test::More->builder->is_passing;
}

check('off');
check('on');
done_testing();
