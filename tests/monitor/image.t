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
	matching(qr/\b[wx](9|1[0-58])\b/, @bad) == 1 && stale_entry(@bad),
	'each check is seen to fail');
done_testing();
