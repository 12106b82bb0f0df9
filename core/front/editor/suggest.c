// "did you mean": the visible name nearest to one that is not declared.
//
// Nearness is the edit distance; equal distances are decided for locals, then the session's own
// names, then built-ins and keywords, and last the names of system headers, of which there are
// thousands. Short names must be nearer.
//
// Example: `blokDim` gives `blockDim`; `x` gives nothing unless `X` is there.
#include "front/check/expr/expr.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

struct nearest {
    const char *wanted;
    size_t len;
    int limit; // greatest distance that counts
    const char *best;
    int best_score; // 8 * distance + how far away the name is declared
};

enum { NEAR_LOCAL, NEAR_SESSION, NEAR_BUILTIN, NEAR_KEYWORD, NEAR_HEADER = 6 };

#define BEGINS 1000 // above the score of every name that is near

// The same letters, whatever their case and whatever underscores are around them.
static bool same_letters(const char *a, const char *b) {
    for (;; a++, b++) {
        while (*a == '_') a++;
        while (*b == '_') b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
        if (!*a) return true;
    }
}

static void consider(struct nearest *n, const char *name, int where) {
    if (!name || name == n->wanted || !*name) return;
    if (strpbrk(name, "(:<"))
        return; // operators, members and instances are not found by these names
    size_t len = strlen(name);
    // `cudaDeviceSync`: a long beginning, of which the shortest name is meant
    bool begins = n->len >= 8 && len > n->len && strncmp(name, n->wanted, n->len) == 0;
    int far = begins ? BEGINS + (int)len + (isupper((unsigned char)name[n->len]) ? BEGINS : 0) : 0;
    if (begins && far < n->best_score) { // where the last word goes on, not where another begins
        n->best_score = far;
        n->best = name;
    }
    if (len > n->len + 4 || n->len > len + 4) return;
    int distance;
    bool nearby =
        where <= NEAR_SESSION; // of one or two letters the other case, if it is the session's
    if ((n->len > 2 || nearby) && same_letters(name, n->wanted)) {
        distance = strcmp(name, n->wanted) ? 1 : 0;
        if (distance == 0) return;
    } else {
        if (len > n->len + (size_t)n->limit + 1 || n->len > len + (size_t)n->limit + 1) return;
        if (name[0] == '_' && n->wanted[0] != '_') return;
        distance = hd_edit_distance(n->wanted, name, n->limit);
        if (distance > n->limit || (size_t)distance >= len) return;
        if (where == NEAR_HEADER && (distance > 1 || n->len < 4)) return;
        if (len <= 2 || n->len <= 2) return;
    }
    int score = 8 * distance + where;
    if (score < n->best_score) {
        n->best_score = score;
        n->best = name;
    }
}

static void consider_defs(struct nearest *n, const struct hd_map *map) {
    const char *name;
    void *value;
    for (int i = 0; (i = hd_map_next(map, i, &name, &value)) > 0;) {
        const struct hd_def *def = value;
        if (!def->dead && !def->inst) consider(n, name, def->system ? NEAR_HEADER : NEAR_SESSION);
    }
}

const char *hd_suggest(struct hd_front *front, const char *name) {
    waiting_all(front);
    size_t len = strlen(name);
    struct nearest n = {.wanted = name, .len = len, .best_score = INT_MAX};
    n.limit = len <= 4 ? 1 : len <= 8 ? 2 : 3;
    const char *key;
    void *value;
    for (struct hd_space *s = front->check ? front->check->scope : NULL; s; s = s->outer) {
        for (int i = 0; !s->session && (i = hd_map_next(&s->names, i, &key, &value)) > 0;) {
            const struct hd_sym *sym = value;
            if (!sym->type || sym->type->kind != HD_TY_ERROR) consider(&n, key, NEAR_LOCAL);
        }
    }
    consider_defs(&n, &front->names);
    consider_defs(&n, &front->tags);
    for (int i = 0; (i = hd_map_next(&front->macros, i, &key, &value)) > 0;) {
        const struct hd_macro *macro = value;
        if (!macro->undefined)
            consider(&n, key, macro->builtin || macro->cell == 0 ? NEAR_HEADER : NEAR_SESSION);
    }
    int rows;
    const struct hd_builtin *table = hd_builtins(&rows);
    for (int i = 0; i < rows && front->lang == HD_LANG_CU; i++)
        consider(&n, table[i].name, NEAR_BUILTIN);
    for (int i = 0; front->lang == HD_LANG_CU && hd_prelude_name(i); i++)
        consider(&n, hd_prelude_name(i), NEAR_BUILTIN);
    int nkeywords;
    const struct hd_keyword *keywords = hd_keywords(&nkeywords);
    for (int i = 0; i < nkeywords; i++) consider(&n, keywords[i].name, NEAR_KEYWORD);
    return n.best;
}
