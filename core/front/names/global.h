// What global.c, needs.c and refresh.c share.
#ifndef HD_NAMES_GLOBAL_H
#define HD_NAMES_GLOBAL_H

#include "front/check/check.h"

// ---- needs.c ------------------------------------------------------------------------------------

// What `def` has comes to point into the cell that is being checked; a rollback takes that back.
void global_hold_cell(struct hd_front *front, const struct hd_def *def);
void global_let_go_of_cell(struct hd_front *front, const struct hd_def *def);
// The item being checked, and those for which it decides something, need that name, which meant
// `def` (or NULL).
// A name that its namespace did not have: where directives bring it, it may make another ambiguous.
void space_tell_new(struct hd_front *front, const struct hd_def *def, hd_loc at);
void global_record(struct hd_front *front, const char *name, const struct hd_def *def);
void global_forget_needs(struct hd_front *front, struct hd_def *def); // and those of its overloads
// The definition as it was, but for its ring and overloads.
void global_restore(struct hd_front *front, struct hd_def *def, const struct hd_def *saved);

// ---- renewed.c ----------------------------------------------------------------------------------

enum renewal { RENEWAL_NONE, RENEWAL_KEEPS, RENEWAL_MOVES, RENEWAL_ANEW };
// What a variable that was of the one type and is checked again does with its value. NONE: the text
// means another type now. *tag: see hd_sym.renewed.
enum renewal renewal_of(const struct hd_type *to, const struct hd_type *from, const char **tag);

// ---- global.c -----------------------------------------------------------------------------------

struct txn_undo *global_undo_push(struct hd_front *front, struct txn_undo undo); // NULL: no cell
void global_undo_join(struct hd_front *front, const struct txn_undo *u);
// What a struct that was defined anew had inside, and has not any more: types, constants,
// variables.
void global_drop_left_behind(struct check *c);

#endif
