# SPDX-License-Identifier: BSD-2-Clause
#
# The one QEMU of a test: it ends with the test, however that ends.
package Qemu;
use strict;
use warnings;
use Exporter 'import';
use POSIX 'WNOHANG';
use Time::HiRes 'sleep';

our @EXPORT = qw(qemu_start qemu_has_ended qemu_wait qemu_stop);

my $pid;

# The test may be stopped from outside: QEMU has to go with it.
$SIG{$_} = sub { exit 1 } for qw(INT TERM);
END { qemu_stop() }

sub qemu_stop
{
	return if !$pid;
	my $status = $?;

	kill('KILL', $pid);
	waitpid($pid, 0);
	undef $pid;
	$? = $status;
}

# What it says goes to the file $log.
sub qemu_start
{
	my ($log, @command) = @_;

	$pid = fork() // die "fork: $!\n";
	if (!$pid) {
		open(STDOUT, '>', $log) or die $!;
		open(STDERR, '>&', \*STDOUT) or die $!;
		open(STDIN, '<', '/dev/null') or die $!;
		exec(@command) or die "$command[0]: $!\n";
	}
}

sub qemu_has_ended
{
	return 1 if !$pid;
	return 0 if waitpid($pid, WNOHANG) == 0;
	undef $pid;
	return 1;
}

# Until it has ended by itself ('off'), or was stopped after so long ('time
# limit').
sub qemu_wait
{
	my ($seconds) = @_;
	my $limit = time() + $seconds;

	while (time() < $limit) {
		return 'off' if qemu_has_ended();
		sleep(0.1);
	}
	qemu_stop();
	return 'time limit';
}

1;
