# SPDX-License-Identifier: BSD-2-Clause
#
# Device trees as a board's firmware hands them to the monitor.
package Tree;
use strict;
use warnings;
use Exporter 'import';

our @EXPORT = qw(tree_set_chosen tree_fit_raspi4b tree_add_idle_state);

sub run
{
	system(@_) == 0 or die "$_[0] failed\n";
}

sub set_cells
{
	my ($tree, $node, $property, @cells) = @_;

	run('fdtput', '-t', 'x', $tree, $node, $property,
		map { sprintf('%x', $_) } @cells);
}

sub children
{
	my ($tree, $node) = @_;

	return split(' ', `fdtget -l '$tree' '$node'`);
}

# The kernel's command line, and where its initial file system is.
sub tree_set_chosen
{
	my ($tree, $command, $start, $end) = @_;

	run('fdtput', '-p', '-t', 's', $tree, '/chosen', 'bootargs', $command);
	set_cells($tree, '/chosen', 'linux,initrd-start', 0, $start);
	set_cells($tree, '/chosen', 'linux,initrd-end', 0, $end);
}

# What QEMU's board lacks: an access there is an external abort.
sub missing_devices
{
	my ($tree) = @_;
	my @soc = grep { /\@7ef|^(hvs|vec|i2c)\@|^gpu$/ }
		children($tree, '/soc');

	return ('/scb/pcie@7d500000', map { "/soc/$_" } @soc);
}

# A Raspberry Pi 4's own tree, with the memory that its GPU firmware would fill
# in, as QEMU has it.
sub tree_fit_raspi4b
{
	my ($tree) = @_;

	for my $node (missing_devices($tree)) {
		run('fdtput', '-t', 's', $tree, $node, 'status', 'disabled');
	}
	set_cells($tree, '/memory@0', 'reg', 0, 0, 0x3b400000,
		0, 0x40000000, 0x40000000);
}

# A state that the kernel asks for by CPU_SUSPEND, standby: nothing is lost.
sub tree_add_idle_state
{
	my ($tree) = @_;
	my ($states, $phandle) = ('/cpus/idle-states', 0x1d1e);

	run('fdtput', '-p', '-t', 's', $tree, "$states/standby", 'compatible',
		'arm,idle-state');
	run('fdtput', '-t', 's', $tree, $states, 'entry-method', 'psci');
	set_cells($tree, "$states/standby", $_, 1)
		for qw(entry-latency-us exit-latency-us min-residency-us);
	set_cells($tree, "$states/standby", 'arm,psci-suspend-param', 0);
	set_cells($tree, "$states/standby", 'phandle', $phandle);
	set_cells($tree, "/cpus/$_", 'cpu-idle-states', $phandle)
		for grep { /^cpu@/ } children($tree, '/cpus');
}

1;
