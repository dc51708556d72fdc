#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# What follows from the probe's answer: the same stock kernel on the same
# machine, with the tree as it is and with the line that the probe names; and
# what the comparison of the two audits says.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Audit;

my $qemu = $ENV{FENCEPOST_QEMU} // 'qemu-system-riscv64';
# The places that stock Linux fences after a new user mapping.
my $new_mapping = qr/^(update_mmu_cache_range|set_pte_range|wp_page_reuse)/;

sub run
{
	system(@_) == 0 or die "@_: $?\n";
}

sub words_of
{
	my ($tree, $cpu, $property) = @_;
	chomp(my $words = `fdtget '$tree' '$cpu' '$property'`);
	die "$tree: no $property\n" if $words eq '';
	return split(' ', $words);
}

# As the machine has it; and with the line at each CPU.
sub make_trees
{
	my ($plain, $promised) = (scratch('plain.dtb'), scratch('svvptc.dtb'));
	my $list = 'riscv,isa-extensions';

	run("$qemu -M virt,dumpdtb=$plain -cpu rv64,svvptc=off -smp 2 " .
		"-m 1G -display none >" . scratch('dump') . ' 2>&1');
	run('cp', $plain, $promised);
	for my $cpu (map { "/cpus/cpu\@$_" } 0, 1) {
		run('fdtput', '-t', 's', $promised, $cpu, $list,
			words_of($plain, $cpu, $list), 'svvptc');
	}
	return ($plain, $promised);
}

sub audit_tree
{
	my ($tree) = @_;
	my $audit = audit(split(q( ), q(--arch riscv64 --cpu rv64,svvptc=off
		--kernel debian:trixie --load fork:20,mmap:20)), '--',
		'-dtb', $tree);

	is($audit->{status}, 0, 'no finding but known ones') or
		diag($audit->{log});
	return $audit;
}

# Preventive fences of new user mappings.
sub preventive
{
	my ($audit) = @_;
	my $sum = 0;

	for my $site (@{$audit->{json}{sites}}) {
		my $name = $site->{symbol} // '';

		$sum += $site->{preventive} if $name =~ $new_mapping;
	}
	return $sum;
}

my ($plain, $promised) = map { audit_tree($_) } make_trees();
cmp_ok(preventive($plain), '>', 100, 'the tree as it is: preventive fences');
is(preventive($promised), 0, 'with svvptc: none');

my ($status, $text) = fencepost('compare', $plain->{file}, $promised->{file});
is($status, 0, 'compare: nothing worse') or diag($text);
like($text, qr/update_mmu_cache_range.*\n +issued +\d+ -> 0 /,
	'compare: the fences that are gone');
done_testing();
