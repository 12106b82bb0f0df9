// What the files of template/ share: arguments.c.
#ifndef HD_TEMPLATE_H
#define HD_TEMPLATE_H

#include "front/check/expr/expr.h"

// Whether a struct template can have these arguments. false: *why says why not.
bool args_fit(struct check *c, const struct hd_template *t, const struct hd_targ *binds,
              const char **why);
// Without the names that typedefs gave to their types.
void args_make_plain(struct hd_arena *arena, struct hd_targ *args, int n);
struct hd_targ *args_copy(struct hd_arena *arena, const struct hd_targ *args, int n); // plain ones
// What nc makes needs the names of the arguments, and holds their types' memory.
void args_need(struct check *nc, const struct hd_targ *args, int n);

// A copy of arguments as they are, which args_same compares with others.
void args_keep(struct hd_arena *arena, struct hd_targ *to, const struct hd_targ *from, int n);
bool args_same(const struct hd_targ *kept, const struct hd_targ *args, int n);

// Under which an instance of a function template is a definition; `name`: of the instance, as
// template_instance_name gives it for plain arguments.
const char *template_instance_key(struct check *c, struct hd_template *t, const char *name,
                                  const struct hd_targ *args);

#endif
