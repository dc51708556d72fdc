#!/usr/bin/perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The monitor's images, as files: what is resident needs nothing else, and has
# no instruction that it must not have.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Monitor;

my $build = $ENV{BUILD} // 'build';
my %images = (
	'bcm2711/armstub8' => 0,
	'bcm2711/armstub8-highperi' => 0,
	'qemu-virt/monitor' => 0x0e000000,
);
my ($page, $magic) = (0x1000, 0x5afe570b);

# Instructions that name a place outside page 0, but for the entry of a reset.
sub strays {
	my ($base, @list) = @_;
	return map { sprintf '%x: %s', @$_ } grep {
		$_->[0] != $base && $_->[1] =~ /^(?:b|b\.\w+|bl|cbn?z|tbn?z|adrp?|ldr)\b.*?\b
			([0-9a-f]+)\s<\w/x &&
			(hex $1 < $base || hex $1 >= $base + $page)
	} @list;
}

sub matching {
	my ($pattern, @list) = @_;
	return map { sprintf '%x: %s', @$_ } grep { $_->[1] =~ $pattern }
		@list;
}

sub open_returns {
	my @list = @_;
	return map { sprintf '%x', $list[$_][0] } grep {
		$list[$_][1] eq 'eret' && ($list[$_ + 1][1] ne 'dsb sy' ||
			$list[$_ + 2][1] ne 'isb')
	} 0 .. $#list;
}

# QEMU forgets translations by itself, so that these work is not seen there.
sub stale_entry {
	my @list = map { $_->[1] } @_;
	my $all = join ';', @list;
	return $all =~ /isb;tlbi alle1;tlbi alle2;ic iallu;dsb sy;isb;/
		? () : 'no invalidation';
}

# What Cortex-A72 wants to be set before its caches and TLBs are used.
sub late_settings {
	my @list = map { $_->[1] } @_;
	my ($used) = grep { $list[$_] =~ /^(msr sctlr_el3|tlbi|ic|dc) ?/ }
		0 .. $#list;
	return grep { my $set = $_;
		!grep { /^msr $set,/ } @list[0 .. ($used // 0)]
	} qw(s3_1_c11_c0_2 s3_1_c15_c2_0 s3_1_c15_c2_1);
}

# Functions that use more of the stack than there is: of core 0 while it boots; of
# each core, less the entry at its top or the caller's registers.
sub deep_stacks {
	my ($elf, $lines) = @_;
	my %at = map { /^([0-9a-f]+) \w (boot_stack\w*)$/ ? ($2, hex $1) : () }
		`aarch64-linux-gnu-nm $elf`;
	my %room = (boot_main => $at{boot_stack_end} - $at{boot_stack},
		boot_interrupts => 256 - 32, psci_park => 256 - 32,
		smccc_call => 256 - 96);
	my $frames = stack_frames(@$lines);
	return map { "$_: " . stack_depth($frames, $_) . " of $room{$_}" }
		grep { !$frames->{$_} ||
			stack_depth($frames, $_) > $room{$_} } sort keys %room;
}

for my $name (sort keys %images) {
	my $base = $images{$name};
	my @list = page0("$build/monitor/$name.elf");
	my @is = (
		[@list > 400 ? () : 'few instructions'],
		[strays($base, @list)],
		[matching(qr/^(br|blr|bra\w+|blra\w+)\b/, @list)],
		[matching(qr/^(ld|st)a?x[rp]|^cas|^swp|^ld(add|clr|eor|set)/,
			@list)],
		[matching(qr/\b[wx](9|1[0-58])\b/, @list)],
		[matching(qr/\b[vqdsbh]\d+\b(?! <)(?!\])/, grep {
			$_->[1] !~ /^(b|bl|b\.\w+|cbn?z|tbn?z|adrp?)\b/
		} @list)],
		[open_returns(@list)],
		[stale_entry(@list)],
	);
	my @names = ('there is code', 'refers to nothing that is given back',
		'no indirect branch', 'no exclusive or atomic access',
		'x9 to x15 and x18 are left alone',
		'no floating-point or vector register',
		'no speculation past ERET',
		'a core that enters has no stale translation or instruction');
	noted(!@{$is[$_]}, "$name: $names[$_]", @{$is[$_]}) for 0 .. $#is;

	my $elf = "$build/monitor/$name.elf";
	my @lines = `aarch64-linux-gnu-objdump -d $elf`;
	my @reset = listing(
		`aarch64-linux-gnu-objdump -d --disassemble=core_init $elf`);
	my @late = late_settings(@reset);
	noted(!@late, "$name: latency, errata and SMPEN before the caches",
		@late);
	my @deep = deep_stacks($elf, \@lines);
	noted(!@deep, "$name: no stack overflows", @deep);
	# One frame too large, and one that calls itself.
	s/\tsub\tsp, sp, #0x\K[0-9a-f]+$/700/ for grep { /\tsub\tsp/ } @lines;
	push @lines, '0 <psci_lock>:', "0:\t\tbl\t0 <psci_lock>";
	@deep = deep_stacks($elf, \@lines);
	noted(@deep == 3, "$name: that is seen to fail", @deep);

	my $bytes = slurp("$build/monitor/$name.bin");
	my ($word) = unpack 'V', substr $bytes, 0xf0, 4;
	noted($word == $magic, "$name: the header asks to be filled in");
	noted(substr($bytes, 0xd8, 24) eq "\0" x 24,
		"$name: the spin table is empty");
	# What ships is built with clang; gcc has no link-time optimization here.
	noted(length $bytes <= ($build =~ /gcc/ ? 0x5000 : 0x4000) || $base,
		"$name: a device tree at 0x4000 is not overwritten",
		length($bytes) . ' bytes');
}

# The checks are seen to fail, each on an instruction that it forbids.
my @bad = ([2, 'bl 2000 <boot_main>'], [4, 'br x3'], [8, 'ldaxr w0, [x1]'],
	[12, 'mov x9, x0'], [16, 'eret'], [20, 'nop'], [24, 'nop']);
noted(strays(0, @bad) == 1 && matching(qr/^(br|blr)\b/, @bad) == 1 &&
	matching(qr/^(ld|st)a?x[rp]/, @bad) == 1 && open_returns(@bad) == 1 &&
	matching(qr/\b[wx](9|1[0-58])\b/, @bad) == 1 && stale_entry(@bad) &&
	late_settings([0, 'msr s3_1_c11_c0_2, x0'], [4, 'msr sctlr_el3, x0'],
		[8, 'msr s3_1_c15_c2_1, x0']) == 2,
	'each check is seen to fail');
done_testing();
