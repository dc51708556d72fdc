// SPDX-License-Identifier: GPL-2.0-only
/*
 * KVM/arm64 in nVHE mode frees the stage 2 of a VM without an invalidation,
 * because its VMID is not given out again before the next roll-over. This
 * module adds one, by a policy that can be changed at run time:
 *
 *   none   nothing, but teardowns are counted
 *   vmid   VMALLS12E1IS for the VM's VMID
 *   all    ALLE1IS, which is what the roll-over does
 *
 * The kernel runs at EL1 and may issue neither: EL2 does it, by the hypercalls
 * that KVM itself uses. None of these is a local ALLE1.
 *
 * The probed function is the first of the teardown that is called across files
 * in all kernels from 6.1 on, so no compiler can have inlined it; those that it
 * calls may be. There the tables, the VMID and EL2's mapping of struct kvm
 * still exist, and no vCPU of the VM can run any more.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/arm-smccc.h>
#include <linux/atomic.h>
#include <linux/debugfs.h>
#include <linux/kprobes.h>
#include <linux/kvm_host.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <asm/kvm_asm.h>
#include <asm/virt.h>

#include "resolve.h"

#ifdef CONFIG_LTO_CLANG
#error "with link-time optimisation the probed function may be inlined"
#endif

#define STARTED "kvm_debugfs_dir"
#define PROBED "kvm_arch_flush_shadow_all"

/* Another kernel's function of that name may have another argument. */
static_assert(__same_type(&kvm_arch_flush_shadow_all, void (*)(struct kvm *)));

enum policy {
	POLICY_NONE,
	POLICY_VMID,
	POLICY_ALL,
	N_POLICIES
};

static const char *const policy_names[N_POLICIES] = {
	[POLICY_NONE] = "none",
	[POLICY_VMID] = "vmid",
	[POLICY_ALL] = "all",
};

/* Read once for a teardown: it is done by the old policy or by the new one. */
static enum policy policy = POLICY_NONE;

/* Teardowns of VMs that ran, by the policy that was applied. */
static atomic64_t done[N_POLICIES];
static atomic64_t never_ran;
/* EL2 refused the hypercall; not in done[]. */
static atomic64_t errors;

static struct dentry *directory;

static int set_policy(const char *value, const struct kernel_param *param)
{
	int found;

	if (sysfs_streq(value, "local")) {
		pr_err("policy local: "
		       "the kernel's EL2 has no hypercall for a local ALLE1\n");
		return -EOPNOTSUPP;
	}
	found = __sysfs_match_string(policy_names, N_POLICIES, value);
	if (found < 0) {
		pr_err("policy: none, vmid or all\n");
		return -EINVAL;
	}
	WRITE_ONCE(policy, found);
	return 0;
}

static int get_policy(char *buffer, const struct kernel_param *param)
{
	return sysfs_emit(buffer, "%s\n", policy_names[READ_ONCE(policy)]);
}

static const struct kernel_param_ops policy_ops = {
	.set = set_policy,
	.get = get_policy,
};

module_param_cb(policy, &policy_ops, NULL, 0644);
MODULE_PARM_DESC(policy,
		 "when a VM that ran ends: none (default), vmid or all");

/*
 * KVM's own macro for these calls warns where EL2 refuses; here it is counted.
 * An HVC is legal with interrupts and preemption off, and doesn't sleep: EL2
 * waits for the invalidation's DSB only.
 */
static unsigned long flush_vmid(struct kvm_s2_mmu *mmu)
{
	struct arm_smccc_res result;

	arm_smccc_1_1_hvc(KVM_HOST_SMCCC_FUNC(__kvm_tlb_flush_vmid), mmu,
			  &result);
	return result.a0;
}

static unsigned long flush_all(void)
{
	struct arm_smccc_res result;

	arm_smccc_1_1_hvc(KVM_HOST_SMCCC_FUNC(__kvm_flush_vm_context), &result);
	return result.a0;
}

static void flush(struct kvm_s2_mmu *mmu, enum policy by)
{
	unsigned long result = SMCCC_RET_SUCCESS;

	if (by == POLICY_VMID)
		result = flush_vmid(mmu);
	else if (by == POLICY_ALL)
		result = flush_all();
	atomic64_inc(result == SMCCC_RET_SUCCESS ? &done[by] : &errors);
}

/*
 * Runs in the breakpoint's exception: neither interrupts nor preemption, on the
 * CPU that tears the VM down. Which one that is does not matter to a broadcast.
 */
static int on_teardown(struct kprobe *probe, struct pt_regs *regs)
{
	struct kvm *kvm = (struct kvm *)regs->regs[0];
	struct kvm_s2_mmu *mmu = &kvm->arch.mmu;

	/*
	 * KVM gets here when the owner's address space goes away and again when
	 * the last file is closed; the first of them frees.
	 */
	if (!READ_ONCE(mmu->pgt))
		return 0;
	/* Its first run gives it a VMID with a generation, which is not 0. */
	if (!atomic64_read(&mmu->vmid.id)) {
		atomic64_inc(&never_ran);
		return 0;
	}
	flush(mmu, READ_ONCE(policy));
	return 0;
}

static struct kprobe teardown = {
	.symbol_name = PROBED,
	.pre_handler = on_teardown,
};

static int counters_show(struct seq_file *file, void *unused)
{
	int i;

	for (i = 0; i < N_POLICIES; i++)
		seq_printf(file, "%s %lld\n", policy_names[i],
			   atomic64_read(&done[i]));
	seq_printf(file, "never-ran %lld\n", atomic64_read(&never_ran));
	seq_printf(file, "errors %lld\n", atomic64_read(&errors));
	/* Teardowns that the kernel's kprobes could not tell us of. */
	seq_printf(file, "missed %lu\n", teardown.nmissed);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(counters);

/*
 * KVM sets it at the end of its start, so not on a kernel without EL2; an
 * error pointer means that there is no debugfs, but there is a KVM.
 */
static int check_started(void)
{
	struct dentry **kvm_directory;

	kvm_directory = (void *)resolve_symbol(STARTED);
	/* Not all kernels list variables, but those export this one. */
	if (!kvm_directory)
		kvm_directory = __symbol_get(STARTED);
	if (!kvm_directory) {
		pr_err("refused: no " STARTED ": "
		       "can't tell whether KVM is initialised\n");
		return -ENOENT;
	}
	if (!READ_ONCE(*kvm_directory)) {
		pr_err("refused: KVM is not initialised\n");
		return -ENODEV;
	}
	return 0;
}

/* The modes first: they need nothing that may be missing. */
static int check_kernel(void)
{
	int error;

	if (is_kernel_in_hyp_mode()) {
		pr_err("refused: this kernel runs at EL2 (VHE); "
		       "the policies are for nVHE\n");
		return -ENODEV;
	}
	if (is_protected_kvm_enabled()) {
		pr_err("refused: KVM is in protected mode: "
		       "EL2 owns the stage 2 of VMs\n");
		return -ENODEV;
	}
	error = resolve_init();
	return error ?: check_started();
}

static int __init s2flush_init(void)
{
	int error = check_kernel();

	if (error)
		return error;
	error = register_kprobe(&teardown);
	if (error) {
		pr_err("refused: no kprobe on " PROBED " (error %d)\n", error);
		return error;
	}
	directory = debugfs_create_dir(KBUILD_MODNAME, NULL);
	debugfs_create_file("counters", 0444, directory, NULL, &counters_fops);
	pr_info("policy %s\n", policy_names[READ_ONCE(policy)]);
	return 0;
}

/* It returns when no CPU is in the handler any more. */
static void __exit s2flush_exit(void)
{
	debugfs_remove_recursive(directory);
	unregister_kprobe(&teardown);
}

module_init(s2flush_init);
module_exit(s2flush_exit);
MODULE_DESCRIPTION("TLB invalidation when KVM frees a stage 2, in nVHE mode");
MODULE_AUTHOR("The Fencepost authors");
MODULE_LICENSE("GPL");
