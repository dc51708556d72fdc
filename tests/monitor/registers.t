#!/usr/bin/perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The machine code of the fast calls, run on mock registers: QEMU ignores
# CPUACTLR_EL1, so here is shown which bit of which core's changes.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Monitor;
no warnings 'portable';	# 64-bit numbers are meant

my $build = $ENV{BUILD} // 'build';
my ($vector, $bit55) = (0xc00, 1 << 55);
my $actlr = 's3_1_c15_c2_0';
my $all = ~0;

# Page 0 of the shipped image: address => instruction.
sub disassemble {
	my %text = map { $_->[0] => $_->[1] }
		page0("$build/monitor/bcm2711/armstub8.elf");
	return \%text;
}

sub value {
	my ($core, $operand) = @_;
	return hex $1 if $operand =~ /^#0x([0-9a-f]+)$/;
	return $1 if $operand =~ /^#(\d+)$/;
	return 0 if $operand =~ /^[wx]zr$/;
	my $name = $operand =~ s/^w/x/r;
	my $value = $core->{$name} // die "no register $operand";
	return $operand =~ /^w/ ? $value & 0xffffffff : $value;
}

sub set {
	my ($core, $register, $value) = @_;
	my $name = $register =~ s/^w/x/r;
	$core->{$name} = $register =~ /^w/ ? $value & 0xffffffff : $value;
}

my %operators = (
	and => sub { $_[0] & $_[1] }, orr => sub { $_[0] | $_[1] },
	eor => sub { $_[0] ^ $_[1] }, add => sub { $_[0] + $_[1] },
);

# One instruction; where to go on, if not behind it.
sub step {
	my ($core, $text) = @_;
	my ($name, @at) = split /,? /, $text;
	if ($name eq 'mrs') {
		set($core, $at[0], $core->{$at[1]} // die $text);
	} elsif ($name eq 'msr') {
		push @{$core->{written}}, $at[0];
		$core->{$at[0]} = value($core, $at[1]);
	} elsif ($operators{$name}) {
		set($core, $at[0], $operators{$name}->(
			value($core, $at[1]), value($core, $at[2])));
	} elsif ($name eq 'mov') {
		set($core, $at[0], value($core, $at[1]));
	} elsif ($name eq 'cmp') {
		$core->{equal} = value($core, $at[0]) ==
			(value($core, $at[1]) << (value($core, $at[3] // '#0')));
	} elsif ($name eq 'b.eq' || $name eq 'b.ne') {
		return hex $at[0] if $core->{equal} == ($name eq 'b.eq');
	} elsif ($name eq 'cbnz') {
		return hex $at[1] if value($core, $at[0]);
	} elsif ($name eq 'b') {
		return hex $at[0];
	} elsif ($name !~ /^(isb|dsb)$/) {
		die "not known here: $text";
	}
	return;
}

# An SMC of this core's, to its ERET.
sub smc {
	my ($core, $text, $x0, $x1) = @_;
	@$core{qw(x0 x1 written)} = ($x0, $x1, []);
	$core->{esr_el3} = 0x5e000000;
	my $pc = $vector;
	for (1 .. 100) {
		my $instruction = $text->{$pc} // die sprintf 'at %x', $pc;
		return if $instruction eq 'eret';
		$pc = step($core, $instruction) // $pc + 4;
	}
	die 'no ERET';
}

sub new_core {
	my ($number) = @_;
	my %core = map { ("x$_" => 0x1111111111111111 * ($_ % 16) + $number) }
		0 .. 30;
	return { %core, sp => 0, sctlr_el3 => 0x30cd1835, far_el3 => 0,
		tpidr_el3 => 0x1000, $actlr => 0x0123456701234567 ^ $number };
}

# What a call must not change, as text.
sub kept {
	my ($core) = @_;
	return join ' ', map { sprintf '%s=%x', $_, $core->{$_} }
		map({ "x$_" } 2 .. 30), 'sctlr_el3', 'tpidr_el3';
}

my $text = disassemble();
my @cores = map { new_core($_) } 0 .. 3;
my $garbage = 0xdeadbeef00000000;
for my $case ([0, 0], [1, 1], [0x80000000, 1], [$garbage, 0],
		[$garbage | 4, 1], [0, 0]) {
	my ($x1, $on) = @$case;
	for my $number (0 .. 3) {
		my $core = $cores[$number];
		my @others = map { $_->{$actlr} }
			grep { $_ != $core } @cores;
		my ($before, $old) = (kept($core), $core->{$actlr});
		smc($core, $text, $garbage | 0x80007fff, $x1);
		my $want = $on ? $old | $bit55 : $old & ($all ^ $bit55);
		my @now = map { $_->{$actlr} } grep { $_ != $core } @cores;
		noted($core->{$actlr} == $want && "@others" eq "@now" &&
			kept($core) eq $before && $core->{x1} == $x1 &&
			$core->{x0} == ($garbage | 0x80007fff),
			sprintf('ARCH_WORKAROUND_2 on core %d: x1=%x, bit 55 %s',
				$number, $x1, $on ? 'set' : 'clear'));
	}
}
for my $function (0x80008000, 0x80003fff) {
	my $core = $cores[2];
	my ($before, $old) = (kept($core), $core->{$actlr});
	smc($core, $text, $function, 5);
	noted($core->{$actlr} == $old && kept($core) eq $before &&
		$core->{x1} == 5 && $core->{x0} == $function &&
		"@{$core->{written}}" eq 'far_el3 sctlr_el3 sctlr_el3',
		sprintf('%x changes nothing but the predictor', $function));
}

# Seen to fail: another bit.
my %mutant = map { $_ => $text->{$_} =~ s/#0x80000000000000\b/#0x1/r }
	keys %$text;
my $core = new_core(0);
smc($core, \%mutant, 0x80007fff, 1);
noted($core->{$actlr} != (new_core(0)->{$actlr} | $bit55),
	'another bit is noticed');
done_testing();
