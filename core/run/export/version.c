// Versions of names: what a name meant at a time, with all that it needed then.
//
// The walk through the items keeps what each name means now. A version is known by its *closure*:
// the items that it needs, directly or not. When `f` is defined anew, `apply`, which calls it, gets
// another closure and so another version, though its text stays. Cycles need no care: a closure is
// a set.
#include "run/export/export.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct now { // what a name means: overloads of one cell, or one item
    HD_VEC(struct ex_item *) items;
};

void ex_versions_make(struct ex_versions *v, struct ex_plan *plan) {
    *v = (struct ex_versions){.plan = plan};
}

void ex_versions_restart(struct ex_versions *v) {
    hd_map_finish(&v->current);
    v->current = (struct hd_map){0};
    v->time = 0;
}

void ex_versions_step(struct ex_versions *v, struct ex_item *item) {
    v->time = item->index + 1;
    for (int i = 0; i < item->defines.n; i++) {
        const char *name = item->defines.v[i];
        if (item->kind == ITEM_UNDEF) {
            hd_map_remove(&v->current, name);
            continue;
        }
        struct now *old = hd_map_get(&v->current, name), *now = HD_NEW(v->plan->arena, struct now);
        bool overload = old && item->kind == ITEM_DEFINITION &&
                        old->items.v[0]->kind == ITEM_DEFINITION &&
                        old->items.v[0]->cell == item->cell;
        for (int k = 0; overload && k < old->items.n; k++)
            HD_PUSH(v->plan->arena, &now->items, old->items.v[k]);
        HD_PUSH(v->plan->arena, &now->items, item);
        hd_map_set(&v->current, name, now);
    }
}

static void close_over(struct ex_versions *v, const char *name, char *seen) {
    const struct now *now = hd_map_get(&v->current, name);
    for (int i = 0; now && i < now->items.n; i++) {
        const struct ex_item *item = now->items.v[i];
        if (seen[item->index]) continue;
        seen[item->index] = 1;
        for (int k = 0; k < item->uses.n; k++) close_over(v, item->uses.v[k], seen);
    }
}

struct ex_version *ex_version_now(struct ex_versions *v, const char *name) {
    const struct now *now = hd_map_get(&v->current, name);
    if (!now) return NULL;
    struct ex_plan *plan = v->plan;
    char *seen = hd_xcalloc((size_t)plan->items.n + 1, 1);
    close_over(v, name, seen);
    struct ex_version *made = HD_NEW(plan->arena, struct ex_version);
    const char *word = hd_map_get(&plan->words, name);
    made->name = name;
    made->written = word ? word : name;
    for (int i = 0; i < plan->items.n; i++)
        if (seen[i]) HD_PUSH(plan->arena, &made->closure, i);
    free(seen);
    struct ex_version_list *list = hd_map_get(&v->by_name, name);
    if (!list) hd_map_set(&v->by_name, name, list = HD_NEW(plan->arena, struct ex_version_list));
    for (int i = 0; i < list->v.n; i++) {
        struct ex_version *old = list->v.v[i];
        if (old->closure.n != made->closure.n ||
            memcmp(old->closure.v, made->closure.v, sizeof(int) * (size_t)made->closure.n) != 0)
            continue;
        if (old->order < v->time) old->order = v->time;
        return old;
    }
    for (int i = 0; i < now->items.n; i++) HD_PUSH(plan->arena, &made->items, now->items.v[i]);
    made->order = v->time;
    HD_PUSH(plan->arena, &list->v, made);
    return made;
}

// "geo::Box_1": what stands before the word in its key, and how the program has it.
static void put_qualified(struct hd_buf *out, struct ex_plan *plan,
                          const struct ex_version *version) {
    const char *word = hd_map_get(&plan->words, version->name);
    size_t before = word ? strlen(version->name) - strlen(word) : 0;
    hd_buf_printf(out, "%.*s%s", (int)before, version->name, version->written);
}

const char *ex_type_text(struct ex_versions *v, const struct hd_type *type, const char *name) {
    struct hd_buf plain = {0}, out = {0};
    hd_type_print(&plain, type, name, HD_LANG_CU);
    for (const char *p = hd_buf_str(&plain); *p;) {
        size_t n = 0;
        while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
        size_t path = n; // `geo::Box`
        while (n && p[path] == ':' && p[path + 1] == ':' &&
               (isalpha((unsigned char)p[path + 2]) || p[path + 2] == '_'))
            for (path += 2; isalnum((unsigned char)p[path]) || p[path] == '_';) path++;
        if (path > n && ex_version_now(v, hd_intern(p, path))) n = path;
        const char *word = n ? hd_intern(p, n) : NULL;
        struct ex_version *version =
            word && !(name && strcmp(word, name) == 0) ? ex_version_now(v, word) : NULL;
        if (version && version->items.v[0]->kind == ITEM_DEFINITION)
            put_qualified(&out, v->plan, version);
        else
            hd_buf_add(&out, p, n ? n : 1);
        p += n ? n : 1;
    }
    const char *text = hd_strdup(v->plan->arena, hd_buf_str(&out));
    hd_buf_finish(&plain);
    hd_buf_finish(&out);
    return text;
}
