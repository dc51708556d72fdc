# SPDX-License-Identifier: BSD-2-Clause
#
# An experiment that asks for other boots, on a Raspberry Pi 4 in QEMU: each boot
# is made as the one before it said, and gets its state file.  A plugin counts the
# calls of the monitor.
package Reboots;
use strict;
use warnings;
use Exporter 'import';
use Archive;
use Audit;
use Board;
use Test::More;

our @EXPORT = qw(reboots_run);

my $monitor = 'monitor/bcm2711/armstub8';

# Where ARCH_WORKAROUND_1 (or _3) and _2 are known to be that, as addresses.
sub find_places
{
	my ($place, %found) = '';

	for (`aarch64-linux-gnu-objdump -d @{[build()]}/$monitor.elf`) {
		$place = $1 if /<(\w+)>:$/;
		my ($address, $text) = /^ *([0-9a-f]+):\t[0-9a-f]+ \t(.*)/ or next;
		$text =~ s/\t/ /;
		$found{1} //= $address
			if $place eq 'vector_aarch64' && $text eq 'mrs x1, far_el3';
		$found{2} //= $address
			if $place eq 'smc_usual' && $text eq 'mov sp, x2';
	}
	keys(%found) == 2 or die "no calls found in $monitor.elf\n";
	return \%found;
}

sub get_kernel
{
	my $pattern = qr{^aarch64 +trixie .* (/.*)/vmlinuz$}m;
	my (undef, $list) = fencepost('kernel', 'list');

	if ($list !~ $pattern) {
		fencepost(qw(kernel get --arch aarch64 trixie));
		(undef, $list) = fencepost('kernel', 'list');
	}
	$list =~ $pattern or die "no kernel of trixie: $list\n";
	return { image => "$1/vmlinuz", tree => "$1/bcm2711-rpi-4-b.dtb" };
}

sub find_busybox
{
	chomp(my $root = `@{[top()]}/tests/lib/packages.sh arm64 trixie \\
		busybox-static`);
	my ($file) = glob("$root/{usr/,}bin/busybox");

	return $file // die "no busybox for arm64\n";
}

sub write_file
{
	my ($file, $text) = @_;

	open(my $out, '>', $file) or die "$file: $!\n";
	print $out $text;
	close($out) or die "$file: $!\n";
	return $file;
}

sub write_boot
{
	my ($initrd, $measure, $state) = @_;
	my $steps = "NO_COLOR=1 /fencepost $measure --json /json >/table 2>/log\n" .
		"cat /log\ncat /state\ncat /table\n[ ! -e /json ] || cat /json\n";

	write_archive($initrd, {
		init => [top() . '/tests/guest/steps-init', 0755],
		'bin/busybox' => [find_busybox(), 0755],
		fencepost => [top() . '/build/fencepost-aarch64', 0755],
		steps => [write_file(scratch('steps'), $steps), 0644],
		defined $state ? (state => [write_file(scratch('state'),
			$state), 0644]) : () });
}

sub read_boot
{
	my ($console) = @_;
	my (@texts, @status);

	while ($console =~ /^steps: run .*\n((?s:.*?))^?steps: status (\d+)$/mg) {
		push @texts, $1;
		push @status, $2;
	}
	return { status => $status[0], log => $texts[1], state => $texts[2],
		table => $texts[3], json => $texts[4] };
}

# What the experiment says that it needs; words is changed for it.
sub follow
{
	my ($log, $words, $firmware) = @_;
	my ($boot) = $log =~ /: boot (.*), then --resume$/m or return undef;

	$words->{$2} = $1 eq 'with'
		while $boot =~ /a kernel (with|without) "([^"]*)"/g;
	return $boot =~ /firmware (with|without) PSCI/ ? $1 eq 'with' : $firmware;
}

sub boot
{
	my ($run, $kernel, $state, $words, $firmware, $places) = @_;
	my ($initrd, $counts) = (scratch('reboots'), scratch('calls'));
	my $places_text = join(',', map { "pc=$places->{$_}" } (1, 2));

	unlink($counts);
	write_boot($initrd, defined $state ? 'measure --resume /state' :
		"$run->{measure} --state /state", $state);
	my $result = board_boot('raspi4b', kernel => $kernel->{image},
		firmware => $firmware ? build() . "/$monitor.bin" : undef,
		initrd => $initrd, board_tree => $kernel->{tree},
		seconds => 200, until => qr/^steps: end/m,
		plugin => build() . "/tests/count.so,out=$counts,$places_text",
		command => join(' ', 'fencepost.simulated',
			grep { $words->{$_} } sort keys %$words));
	my %calls = (read_file($counts) // '') =~ /^pc ([0-9a-f]+) (\d+)$/mg;

	return { %{read_boot($result->{console})}, end => $result->{end},
		console => $result->{console}, firmware => $firmware,
		words => { %$words },
		map { ("wa$_" => $calls{$places->{$_}}) } (1, 2) };
}

# In: measure (the command without --state), boots (the most).  Out: of each boot
# status, table, log, state, json, end, console, firmware, words, and wa1, wa2:
# calls of ARCH_WORKAROUND_1 and _2.
sub reboots_run
{
	my (%run) = @_;
	my ($kernel, $places, $firmware) = (get_kernel(), find_places(), 1);
	my (%words, $state, @boots);

	while (defined $firmware && @boots < $run{boots}) {
		my $boot = boot(\%run, $kernel, $state, \%words, $firmware,
			$places);

		push @boots, $boot;
		note('boot ', scalar(@boots), ', ', $firmware ? '' : 'no ',
			"monitor", map { $words{$_} ? ", $_" : () }
			sort keys %words);
		note("calls of ARCH_WORKAROUND_1: $boot->{wa1}, _2: ",
			$boot->{wa2}, ', of ', join(', ', ($boot->{log} // '')
			=~ /(run \d+, arm \d+)/g));
		last if !defined $boot->{state} || $boot->{status} ne '4';
		$state = $boot->{state};
		$firmware = follow($boot->{log}, \%words, $firmware);
	}
	return \@boots;
}

1;
