/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A circular, doubly linked list whose links live in its members.  A member
 * that is in no list points to itself, so that removing it twice is harmless.
 */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct list {
	struct list *next;
	struct list *prev;
};

/* The structure of this type whose field is the list. */
#define list_entry(list, type, field) \
	((type *)(void *)((char *)(list) - offsetof(type, field)))

/* Visits each member; the visited one may be removed meanwhile, no other. */
#define list_for_each(pos, save, head) \
	for ((pos) = (head)->next, (save) = (pos)->next; (pos) != (head); \
	     (pos) = (save), (save) = (pos)->next)

/* A list without members, or a member of no list. */
static inline void list_init(struct list *list)
{
	list->next = list;
	list->prev = list;
}

/* Also: is this member in no list? */
static inline bool list_is_empty(const struct list *list)
{
	return list->next == list;
}

/* The member must be in no list. */
static inline void list_add_last(struct list *head, struct list *member)
{
	member->next = head;
	member->prev = head->prev;
	head->prev->next = member;
	head->prev = member;
}

/* From whatever list it is in; none is harmless. */
static inline void list_remove(struct list *member)
{
	member->next->prev = member->prev;
	member->prev->next = member->next;
	list_init(member);
}

#endif
