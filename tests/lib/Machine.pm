# SPDX-License-Identifier: BSD-2-Clause
#
# The two boards in QEMU, from the first instruction at EL3, with any header, any
# tree and any words in memory: the GPU's part is played here.
package Machine;
use strict;
use warnings;
use Exporter 'import';
use File::Temp;

our @EXPORT = qw(machine_names machine_run machine_tree machine_kernel);

my $scratch = File::Temp->newdir(CLEANUP => 1);
my $tree_address = 0x02e00000;
my $qemu = $ENV{FENCEPOST_QEMU} // 'qemu-system-aarch64';
my $running;

# The test may be stopped from outside: QEMU has to go with it.
$SIG{$_} = sub { exit(1) } for qw(INT TERM);
END { stop() }

my %boards = (
	raspi4b => {
		monitor => 'bcm2711/armstub8.bin',
		machine => [qw(-M raspi4b)],
		# Where the monitor enters an OS that nobody told it of.
		kernel => 0x80000,
		load => sub { return loader($_[0], 0); },
	},
	virt => {
		monitor => 'qemu-virt/monitor.bin',
		machine => [split(' ', '-M virt,secure=on,virtualization=on
			-machine gic-version=2 -cpu cortex-a72 -smp 4 -m 512
			-nic none')],
		kernel => 0x40200000,
		# QEMU puts its own tree there.
		tree => 0x40000000,
		load => sub { return ('-bios', $_[0]); },
	},
);

sub machine_names { return qw(raspi4b virt); }
sub machine_kernel { return $boards{$_[0]}{kernel}; }

sub build { return $ENV{BUILD} // 'build'; }

sub slurp
{
	my ($path) = @_;
	open(my $in, '<:raw', $path) or return '';
	local $/;
	return scalar(<$in>) // '';
}

sub scratch_file
{
	my ($name, $bytes) = @_;
	my $path = "$scratch/$name";
	open(my $out, '>:raw', $path) or die "$path: $!";
	print $out $bytes;
	close($out) or die "$path: $!";
	return $path;
}

sub loader
{
	my ($file, $address) = @_;
	return ('-device', sprintf('loader,file=%s,addr=0x%x,force-raw=on',
		$file, $address));
}

sub poke
{
	my ($address, $value) = @_;
	return ('-device', sprintf('loader,addr=0x%x,data=0x%x,data-len=8',
		$address, $value));
}

# A flattened tree like the one that a Raspberry Pi 4 with 2 GiB has, with what
# a monitor looks at.  [DTSPEC] 5
sub machine_tree
{
	my ($struct, $strings) = ('', '');
	my $property = sub {
		my ($name, $value) = @_;
		my $offset = index("\0$strings", "\0$name\0");
		if ($offset < 0) {
			$offset = length($strings);
			$strings .= "$name\0";
		}
		$struct .= pack('N3', 3, length($value), $offset) . $value;
		$struct .= "\0" x (-length($struct) % 4);
	};
	my $begin = sub {
		$struct .= pack('N', 1) . "$_[0]\0";
		$struct .= "\0" x (-length($struct) % 4);
	};
	my $end = sub { $struct .= pack('N', 2); };

	$begin->('');
	$property->('#address-cells', pack('N', 2));
	$property->('#size-cells', pack('N', 1));
	$property->('compatible', "raspberrypi,4-model-b\0brcm,bcm2711\0");
	$begin->('chosen');
	$end->();
	$begin->('memory@0');
	$property->('device_type', "memory\0");
	$property->('reg', pack('N6', 0, 0, 0x3b400000, 0, 0x40000000,
		0x40000000));
	$end->();
	$begin->('cpus');
	$property->('#address-cells', pack('N', 1));
	$property->('#size-cells', pack('N', 0));
	for my $cpu (0 .. 3) {
		$begin->("cpu\@$cpu");
		$property->('device_type', "cpu\0");
		$property->('compatible', "arm,cortex-a72\0");
		$property->('reg', pack('N', $cpu));
		$property->('enable-method', "spin-table\0");
		$property->('cpu-release-addr',
			pack('N2', 0, 0xd8 + 8 * $cpu));
		$end->();
	}
	$end->();
	$end->();
	$struct .= pack('N', 9);

	my $reserved = pack('N8', 0, 0, 0, 0x1000, 0, 0, 0, 0);
	my $at = 40 + length($reserved);
	return pack('N10', 0xd00dfeed,
		$at + length($struct) + length($strings), $at,
		$at + length($struct), 40, 17, 16, 0, length($strings),
		length($struct)) . $reserved . $struct . $strings;
}

# The monitor as the GPU leaves it: pointers where the magic was.
sub filled_monitor
{
	my ($board, $options) = @_;
	my $bytes = slurp($options->{monitor} //
		build() . "/monitor/$board->{monitor}");
	die "there is no monitor\n" if length($bytes) < 0x100;
	if (!$options->{unfilled}) {
		my $tree = $options->{tree_address} // $board->{tree} //
			(defined $options->{tree} ? $tree_address : 0);
		substr($bytes, 0xf0, 16) = pack('V4', 0, 0, $tree,
			$options->{kernel});
	}
	return scratch_file('monitor', $bytes);
}

sub command
{
	my ($board, $options) = @_;
	my $threads = $options->{threads} // 'single';
	my @command = ($qemu, @{$board->{machine}},
		qw(-display none -no-reboot -monitor none -S -qmp stdio),
		'-accel', "tcg,thread=$threads", '-serial',
		"file:$scratch/serial");

	push @command, $board->{load}->(filled_monitor($board, $options));
	push @command, loader(scratch_file('tree', $options->{tree}),
		$tree_address) if defined $options->{tree};
	for my $file (@{$options->{files} // []}) {
		push @command, '-device', "loader,file=$file";
	}
	my $blobs = $options->{blobs} // {};
	push @command, loader(scratch_file("blob$_", $blobs->{$_}), $_)
		for sort keys %$blobs;
	my $words = $options->{words} // {};
	push @command, poke($_, $words->{$_}) for sort keys %$words;
	return (@command, @{$options->{arguments} // []});
}

# Starts it; QMP's events go to a file.  Returns its pid, and what to write to.
sub start
{
	pipe(my $out, my $in) or die "pipe: $!";
	my $pid = fork() // die "fork: $!";
	if (!$pid) {
		close($in);
		open(STDIN, '<&', $out) or die $!;
		open(STDOUT, '>', "$scratch/events") or die $!;
		open(STDERR, '>', "$scratch/errors") or die $!;
		exec(@_) or die "$_[0]: $!";
	}
	$running = $pid;
	close($out);
	# Events come to who has said this; then the machine starts.
	syswrite($in, "{\"execute\":\"qmp_capabilities\"}\n" .
		"{\"execute\":\"cont\"}\n");
	return ($pid, $in);
}

# Once: it is gone afterwards.
sub stop
{
	my $exit = $?;

	if (defined $running) {
		kill('KILL', $running);
		waitpid($running, 0);
		$running = undef;
	}
	$? = $exit;
	return;
}

# Why it ended.
sub ending
{
	my ($status) = @_;
	my $events = slurp("$scratch/events");
	return 'timeout' if $status == -1;
	return 'off' if $events =~ /"SHUTDOWN".*"guest-shutdown"/;
	return 'reset' if $events =~ /"SHUTDOWN".*"guest-reset"/;
	return 'QEMU: ' . slurp("$scratch/errors");
}

# machine_run(NAME, OPTION => VALUE...): { text, end }, the serial port's output
# and off, reset, timeout, or what went wrong.
#
#	kernel		the address where the monitor enters
#	files, blobs	ELF files; address => bytes
#	words		address => 8 bytes that are put there
#	tree		bytes of a device tree, for the GPU's place
#	tree_address	what the header says instead
#	unfilled	the header is as it was built
#	monitor		another than the one that was built
#	threads		single, or multi
#	arguments	more of them for QEMU
#	seconds		after which it is ended (120)
sub machine_run
{
	my ($name, %options) = @_;
	my $board = $boards{$name} or die "no board $name\n";
	scratch_file('serial', '');
	my ($pid, $in) = start(command($board, \%options));
	my $status = -1;
	local $SIG{ALRM} = sub { die "late\n" };
	local $SIG{PIPE} = 'IGNORE';
	eval {
		alarm($options{seconds} // 120);
		waitpid($pid, 0);
		$status = $?;
		alarm(0);
	};
	$running = undef if $status != -1;
	stop();
	close($in);
	return { text => slurp("$scratch/serial"), end => ending($status) };
}

1;
