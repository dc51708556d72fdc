# SPDX-License-Identifier: BSD-2-Clause
#
# What has to hold for linux/fencepost_s2flush on any stock kernel in nVHE mode,
# and what it says where it may not be loaded.
use strict;
use warnings;
use Test::More;
use Audit;
use Flush;

my $module = 'fencepost_s2flush';
my $counters = "/sys/kernel/debug/$module/counters";
my $parameter = "/sys/module/$module/parameters/policy";

# SYS instructions with register 0, as the plugin prints them.
my ($alle1is, $vmalls12e1is, $vale2is) = qw(d50c8380 d50c83c0 d50c83a0);
my $el2 = qr/^d50c/;
# What invalidates the kernel's own memory: all, one page, one of many.
my ($vmalle1is, $vale1is, $vaale1is) = qw(d5088300 d50883a0 d50883e0);

sub run_steps
{
	my ($host, @steps) = @_;
	my $result = flush_run(%$host, module => $module, steps => \@steps);
	my @complaints = grep { /Kernel panic|Oops|WARNING:|BUG:/ }
		split(/\n/, $result->{console});

	is($result->{end}, 'off', "$host->{name}: the machine went off");
	is(scalar(@{$result->{runs}}), scalar(@steps),
		"$host->{name}: all steps ran") or diag($result->{console});
	is_deeply(\@complaints, [], "$host->{name}: the kernel is content");
	return $result;
}

sub all_good
{
	my ($name, $result) = @_;

	is($_->{status}, 0, "$name: $_->{step}") or diag($_->{output})
		for @{$result->{runs}};
}

# The module's counters, by name, of the last step that printed them.
sub last_counters
{
	my ($result) = @_;
	my ($run) = grep { $_->{step} =~ /cat \Q$counters/ }
		reverse @{$result->{runs}};

	return { ($run ? $run->{output} : '') =~ /^([a-z-]+) (\d+)$/mg };
}

sub expect_counters
{
	my ($name, $result, %expected) = @_;
	my %all = (none => 0, vmid => 0, all => 0, 'never-ran' => 0,
		errors => 0, missed => 0, %expected);

	is_deeply(last_counters($result), \%all, "$name: the module's counters");
}

# Where a CPU has that erratum, the kernel completes each broadcast with another.
my $erratum = 'Broken broadcast TLBI completion';

# 50 VMs that run and 10 that never do.  Under a policy, or without the module;
# it is loaded afterwards then: the work is the same, in another order.
sub policy_steps
{
	my ($policy) = @_;
	my @vms = ('/fencepost vm --repeat 50',
		'/fencepost vm --never-run --repeat 10');
	my @load = ('insmod /module.ko policy=' . ($policy // 'none'),
		"cat $counters", "dmesg | grep -q '$erratum' && echo repeated; true");

	return defined $policy ? ($load[0], @vms, @load[1, 2]) : (@vms, @load);
}

# The counts, and whether the kernel repeats broadcasts.
sub run_policy
{
	my ($host, $policy) = @_;
	my $name = "$host->{name} " . ($policy // 'without');
	my $result = run_steps($host, policy_steps($policy));

	all_good($name, $result);
	expect_counters($name, $result, defined $policy ?
		($policy => 50, 'never-ran' => 10) : ());
	return ($result->{counts}, $result->{runs}[-1]{output} =~ /repeated/);
}

# How many more of each, those that did not change left out.
sub subtract
{
	my ($one, $other) = @_;
	my %more;

	for my $word (keys %{{%$one, %$other}}) {
		my $n = ($one->{$word} // 0) - ($other->{$word} // 0);

		$more{$word} = $n if $n;
	}
	return \%more;
}

# At EL2 nothing changes but what is expected.  At EL1 loading leaves memory
# that the kernel invalidates later, when it has enough of it: page by page or
# all at once, but never at each teardown.
sub check_counts
{
	my ($name, $counts, $without, $expected) = @_;
	my $more = subtract($counts, $without);
	my %el2 = map { $_ => $more->{$_} } grep { /$el2/ } keys %$more;
	my %allowed = ($vmalle1is => 9, $vale1is => 9, $vaale1is => 999);
	my @others = grep { !/$el2/ && abs($more->{$_}) > ($allowed{$_} // 0) }
		keys %$more;

	is_deeply(\%el2, $expected, "$name: TLBIs of EL2 at 50 teardowns");
	is_deeply(\@others, [], "$name: no new ones of EL1");
	note("$name: ", join(' ', map { "$_ $more->{$_}" } sort keys %$more));
}

sub check_policies
{
	my ($host, @policies) = @_;
	my %flush = (vmid => $vmalls12e1is, all => $alle1is);
	my ($without, $repeated) = run_policy($host, undef);

	for my $policy (@policies) {
		my ($counts) = run_policy($host, $policy);
		my %expected;

		%expected = ($flush{$policy} => 50) if $flush{$policy};
		$expected{$vale2is} = 50 if %expected && $repeated;
		check_counts("$host->{name} $policy", $counts, $without,
			\%expected);
	}
}

# The audit's rows of EL2: { operation => [issued, unjudged] }.
sub audit_policy
{
	my ($host, $policy) = @_;
	my $audit = flush_audit(%$host, module => $module,
		steps => [policy_steps($policy)]);

	ok($audit->{json}, "$host->{name}: a report") or diag($audit->{log});
	return { map { $_->{op} => [@$_{qw(issued unjudged)}] }
		grep { $_->{op} =~ /e2|alle1|s1?2e1/ && $_->{op} !~ /vmalle1/ }
		@{$audit->{json}{ops}} };
}

# The same by an audit, which counts these and judges none.
sub check_audit
{
	my ($host) = @_;
	my $without = audit_policy($host, undef);

	is_deeply(audit_policy($host, 'vmid'),
		{ %$without, 'tlbi vmalls12e1is' => [50, 50] },
		"$host->{name} vmid: 50 VMALLS12E1IS more, nothing else");
	is_deeply(audit_policy($host, 'all'),
		{ %$without, 'tlbi alle1is' => [50, 50] },
		"$host->{name} all: 50 ALLE1IS more, nothing else");
}

# What the counts are of a module with a fault: not those of the right one.
sub check_mutant
{
	my ($host, $what, $policy, $fault, %expected) = @_;
	my $result = run_steps({ %$host, fault => $fault,
		name => "$host->{name} $what" }, policy_steps($policy));
	my %got = map { $_ => $result->{counts}{$_} // 0 } $alle1is,
		$vmalls12e1is;

	is_deeply(\%got, { $alle1is => $expected{alle1is},
		$vmalls12e1is => $expected{vmalls12e1is} },
		"$host->{name}: seen that it $what");
}

sub check_mutants
{
	my ($host) = @_;

	check_mutant($host, 'flushes for a VM that never ran', 'all',
		{ from => 'if (!atomic64_read(&mmu->vmid.id))',
			to => 'if (0)' }, alle1is => 60, vmalls12e1is => 0);
	check_mutant($host, 'flushes all for one VMID', 'vmid',
		{ from => 'result = flush_vmid(mmu);',
			to => 'result = mmu ? flush_all() : flush_vmid(mmu);' },
		alle1is => 50, vmalls12e1is => 0);
	check_mutant($host, 'flushes twice', 'vmid',
		{ from => 'result = flush_vmid(mmu);',
			to => 'result = flush_vmid(mmu) ?: flush_vmid(mmu);' },
		alle1is => 0, vmalls12e1is => 100);
}

# Loaded, changed and unloaded while VMs run: each of 41 teardowns is counted
# once while the module is there.
sub check_changes
{
	my ($host) = @_;
	my $result = run_steps($host,
		'/fencepost vm --spin 1s & vm=$!',
		'sleep 0.1; insmod /module.ko policy=vmid; wait $vm',
		"cat $counters",
		'/fencepost vm --repeat 40 --spin 2ms & vm=$!',
		"for p in \$(yes all none vmid | head -n 30 | tr '\\n' ' '); do " .
		"echo \$p >$parameter; sleep 0.005; done; wait \$vm",
		"cat $counters",
		'/fencepost vm --repeat 20 --spin 2ms & vm=$!',
		'sleep 0.02; rmmod fencepost_s2flush && kill -0 $vm; wait $vm');
	my $seen = last_counters($result);
	my $sum = 0;

	all_good("$host->{name} changes", $result);
	like($result->{runs}[2]{output}, qr/^vmid 1$/m,
		"$host->{name}: a VM from before the module");
	for my $policy (qw(none vmid all)) {
		$sum += $seen->{$policy};
		cmp_ok($seen->{$policy}, '>', 1, "$host->{name}: $policy used");
	}
	is_deeply([$sum, @$seen{qw(never-ran errors missed)}], [41, 0, 0, 0],
		"$host->{name}: changes of the policy lose nothing");
}

# Refused by its policy; the one before stays.
sub check_local
{
	my ($host) = @_;
	my $result = run_steps($host, 'insmod /module.ko policy=local',
		'insmod /module.ko policy=all', "echo local >$parameter",
		"cat $parameter", 'dmesg | grep s2flush');
	my @status = map { $_->{status} != 0 ? 1 : 0 } @{$result->{runs}};

	is_deeply(\@status, [1, 0, 1, 0, 0], "$host->{name}: local is refused");
	is($result->{runs}[3]{output}, "all\n", "$host->{name}: all stays");
	like($result->{runs}[4]{output}, qr/has no hypercall for a local ALLE1$/m,
		"$host->{name}: with the reason");
}

# In: the reason, as the kernel logs it.
sub check_refused
{
	my ($host, $reason) = @_;
	my $result = run_steps($host, 'insmod /module.ko policy=all',
		'dmesg | grep s2flush');

	isnt($result->{runs}[0]{status}, 0, "$host->{name}: refused");
	like($result->{runs}[1]{output}, $reason, "$host->{name}: the reason");
}

1;
