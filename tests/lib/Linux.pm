# SPDX-License-Identifier: BSD-2-Clause
#
# Debian's arm64 kernels on a board, through the monitor or without it; their
# init is tests/guest/board-init, which runs the steps that are named.
package Linux;
use strict;
use warnings;
use Exporter 'import';
use Archive;
use Audit;
use Board;

our @EXPORT = qw(linux_boot linux_said linux_failures);

my %firmware = (
	raspi4b => 'monitor/bcm2711/armstub8.bin',
	virt => 'monitor/qemu-virt/monitor.bin',
);

# The cached kernel of a suite, if it is there with the board's device tree.
sub find_kernel
{
	my ($suite) = @_;
	my (undef, $list) = fencepost('kernel', 'list');

	for my $line (split /\n/, $list) {
		return { image => "$1/vmlinuz", tree => "$1/bcm2711-rpi-4-b.dtb" }
			if $line =~ m{^aarch64 +\Q$suite\E .* (/.*)/vmlinuz$} &&
			-e "$1/bcm2711-rpi-4-b.dtb";
	}
	return undef;
}

sub get_kernel
{
	my ($suite) = @_;
	my $kernel = find_kernel($suite);

	return $kernel if $kernel;
	my ($status, $log) = fencepost('kernel', 'get', '--arch', 'aarch64',
		$suite);
	return find_kernel($suite) // die "no kernel of $suite: $log\n";
}

my $userland;

# The programs are Debian 13's, whatever the kernel.
sub get_userland
{
	return $userland if defined $userland;
	chomp($userland = `@{[top()]}/tests/lib/packages.sh arm64 trixie \\
		busybox-static kexec-tools`);
	return $userland || die "no busybox-static and kexec-tools for arm64\n";
}

my %kernels;

# With its initial file system, made once.
sub prepare_kernel
{
	my ($suite) = @_;

	return $kernels{$suite} if $kernels{$suite};
	my $kernel = get_kernel($suite);
	$kernel->{initrd} = scratch("initrd-$suite");
	write_initrd($kernel->{initrd}, get_userland(),
		top() . '/tests/guest/board-init', $kernel->{image});
	return $kernels{$suite} = $kernel;
}

# In: suite, board, steps; options (more of the kernel's command line), seconds
# (300), until, threads, idle, and firmware => 'none' for a board without the
# monitor.  Out: as board_boot(), and what init said, {NAME}: an array for each.
sub linux_boot
{
	my (%run) = @_;
	my $kernel = prepare_kernel($run{suite});
	my $result = board_boot($run{board},
		firmware => ($run{firmware} // '') eq 'none' ? undef :
			build() . "/$firmware{$run{board}}",
		kernel => $kernel->{image}, initrd => $kernel->{initrd},
		board_tree => $kernel->{tree}, idle => $run{idle},
		command => join(' ', $run{options} // '',
			"fencepost.steps=$run{steps}"),
		seconds => $run{seconds} // 300, until => $run{until},
		threads => $run{threads});

	while ($result->{console} =~ /^fencepost: (\S+?):? (.*)$/mg) {
		push @{$result->{said}{$1}}, $2;
	}
	return $result;
}

# All that it said under a name, in order.
sub linux_said
{
	my ($result, $name) = @_;

	return @{$result->{said}{$name} // []};
}

# What went wrong in the guest, by itself or by its kernel's log.
sub linux_failures
{
	my ($result) = @_;

	return grep { /FAILED|Kernel panic|Unable to handle/ }
		split /\n/, $result->{console};
}

1;
