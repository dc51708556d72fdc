# SPDX-License-Identifier: BSD-2-Clause
#
# A board in QEMU that starts a kernel through firmware: what its boot loader
# would put into memory is put there, its console is read, and it is told how
# the machine ended.
package Board;
use strict;
use warnings;
use Exporter 'import';
use File::Copy 'copy';
use IO::Select;
use IO::Socket::UNIX;
use JSON::PP;
use Time::HiRes 'sleep';
use Audit;
use Qemu;
use Tree;

our @EXPORT = qw(board_boot);

my %boards = (
	raspi4b => {
		machine => [split(' ', '-M raspi4b -m 2G')],
		console => 'ttyAMA0 earlycon=pl011,mmio32,0xfe201000',
		kernel => 0x00200000, tree => 0x2e000000, initrd => 0x30000000,
		make_tree => \&make_raspi4b_tree, load => \&load_at_zero,
	},
	virt => {
		machine => [split(' ', '-M virt,secure=on,virtualization=on' .
			',gic-version=2 -cpu cortex-a72 -smp 4 -m 1G')],
		console => 'ttyAMA0 earlycon=pl011,0x9000000',
		# The tree in what every such machine has as memory.
		kernel => 0x40200000, tree => 0x47000000, initrd => 0x50000000,
		make_tree => \&make_virt_tree, load => \&load_as_flash,
	},
);

my $qemu = $ENV{FENCEPOST_QEMU} // 'qemu-system-aarch64';

sub loader
{
	my ($file, $address) = @_;

	return ('-device', sprintf('loader,file=%s,addr=0x%x,force-raw=on',
		$file, $address));
}

sub load_at_zero { return loader($_[0], 0); }

sub load_as_flash { return ('-bios', $_[0]); }

sub make_raspi4b_tree
{
	my ($tree, $run) = @_;

	copy($run->{board_tree}, $tree) or die "$run->{board_tree}: $!\n";
	tree_fit_raspi4b($tree);
}

# QEMU's own, which depends on who is the firmware.
sub make_virt_tree
{
	my ($tree, $run) = @_;
	my @machine = @{$boards{virt}{machine}};
	my $bios = $run->{firmware} ? "-bios '$run->{firmware}'" : '';

	$machine[1] .= ",dumpdtb=$tree";
	my $said = `'$qemu' @machine -nic none -display none $bios 2>&1`;
	-s $tree or die "QEMU has no device tree for virt: $said\n";
}

# The GPU firmware of a Raspberry Pi fills in four words of the image's header.
sub fill_header
{
	my ($from, $to, $tree, $kernel) = @_;
	my $image = read_file($from) // die "$from: $!\n";

	substr($image, 0xf0, 16) = pack('V4', 0, 0, $tree, $kernel);
	open(my $out, '>:raw', $to) or die "$to: $!\n";
	print $out $image;
	close($out) or die "$to: $!\n";
}

# Without firmware QEMU does what it does by itself.
sub without_firmware
{
	my ($tree, $run, $command) = @_;

	return ('-dtb', $tree, '-kernel', $run->{kernel},
		'-initrd', $run->{initrd}, '-append', $command);
}

# As the boot loader of the board leaves memory to the firmware.
sub with_firmware
{
	my ($board, $tree, $run, $command) = @_;
	my $firmware = scratch('firmware');
	my $start = $board->{initrd};

	tree_set_chosen($tree, $command, $start, $start + -s $run->{initrd});
	fill_header($run->{firmware}, $firmware, $board->{tree},
		$board->{kernel});
	return ($board->{load}->($firmware),
		loader($run->{kernel}, $board->{kernel}),
		loader($tree, $board->{tree}), loader($run->{initrd}, $start));
}

# What has to be in memory, as options for QEMU.
sub prepare
{
	my ($board, $run) = @_;
	my $tree = scratch('board.dtb');
	my $command = "console=$board->{console} panic=-1 $run->{command}";

	$board->{make_tree}->($tree, $run);
	tree_add_idle_state($tree) if $run->{idle};
	return $run->{firmware} ?
		with_firmware($board, $tree, $run, $command) :
		without_firmware($tree, $run, $command);
}

# QEMU waits for the connection before it starts the machine.
sub start
{
	my ($log, @options) = @_;
	my $socket = scratch('qmp');

	unlink($socket);
	qemu_start($log, $qemu, @options, split(' ', '-display none' .
		' -serial stdio -monitor none -nic none' .
		' -sandbox on,spawn=deny -no-reboot' .
		" -qmp unix:$socket,server=on,wait=on"));
	for (1 .. 100) {
		my $qmp = IO::Socket::UNIX->new($socket);

		return $qmp if $qmp;
		last if qemu_has_ended();
		sleep(0.1);
	}
	die "QEMU does not start: " . read_file($log) . "\n";
}

# Takes the complete lines from text; the reason if one is of a shutdown.
sub shutdown_reason
{
	my ($text) = @_;

	while ($$text =~ s/^(.*)\n//) {
		my $event = decode_json($1);

		return $event->{data}{reason}
			if ($event->{event} // '') eq 'SHUTDOWN';
	}
	return undef;
}

# Reads events until the machine has ended, and says how.
sub wait_for_end
{
	my ($qmp, $log, $run) = @_;
	my $select = IO::Select->new($qmp);
	my $limit = time() + $run->{seconds};
	my ($text, $reason) = '';

	syswrite($qmp, '{"execute":"qmp_capabilities"}');
	while (time() < $limit) {
		if ($select->can_read(1)) {
			sysread($qmp, $text, 4096, length($text)) or
				return 'died';
			$reason = shutdown_reason(\$text);
			return $reason if defined $reason;
		} elsif ($run->{until} && read_file($log) =~ $run->{until}) {
			return 'seen';
		}
	}
	return 'time limit';
}

# By itself, so that plugins end as well.
sub quit
{
	my ($qmp) = @_;

	# It may be gone.
	local $SIG{PIPE} = 'IGNORE';
	syswrite($qmp, '{"execute":"quit"}');
	qemu_wait(10);
}

# Boots a kernel on a board.  In: firmware (without it QEMU's own does), kernel
# (an Image), initrd, command (added to the kernel's command line), board_tree
# (of a raspi4b), seconds, until (text on the console that ends it), threads
# ('multi': races are real, but it is slow), idle (the tree has an idle state),
# plugin (QEMU's, which prints at its end).
# Out: end ('guest-shutdown', 'guest-reset', 'seen', 'time limit', 'died'), console.
sub board_boot
{
	my ($name, %run) = @_;
	my $log = scratch('console');
	my $board = $boards{$name} // die "no board $name\n";
	# CPUs that wait in the firmware spin: with a thread each they slow down
	# every TLB invalidation of the others, and a boot, five times.
	my $threads = $run{threads} // 'single';
	my $qmp = start($log, @{$board->{machine}}, prepare($board, \%run),
		'-accel', "tcg,thread=$threads",
		$run{plugin} ? ('-plugin', $run{plugin}) : ());
	my $end = wait_for_end($qmp, $log, \%run);

	quit($qmp) if $run{plugin};
	qemu_stop();
	my $console = read_file($log);
	$console =~ tr/\r//d;
	return { end => $end, console => $console };
}

1;
