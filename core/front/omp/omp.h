// OpenMP: directives become C between the preprocessor and the parser.
#ifndef HD_FRONT_OMP_H
#define HD_FRONT_OMP_H

#include "front/lex/tokens.h"

struct pp;

// The tokens that pp_run made, with directives rewritten. arena: theirs, as pp_run said.
void omp_rewrite(struct hd_front *front, enum hd_lang lang, struct hd_arena *arena,
                 struct hd_tokens *toks);
// Whether they end in a directive that asks for a statement.
bool omp_is_open(const struct hd_tokens *toks);
// Whether a target region has this variable itself: declared for devices, or threadprivate.
bool omp_is_everywhere(const struct pp *pp, const char *name);

#endif
