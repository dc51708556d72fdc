/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of QEMU's plugin interface that this plugin uses, declared by
 * ourselves: distributions ship no header for it.
 *
 * Interface version 4 (QEMU 9.2 and 10.0), 5 (10.1, 10.2) and 7 (11).  A QEMU
 * with version 7 loads no plugin that declares an older one; see version.c.
 * What differs:
 *
 *   - Version 7 passes the userdata of the registration to every callback and
 *     the plugin's id to none.  A registration has one argument more, which an
 *     older QEMU never looks at; the callback has to be of the right type.
 *   - Since version 6, qemu_plugin_read_register() returns a bool, before it
 *     returned a number of bytes.  Only the buffer tells how many there are.
 *   - struct qemu_register grew; the array tells the size of its elements.
 */
#ifndef PLUGIN_QEMU_H
#define PLUGIN_QEMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_EXPORT __attribute__((visibility("default")))
#define QEMU_WEAK __attribute__((weak))

/* Who a registration is for. */
#define QEMU_PLUGIN_ID uint64_t

struct qemu_info {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
};

/* Only ever handled by pointer. */
struct qemu_block;
struct qemu_insn;
struct qemu_address;
struct qemu_handle;

struct qemu_register {
	struct qemu_handle *handle;
	const char *name;
	const char *feature;
};

/* glib's GByteArray and GArray, as far as they are public. */
struct qemu_bytes {
	uint8_t *data;
	unsigned length;
};

struct qemu_array {
	char *data;
	unsigned length;
};

/* Flags of callbacks: may it read registers? */
enum {
	QEMU_NO_REGISTERS,
	QEMU_READ_REGISTERS,
};

/* Accesses that a memory callback is for. */
enum {
	QEMU_MEMORY_READ = 1,
	QEMU_MEMORY_WRITE = 2,
	QEMU_MEMORY_BOTH = 3,
};

/* A callback whose type depends on the version; cast to the right one. */
typedef void (*qemu_callback)(void);
typedef void (*qemu_exec_callback)(unsigned vcpu, void *data);
typedef void (*qemu_memory_callback)(unsigned vcpu, uint32_t access,
				     uint64_t va, void *data);

/* What QEMU looks for in a plugin. */
extern QEMU_EXPORT int qemu_plugin_version;
QEMU_EXPORT int qemu_plugin_install(QEMU_PLUGIN_ID id,
				    const struct qemu_info *info, int argc,
				    char **argv);

void qemu_plugin_register_vcpu_init_cb(QEMU_PLUGIN_ID id,
				       qemu_callback callback, void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(QEMU_PLUGIN_ID id,
					   qemu_callback callback, void *data);
void qemu_plugin_register_atexit_cb(QEMU_PLUGIN_ID id, qemu_callback callback,
				    void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_insn *insn,
					    qemu_exec_callback callback,
					    int flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_insn *insn,
				      qemu_memory_callback callback, int flags,
				      int accesses, void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_block *block);
struct qemu_insn *qemu_plugin_tb_get_insn(const struct qemu_block *block,
					  size_t index);
size_t qemu_plugin_insn_data(const struct qemu_insn *insn, void *data,
			     size_t length);
size_t qemu_plugin_insn_size(const struct qemu_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_insn *insn);

unsigned qemu_plugin_mem_size_shift(uint32_t access);
bool qemu_plugin_mem_is_store(uint32_t access);
struct qemu_address *qemu_plugin_get_hwaddr(uint32_t access, uint64_t va);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_address *address);
bool qemu_plugin_hwaddr_is_io(const struct qemu_address *address);

struct qemu_array *qemu_plugin_get_registers(void);
int qemu_plugin_read_register(struct qemu_handle *handle,
			      struct qemu_bytes *bytes);
bool qemu_plugin_read_memory_vaddr(uint64_t va, struct qemu_bytes *bytes,
				   size_t length);

/* Version 5 on. */
QEMU_WEAK bool qemu_plugin_translate_vaddr(uint64_t va, uint64_t *pa);
/* Version 6 on; never called, its presence tells the version. */
QEMU_WEAK void qemu_plugin_set_pc(uint64_t va);

/* glib, which every QEMU links. */
struct qemu_bytes *g_byte_array_new(void);
struct qemu_bytes *g_byte_array_set_size(struct qemu_bytes *bytes,
					 unsigned length);
unsigned g_array_get_element_size(struct qemu_array *array);
char *g_array_free(struct qemu_array *array, int free_segment);

/* QEMU's own: the CPU that this thread runs now.  Compared, never followed. */
extern _Thread_local void *current_cpu
	__attribute__((weak, visibility("default"), tls_model("initial-exec")));

#endif
