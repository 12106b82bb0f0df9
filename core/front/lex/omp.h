// What OpenMP's directives declare, for the rest of the session (omp_names.c): variables with a
// value in each thread, variables on devices, and reductions.
#ifndef HD_LEX_OMP_H
#define HD_LEX_OMP_H

#include "front/lex/pp.h"

// Local variables hide threadprivate ones of their names while their scope lasts.
struct omp_scope {
    int braces, parens;
    struct {
        const char *name;
        int level;
    } hidden[16];
    int nhidden;
};

// `threadprivate(...)` or `declare reduction(...)`. NULL: done; else why not. quiet: nothing is
// kept.
const char *omp_declare(struct pp *pp, const struct hd_token *t, int n, bool quiet);
bool omp_is_own_name(const struct pp *pp, const char *name);
// Whether token i is a use of a threadprivate variable. Asked for every token in order.
bool omp_is_own(const struct pp *pp, struct omp_scope *scope, const struct hd_token *t, int i);

// Notes what `declare target` names or is around.
void omp_declare_targets(struct pp *pp, enum hd_lang lang, const struct hd_token *t, int n);
// Whether a target region has this variable itself: declared for devices, or threadprivate.
bool omp_is_everywhere(const struct pp *pp, const char *name);

// The reduction for the variable, whose declaration is looked for in the tokens. With var NULL: any
// of the name.
const struct omp_reduction *omp_reduction_find(const struct pp *pp, const char *name,
                                               const char *var, const struct hd_token *t, int n);
// Statements that declare `var` (type NULL: it is there) with the value that it begins with.
const char *omp_reduction_begin(struct pp *pp, const struct omp_reduction *r, const char *type,
                                const char *var, const char *original);
const char *omp_reduction_combine(struct pp *pp, const struct omp_reduction *r, const char *to,
                                  const char *from);

#endif
