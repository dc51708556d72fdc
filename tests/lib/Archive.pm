# SPDX-License-Identifier: BSD-2-Clause
#
# Initial file systems for the kernels that tests boot: of any files; and for
# boards, of busybox, kexec with its libraries, an image, and an init.
package Archive;
use strict;
use warnings;
use Exporter 'import';
use Fcntl 'S_IFREG', 'S_IFDIR';
use Audit;

our @EXPORT = qw(write_archive write_initrd);

# One entry of a "newc" archive: no times and no owners, nothing that varies.
sub entry
{
	my ($name, $mode, $content) = @_;
	my $head = sprintf('070701' . '%08X' x 13, 0, $mode, 0, 0, 1, 0,
		length($content), 0, 0, 0, 0, length($name) + 1, 0) .
		"$name\0";

	$_ .= "\0" x (-length($_) % 4) for $head, $content;
	return $head . $content;
}

# Those of the directories above it that are not yet there.
sub parents
{
	my ($name, $made) = @_;
	my $text = '';

	while ($name =~ m{/}g) {
		my $directory = substr($name, 0, pos($name) - 1);

		$text .= entry($directory, S_IFDIR | 0755, '')
			if !$made->{$directory}++;
	}
	return $text;
}

# The shared libraries that a program needs, by file, and what they need.
sub libraries
{
	my ($root, $program, $seen) = @_;
	my @needed = `readelf -d '$program'` =~ /\(NEEDED\).*\[(.*)\]/g;

	for my $name (grep { !$seen->{$_} } @needed) {
		my ($file) = glob("$root/{usr/,}lib/{aarch64-linux-gnu/,}$name");

		die "$program needs $name\n" if !defined $file;
		$seen->{$name} = $file;
		libraries($root, $file, $seen);
	}
}

# What is in the archive: name => [file, mode].
sub contents
{
	my ($root, $init, $image) = @_;
	my ($kexec) = glob("$root/{usr/,}sbin/kexec");
	my ($busybox) = glob("$root/{usr/,}bin/busybox");
	my %libraries;

	libraries($root, $kexec, \%libraries);
	return {
		'init' => [$init, 0755],
		'Image' => [$image, 0644],
		'bin/busybox' => [$busybox, 0755],
		'usr/sbin/kexec' => [$kexec, 0755],
		# The loader's directory, which it also searches.
		map { ("lib/$_" => [$libraries{$_}, 0755]) } keys %libraries,
	};
}

# contents: name => [file, mode].
sub write_archive
{
	my ($file, $contents) = @_;
	my %made;

	open(my $out, '>:raw', $file) or die "$file: $!\n";
	for my $name (sort keys %$contents) {
		my ($from, $mode) = @{$contents->{$name}};

		print $out parents($name, \%made),
			entry($name, S_IFREG | $mode,
				read_file($from) // die "$from: $!\n");
	}
	print $out entry('TRAILER!!!', 0, '');
	close($out) or die "$file: $!\n";
}

# root has the unpacked packages busybox-static and kexec-tools.
sub write_initrd
{
	my ($file, $root, $init, $image) = @_;

	write_archive($file, contents($root, $init, $image));
}

1;
