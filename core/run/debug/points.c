// Breakpoints: what they say, and which sites they mark.
//
//     scale            where the function begins
//     scale:3          at line 3 of its source, or the first line behind it that does something
//     In[2]:3, a.cu:7  at a line of a cell or file
//
// A name may be that of several functions (overloads, instances of a template). A breakpoint may
// come before what it names.
#include "run/debug/debug.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

dbg_point_vec dbg_points;
static int last_number;

void dbg_mark(uint32_t site, bool on); // twin.c

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_source(const struct hd_source *source, const char *name) {
    return source &&
           (!strcmp(source->name, name) || !strcmp(base_name(source->name), name) ||
            (source->path && !strcmp(source->path, name)) || dbg_is_cell_file(source, name));
}

bool dbg_point_concerns(const struct dbg_point *p, const struct hd_func *func) {
    if (!func->source || func->source->system) return false;
    if (!p->is_source) return dbg_is_named(func->sym, p->name);
    if (!is_source(func->source, p->name) || !func->body) return false;
    if (func->is_entry) return true;
    struct hd_place from, to;
    return hd_source_place(func->sym->range.from, &from) &&
           hd_source_place(func->body->range.to, &to) && p->line >= from.line && p->line <= to.line;
}

bool dbg_points_concern(const struct hd_func *func) {
    for (int i = 0; i < dbg_points.n; i++)
        if (!dbg_points.v[i]->wrong && dbg_point_concerns(dbg_points.v[i], func)) return true;
    return false;
}

// The site of a function at which a breakpoint stops; -1: none.
static int64_t site_of(const struct dbg_point *p, const struct hd_twin_func *f) {
    const struct hd_func *func = f->func;
    if (!f->sites.n) return -1;
    if (!p->is_source && !dbg_is_named(func->sym, p->name)) return -1;
    if (p->is_source && !is_source(func->source, p->name)) return -1;
    if (!p->line) return f->sites.v[0].number;
    int best_line = 0;
    int64_t best = -1;
    struct hd_place from, to;
    bool known = !func->is_entry && hd_source_place(func->sym->range.from, &from) &&
                 hd_source_place(func->body->range.to, &to);
    if (p->is_source && known && (p->line < from.line || p->line > to.line)) return -1;
    for (int i = 0; i < f->sites.n; i++) {
        int line = dbg_sites[f->sites.v[i].number].line;
        if (line < p->line || (best >= 0 && line >= best_line)) continue;
        best = f->sites.v[i].number;
        best_line = line;
    }
    return p->is_source && func->is_entry && best_line != p->line ? -1 : best;
}

// A line of a lambda's is not one of the function around it: what stands behind the lambda there.
static bool is_farther(const struct dbg_point *p, const struct dbg_site *s) {
    for (int i = 0; i < p->sites.n; i++) {
        const struct dbg_site *other = &dbg_sites[p->sites.v[i]];
        if (other->source == s->source && other->line < s->line) return true;
    }
    return false;
}

static void place(struct dbg_point *p) {
    const struct hd_twin_func *last = NULL;
    p->sites.n = 0;
    for (uint32_t i = 0; i < dbg_nsites && !p->wrong; i++) {
        const struct hd_twin_func *f = dbg_sites[i].func;
        if (!f || f == last) continue;
        last = f;
        int64_t site = site_of(p, f);
        if (site >= 0) HD_XPUSH(&p->sites, (uint32_t)site);
    }
    for (int i = p->sites.n - 1; i >= 0; i--)
        if (p->is_source && is_farther(p, &dbg_sites[p->sites.v[i]]))
            p->sites.v[i] = p->sites.v[--p->sites.n];
    for (int i = 0; i < p->sites.n; i++) dbg_mark(p->sites.v[i], true);
    p->placed = p->sites.n > 0;
}

void dbg_points_apply(void) {
    for (uint32_t i = 0; i < dbg_nsites; i++) dbg_mark(i, false);
    for (int k = 0; k < dbg_points.n; k++) place(dbg_points.v[k]);
    for (int k = 0; k < dbg_points.n; k++) {
        struct dbg_point *p = dbg_points.v[k];
        if (!p->unverified || !p->placed) continue;
        p->unverified = false;
        dbg_dap_verified(p);
    }
    dbg_found_mark();
    dbg_skip_look();
}

bool dbg_point_is_known(const struct dbg_point *p) {
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n && !p->placed; i++) {
        const struct hd_sym *sym = defs[i]->dead ? NULL : defs[i]->sym;
        if (sym && sym->kind == SYM_FUNC && dbg_is_named(sym, p->name)) return true;
    }
    return p->placed;
}

static bool dbg_point_at(const struct dbg_point *p, uint32_t site) {
    int i = 0;
    while (i < p->sites.n && p->sites.v[i] != site) i++;
    return i < p->sites.n && dbg_sites[site].func;
}

static void forget_codes(struct dbg_point *p) {
    for (int i = 0; i < p->codes.n; i++) dbg_code_free(p->codes.v[i].code);
    p->codes.n = 0;
}

// The condition's code at the frame's site.
static struct dbg_code *condition_code(struct dbg_point *p, struct hd_frame *frame) {
    for (int i = 0; i < p->codes.n; i++)
        if (p->codes.v[i].site == frame->site) return p->codes.v[i].code;
    hd_front_lock();
    struct hd_arena *outer = hd_engine.arena;
    hd_engine.arena = hd_arena_create();
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct dbg_code *code = dbg_compile(frame, p->condition, true, &diags);
    if (!code && diags.first)
        snprintf(dbg.note, sizeof dbg.note, "the condition of breakpoint %d does not compile: %s",
                 p->number, diags.first->message);
    hd_arena_destroy(hd_engine.arena);
    hd_engine.arena = outer;
    hd_front_unlock();
    HD_XPUSH(&p->codes, ((struct dbg_condition){frame->site, code}));
    return code;
}

static bool holds(struct dbg_point *p, struct hd_frame *frame) {
    if (!p->condition) return true;
    struct dbg_code *code = condition_code(p, frame);
    if (!code) return true;
    struct hd_fault fault;
    if (dbg_code_run(code, frame, &fault)) return dbg_code_holds(code);
    snprintf(dbg.note, sizeof dbg.note, "the condition of breakpoint %d: %.200s", p->number,
             fault.message);
    return true;
}

// Whether this hit is one of those that are meant: `>= 3`, `% 10`, `3` (from then on).
static bool counts(const struct dbg_point *p) {
    static const char *const operators[] = {">=", "<=", "==", "=", ">", "<", "%"};
    const char *text = p->hit_condition;
    if (!text) return true;
    text += strspn(text, " ");
    int which = 0;
    while (which < HD_COUNT(operators) &&
           strncmp(text, operators[which], strlen(operators[which])) != 0)
        which++;
    if (which < HD_COUNT(operators)) text += strlen(operators[which]);
    int n = atoi(text);
    switch (which) {
    case 1: return p->hits <= n;
    case 2:
    case 3: return p->hits == n;
    case 4: return p->hits > n;
    case 5: return p->hits < n;
    case 6: return n > 0 && p->hits % n == 0;
    default: return p->hits >= n;
    }
}

// `{EXPRESSION}` stands for its value.
static void tell(const struct dbg_point *p, struct hd_frame *frame) {
    hd_front_lock();
    struct hd_arena *outer = hd_engine.arena;
    hd_engine.arena = hd_arena_create();
    struct hd_buf out = {0};
    for (const char *text = p->message; *text;) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (!end) {
            hd_buf_putc(&out, *text++);
            continue;
        }
        dbg_print(&out, frame, hd_strndup(hd_engine.arena, text + 1, (size_t)(end - text - 1)));
        while (out.len && out.s[out.len - 1] == '\n') out.s[--out.len] = 0;
        text = end + 1;
    }
    hd_launch_flush();
    hd_print("%s\n", hd_buf_str(&out));
    fflush(stdout);
    hd_buf_finish(&out);
    hd_arena_destroy(hd_engine.arena);
    hd_engine.arena = outer;
    hd_front_unlock();
}

struct dbg_point *dbg_point_hit(struct hd_frame *frame) {
    struct dbg_point *hit = NULL;
    for (int i = 0; i < dbg_points.n; i++) {
        struct dbg_point *p = dbg_points.v[i];
        if (!dbg_point_at(p, frame->site)) continue;
        if (!holds(p, frame)) continue;
        if (!dbg.quiet) p->hits++;
        if (!counts(p)) continue;
        if (p->message && !dbg.quiet) tell(p, frame);
        if (!hit && !p->message) hit = p;
    }
    return hit;
}

bool dbg_points_count(void) {
    for (int i = 0; i < dbg_points.n; i++)
        if (dbg_points.v[i]->message || dbg_points.v[i]->hit_condition) return true;
    return false;
}

// ---- the list -----------------------------------------------------------------------------------

static void point_free(struct dbg_point *p);

struct dbg_point *dbg_point_add(const char *text, bool check, const char **why) {
    while (isspace((unsigned char)*text)) text++;
    size_t n = dbg_name_length(text);
    const char *end = text + n;
    if (!n) {
        *why = "say where: a function's name, NAME:LINE, In[3]:2 or FILE:LINE";
        return NULL;
    }
    struct dbg_point *p = hd_xcalloc(1, sizeof *p);
    p->name = hd_strndup(hd_engine.arena, text, n);
    char *colon = strrchr(p->name, ':');
    if (colon && colon > p->name && colon[-1] != ':' && isdigit((unsigned char)colon[1])) {
        p->line = atoi(colon + 1);
        *colon = 0;
    }
    bool may_be_file = !strstr(p->name, "operator");
    p->is_source = !strncmp(p->name, "In[", 3) ||
                   (may_be_file && (strchr(p->name, '.') || strchr(p->name, '/')));
    while (isspace((unsigned char)*end)) end++;
    if (!strncmp(end, "if", 2) && (isspace((unsigned char)end[2]) || end[2] == '(')) {
        end += 2;
        while (isspace((unsigned char)*end)) end++;
        p->condition = hd_xstrdup(end);
    }
    size_t named = strlen(p->name);
    if ((named && p->name[named - 1] == ':') || (*end && !p->condition) ||
        (p->condition && !*p->condition) || (p->is_source && !p->line)) {
        *why = named && p->name[named - 1] == ':' ? "behind `:` comes the number of a line"
               : p->is_source && !p->line         ? "a cell or file needs a line: In[3]:2"
               : p->condition                     ? "the condition is missing behind `if`"
                              : "behind the place comes `if CONDITION` or nothing";
        free(p->condition);
        free(p);
        return NULL;
    }
    p->name = hd_xstrdup(p->name);
    p->where = hd_xstrdup(hd_printf(hd_engine.arena, "%.*s", (int)n, text));
    if (check && !dbg_condition_check(p)) {
        *why = hd_strdup(hd_engine.arena, p->wrong);
        point_free(p);
        return NULL;
    }
    p->number = ++last_number;
    HD_XPUSH(&dbg_points, p);
    dbg_points_apply();
    return p;
}

struct dbg_point *dbg_point_add_client(const char *path, int line, const char *condition,
                                       bool check) {
    struct dbg_point *p = hd_xcalloc(1, sizeof *p);
    p->name = hd_xstrdup(path);
    p->where = hd_xstrdup(hd_printf(hd_engine.arena, line ? "%s:%d" : "%s", path, line));
    p->line = line;
    p->is_source = line > 0;
    p->client = true;
    p->condition = condition && *condition ? hd_xstrdup(condition) : NULL;
    if (check) dbg_condition_check(p);
    p->number = ++last_number;
    HD_XPUSH(&dbg_points, p);
    dbg_points_apply();
    return p;
}

void dbg_points_drop_client(const char *path) {
    int kept = 0;
    for (int i = 0; i < dbg_points.n; i++) {
        struct dbg_point *p = dbg_points.v[i];
        bool meant = p->client && (!path ? !p->is_source : !*path || !strcmp(path, p->name));
        if (meant)
            point_free(p);
        else
            dbg_points.v[kept++] = p;
    }
    dbg_points.n = kept;
    dbg_points_apply();
}

static void point_free(struct dbg_point *p) {
    forget_codes(p);
    HD_FREE_VEC(&p->codes);
    HD_FREE_VEC(&p->sites);
    free(p->condition);
    free(p->hit_condition);
    free(p->message);
    free(p->wrong);
    free(p->where);
    free(p->name);
    free(p);
}

bool dbg_point_remove(int number) {
    int kept = 0, before = dbg_points.n;
    for (int i = 0; i < before; i++) {
        struct dbg_point *p = dbg_points.v[i];
        if (number && p->number != number)
            dbg_points.v[kept++] = p;
        else
            point_free(p);
    }
    dbg_points.n = kept;
    dbg_points_apply();
    return kept < before || (!number && !before);
}

void dbg_points_forget_codes(void) {
    for (int i = 0; i < dbg_points.n; i++) forget_codes(dbg_points.v[i]);
}
