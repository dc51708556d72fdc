#!/usr/bin/perl
# SPDX-License-Identifier: BSD-2-Clause
#
# What each SMC executes at EL3, instruction by instruction, in QEMU's log: how
# many there are, and that the predictor is invalidated before the first branch.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Monitor;
use File::Temp qw(tempdir);

my $build = $ENV{BUILD} // 'build';
my $work = tempdir(CLEANUP => 1);
my $vector = 0xc00;

# As in payload/calls/calls.S: name, the most instructions that it may take.
my @calls = (
	['ARCH_WORKAROUND_1', 20],
	['ARCH_WORKAROUND_3', 20],
	['ARCH_WORKAROUND_2 (0)', 48],
	['ARCH_WORKAROUND_2 (1)', 48],
	['SMCCC_VERSION', 90],
	['SMCCC_ARCH_FEATURES', 130],
	['PSCI_VERSION', 90],
	['PSCI_FEATURES', 130],
	['MIGRATE_INFO_TYPE', 130],
	['unknown', 90],
	['AFFINITY_INFO', 130],
	['CPU_ON', 280],
);

sub spew {
	my ($path, $bytes) = @_;
	open my $file, '>:raw', $path or die "$path: $!";
	print $file $bytes;
	close $file or die "$path: $!";
}

# The image's first page as text: address => instruction.
sub disassemble {
	my ($image) = @_;
	spew("$work/page0", substr($image, 0, 0x1000));
	my %text = map { $_->[0] => $_->[1] } listing(
		`aarch64-linux-gnu-objdump -D -b binary -m aarch64 $work/page0`);
	return \%text;
}

# As the board's firmware would: no device tree, the kernel at 2 MiB.
sub filled {
	my ($image) = @_;
	substr($image, 0xf0, 16) = pack 'V4', 0, 0, 0, 0x200000;
	return $image;
}

# Run the payload under the image; lists of the addresses that core 0 executed.
sub run {
	my ($image) = @_;
	spew("$work/stub", filled($image));
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		open STDOUT, '>', '/dev/null';
		exec 'timeout', '60', 'qemu-system-aarch64', '-M', 'raspi4b',
			'-display', 'none', '-serial', 'null', '-monitor',
			'none', '-no-reboot', '-accel',
			'tcg,thread=single,one-insn-per-tb=on',
			'-device', "loader,file=$work/stub,addr=0x0,force-raw=on",
			'-device', "loader,file=$work/calls,addr=0x200000,force-raw=on",
			'-d', 'exec,nochain', '-dfilter', '0x0..0xfff',
			'-D', "$work/log" or exit 127;
	}
	waitpid $pid, 0;
	die "QEMU ended with $?\n" if $?;
	my @entries;
	open my $log, '<', "$work/log" or die "log: $!";
	while (<$log>) {
		next unless m{^Trace 0: \S+ \[\w+/([0-9a-f]+)/};
		my $pc = hex $1;
		push @entries, [] if $pc == $vector;
		push @{$entries[-1]}, $pc if @entries && $pc < 0x1000;
	}
	return @entries;
}

# Why this is no entry that invalidates the predictor; nothing if it is.
sub predictor_fault {
	my ($text, @pcs) = @_;
	my @seen = map { $text->{$_} // '?' } @pcs;
	my ($register, $off, $on);
	for my $i (0 .. $#seen) {
		$_ = $seen[$i];
		if (/^(b|b\.\w+|bl|br|blr|ret|cbn?z|tbn?z|eret)\b/) {
			return "\"$_\" at instruction $i, before the toggle";
		}
		if (defined $off && /^(ld|st|dc|prfm|sw|cas)/) {
			return "memory is accessed in the toggle: $_";
		}
		$register = $1 if /^mrs (x\d+), sctlr_el3$/;
		next unless defined $register;
		$off = 1 if /^and $register, $register, #0xfffffffffffffffe$/ &&
			$seen[$i + 1] eq "msr sctlr_el3, $register" &&
			$seen[$i + 2] eq 'isb';
		$on = 1 if $off && /^orr $register, $register, #0x1$/ &&
			$seen[$i + 1] eq "msr sctlr_el3, $register" &&
			$seen[$i + 2] eq 'isb';
		return () if $on && $_ eq 'isb' &&
			$seen[$i - 1] eq "msr sctlr_el3, $register" &&
			$seen[$i - 2] =~ /^orr/;
	}
	return 'no toggle';
}

my $image = slurp("$build/monitor/bcm2711/armstub8.bin");
system('aarch64-linux-gnu-objcopy', '-O', 'binary',
	"$build/payload/calls.elf", "$work/calls") == 0 or die;

my $text = disassemble($image);
my @entries = run($image);
# After the list: the AFFINITY_INFOs that wait, and SYSTEM_OFF.
noted(@entries > @calls, 'every call enters EL3',
	scalar(@entries) . ' entries of core 0');
for my $i (0 .. $#calls) {
	my ($name, $most) = @{$calls[$i]};
	my @pcs = @{$entries[$i] // []};
	my $number = @pcs;
	noted($number > 0 && $number <= $most && $text->{$pcs[-1]} eq 'eret',
		"$name: at most $most instructions", "$number instructions");
}
my @faults = map { predictor_fault($text, @$_) } @entries;
noted(!@faults, 'each of them invalidates the predictor before any branch',
	@faults);

# The checker is seen to fail: without the first write to SCTLR_EL3, which turns
# the MMU off.  (The second one is needed to run at all.)
my $mutant = $image;
for my $at (map { $vector + 4 * $_ } 0 .. 7) {
	my $word = unpack 'V', substr $mutant, $at, 4;
	next if ($word & 0xffffffe0) != 0xd51e1000;
	substr($mutant, $at, 4) = pack 'V', 0xd503201f;
	last;
}
my $changed = disassemble($mutant);
my @mutants = run($mutant);
@faults = map { predictor_fault($changed, @$_) } @mutants;
noted(@mutants && @mutants == @faults ? 1 : 0,
	'a monitor without the toggle is found out', $faults[0] // '');
done_testing();
