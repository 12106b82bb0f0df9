// #include: where headers are, and the cache that keeps them lexed.
//
// Search order: "name" first beside the including file (for a cell: the current directory); then
// the added directories, Heddle's own headers (embedded; they stand for the compiler's and for
// CUDA's), the system's, and last gcc's own and CUDA's. Each header is read and lexed once per
// session and language; a changed file (time or size) is read anew, and the include guard that its
// old text defined no longer counts.
//
// #pragma once defines a pseudo macro named "#once PATH" (no identifier), so that a cell that fails
// and is rolled back forgets it like any other macro. An include guard around the whole file is
// recognised, and the file then not even read a second time.
#include "front/lex/pp.h"
#include "front/lex/embedded.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_INCLUDES 20000 // in one run

static int builtin_index(const char *name) {
    int low = 0, high = hd_embedded_count - 1;
    while (low <= high) {
        int mid = (low + high) / 2, order = strcmp(name, hd_embedded[mid].name);
        if (order == 0) return mid;
        if (order < 0)
            high = mid - 1;
        else
            low = mid + 1;
    }
    return -1;
}

const char *hd_builtin_header(const char *name, size_t *len) {
    int i = builtin_index(name);
    if (i < 0) return NULL;
    *len = hd_embedded[i].len;
    return hd_embedded[i].text;
}

const char *hd_builtin_header_name(int i) {
    return i < hd_embedded_count ? hd_embedded[i].name : NULL;
}

// ---- directories --------------------------------------------------------------------------------

static bool is_dir(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

// gcc's own headers (omp.h ...), of its newest version.
static void add_gcc_dir(struct pp *pp) {
    static const char base[] = "/usr/lib/gcc/x86_64-linux-gnu";
    DIR *dir = opendir(base);
    if (!dir) return;
    int newest = 0;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (atoi(entry->d_name) > newest) newest = atoi(entry->d_name);
    closedir(dir);
    char path[128];
    snprintf(path, sizeof path, "%s/%d/include", base, newest);
    if (newest && is_dir(path)) HD_XPUSH(&pp->dirs, hd_intern_str(path));
}

void pp_include_init(struct pp *pp) {
    static const char *const system[] = {"/usr/local/include", "/usr/include/x86_64-linux-gnu",
                                         "/usr/include"};
    HD_XPUSH(&pp->dirs, NULL);
    for (int i = 0; i < HD_COUNT(system); i++)
        if (is_dir(system[i])) HD_XPUSH(&pp->dirs, system[i]);
    add_gcc_dir(pp);
    const char *home = getenv("CUDA_HOME");
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/include", home && *home ? home : "/usr/local/cuda");
    if (is_dir(path)) HD_XPUSH(&pp->dirs, hd_intern_str(path));
}

// A folder of the toolkit's headers, named as any other: ours stand for them there as well, so it
// is one of the system's, and the last.
static bool is_toolkit(const char *dir) {
    struct stat st;
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/crt/host_defines.h", dir);
    return n > 0 && n < (int)sizeof path && stat(path, &st) == 0;
}

void hd_include_dir_add(struct hd_front *front, const char *dir) {
    const char *name = hd_intern_str(dir);
    if (is_toolkit(dir)) {
        struct pp *pp = pp_of(front);
        for (int i = 0; i < pp->dirs.n; i++)
            if (pp->dirs.v[i] == name) return;
        HD_XPUSH(&pp->dirs, name);
        return;
    }
    for (int i = 0; i < front->include_dirs.n; i++)
        if (front->include_dirs.v[i] == name) return;
    HD_XPUSH(&front->include_dirs, name);
}

int hd_include_dirs(struct hd_front *front, const char ***dirs, int *added) {
    struct pp *pp = pp_of(front);
    if (added) *added = front->include_dirs.n;
    pp->all_dirs.n = 0;
    for (int i = 0; i < front->include_dirs.n; i++)
        HD_XPUSH(&pp->all_dirs, front->include_dirs.v[i]);
    for (int i = 0; i < pp->dirs.n; i++)
        if (pp->dirs.v[i]) HD_XPUSH(&pp->all_dirs, pp->dirs.v[i]);
    *dirs = pp->all_dirs.v;
    return pp->all_dirs.n;
}

// ---- names --------------------------------------------------------------------------------------

// C headers by their C++ names.
static const char *const c_headers[] = {
    "assert", "complex", "ctype",  "errno",  "fenv",     "float",  "inttypes", "iso646", "limits",
    "locale", "math",    "setjmp", "signal", "stdalign", "stdarg", "stdbool",  "stddef", "stdint",
    "stdio",  "stdlib",  "string", "tgmath", "time",     "uchar",  "wchar",    "wctype"};

static const char *c_name(struct pp *pp, const char *name) {
    if (name[0] != 'c') return NULL;
    for (int i = 0; i < HD_COUNT(c_headers); i++)
        if (strcmp(name + 1, c_headers[i]) == 0) return hd_printf(pp->arena, "%s.h", c_headers[i]);
    return NULL;
}

struct advice {
    const char *names; // separated by spaces; ending in `/`: any below that folder
    bool intrinsics;   // the compiler's vector intrinsics; else C++
    const char *help;
};

static const struct advice unsupported[] = {
    {"print", false, "use <iostream>, <format>, or printf and FILE from <stdio.h>"},
    {"coroutine", false, "coroutines are not supported"},
    {"thrust/ cub/", false,
     "there are Thrust's algorithms and CUB's device, block and warp parts: this header is none of them"},
    {"cutlass/ cute/", false,
     "CUTLASS is not supported: call cuBLAS (cublas_v2.h), or write the kernel with nvcuda::wmma (mma.h)"},
    {"cuda/std/ cuda/ nv/", false,
     "C++'s own header of that name may be there, for host and device: `#include <array>`"},
    {"immintrin.h x86intrin.h xmmintrin.h emmintrin.h pmmintrin.h tmmintrin.h smmintrin.h nmmintrin.h wmmintrin.h "
     "avxintrin.h avx2intrin.h mmintrin.h x86gprintrin.h",
     true, "plain loops are vectorised by the compiler; GNU vector types work"},
};

static bool advice_matches(const struct advice *advice, const char *name) {
    for (const char *p = advice->names; *p;) {
        size_t n = strcspn(p, " ");
        bool below = p[n - 1] == '/';
        if (strncmp(p, name, n) == 0 && (below || name[n] == 0)) return true;
        p += n + (p[n] == ' ');
    }
    return false;
}

const char *pp_header_of_tokens(struct pp *pp, const struct hd_token *v, int n, bool *quoted) {
    if (!n) return NULL;
    *quoted = v[0].kind == TK_STRING;
    if (*quoted || v[0].kind == TK_HEADER) return hd_strndup(pp->arena, v[0].text, v[0].text_len);
    if (v[0].kind != TK_LT) return NULL;
    struct hd_buf name = {0};
    int i = 1;
    for (; i < n && v[i].kind != TK_GT; i++) {
        if (i > 1 && v[i].flags & TF_SPACE) hd_buf_putc(&name, ' ');
        lex_spell(&name, &v[i]);
    }
    char *result = i < n ? hd_strdup(pp->arena, hd_buf_str(&name)) : NULL;
    hd_buf_finish(&name);
    return result;
}

// ---- search -------------------------------------------------------------------------------------

static bool try_file(struct pp *pp, const char *dir, const char *name, struct found_header *found) {
    char path[PATH_MAX];
    struct stat st;
    int n = dir ? snprintf(path, sizeof path, "%s/%s", dir, name)
                : snprintf(path, sizeof path, "%s", name);
    if (n < 0 || n >= (int)sizeof path || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    found->path = hd_strdup(pp->arena, path);
    found->mtime = st.st_mtim.tv_sec;
    found->mtime_ns = st.st_mtim.tv_nsec;
    found->size = st.st_size;
    return true;
}

// The directory of the including file; "" for cells (names are relative to the current directory);
// NULL: none.
static const char *directory_of(struct pp *pp, const struct hd_source *source) {
    if (!source->path) return source->system ? NULL : "";
    const char *slash = strrchr(source->path, '/');
    return slash ? hd_strndup(pp->arena, source->path, (size_t)(slash - source->path)) : "";
}

// What the toolkit's headers include beside them describes what is built in, and is ours, as for a
// program: dim3 would be another type.
static bool is_built_in(const char *name) {
    size_t len;
    return hd_builtin_header(name, &len) != NULL;
}

static bool search(struct pp *pp, const char *name, bool quoted, bool next,
                   struct found_header *found) {
    const struct pp_file *f = &pp->files.v[pp->files.n - 1];
    *found = (struct found_header){.dir = -1};
    if (name[0] == '/') return try_file(pp, NULL, name, found);
    if (quoted && f->source->system && pp->lang == HD_LANG_CU) quoted = !is_built_in(name);
    const char *own = quoted && !next ? directory_of(pp, f->source) : NULL;
    if (own && try_file(pp, *own ? own : NULL, name, found)) {
        found->system = f->source->system;
        found->dir = f->dir; // #include_next in it goes on where its neighbour would
        return true;
    }
    int added = pp->front->include_dirs.n;
    for (int i = next ? f->dir + 1 : 0; i < added + pp->dirs.n; i++) {
        const char *dir = i < added ? pp->front->include_dirs.v[i] : pp->dirs.v[i - added];
        found->dir = i;
        found->system = i >= added;
        if (!dir && (found->text = hd_builtin_header(name, &found->len))) return true;
        if (dir && try_file(pp, dir, name, found)) return true;
    }
    return false;
}

bool pp_find_header(struct pp *pp, const char *name, bool quoted, bool next,
                    struct found_header *found) {
    if (search(pp, name, quoted, next, found)) return true;
    const char *c = next || pp->lang == HD_LANG_C ? NULL : c_name(pp, name);
    return c && search(pp, c, quoted, false, found);
}

// ---- the cache ----------------------------------------------------------------------------------

// The macro of an include guard that spans the whole file: #ifndef X, or #if !defined X, to an
// #endif at the end.
static const char *find_guard(const struct hd_token *v) {
    if (v[0].kind != TK_HASH || v[1].kind != TK_IDENT) return NULL;
    const char *guard = NULL;
    int i = 0;
    if (strcmp(v[1].text, "ifndef") == 0 && lex_is_name(&v[2])) {
        guard = v[2].text;
        i = 3;
    } else if (v[1].kind == TK_IF && v[2].kind == TK_NOT && v[3].kind == TK_IDENT &&
               strcmp(v[3].text, "defined") == 0) {
        i = v[4].kind == TK_LPAREN ? 7 : 5;
        const struct hd_token *name = &v[i == 7 ? 5 : 4];
        guard = lex_is_name(name) && (i == 5 || v[6].kind == TK_RPAREN) ? name->text : NULL;
    }
    if (!guard || !(v[i].flags & TF_BOL)) return NULL;
    for (int depth = 1; v[i].kind != TK_EOF; i++) {
        if (!(v[i].flags & TF_BOL) || v[i].kind != TK_HASH || !lex_is_name(&v[i + 1])) continue;
        const char *name = v[i + 1].text;
        if (strncmp(name, "if", 2) == 0)
            depth++;
        else if (depth == 1 && (strncmp(name, "el", 2) == 0))
            return NULL;
        else if (strcmp(name, "endif") == 0 && --depth == 0)
            return v[i + 2].kind == TK_EOF ? guard : NULL;
    }
    return NULL;
}

static struct header_cache *make_entry(struct pp *pp, const struct found_header *found,
                                       const char *shown, const char *text, size_t len) {
    struct header_cache *entry = HD_NEW(pp->perm, struct header_cache);
    char real[PATH_MAX];
    const char *path = found->path;
    if (path && !found->system && realpath(path, real)) path = real;
    struct hd_source *source = hd_source_add(shown, path, text, len);
    source->lang = pp->lang;
    source->system = found->system;
    source->cell = found->text ? 0 : pp_serial(pp);
    struct tokbuf *raw = pp_buf(pp);
    lex_all(source, 0, len, pp->perm, raw);
    struct hd_token *v = HD_NEW_ARRAY(pp->perm, struct hd_token, raw->t.n);
    memcpy(v, raw->t.v, sizeof *v * (size_t)raw->t.n);
    entry->raw = v;
    entry->nraw = raw->t.n;
    pp_buf_free(pp, raw);
    entry->source = source;
    entry->mtime = found->mtime;
    entry->mtime_ns = found->mtime_ns;
    entry->size = found->size;
    entry->guard = entry->nraw > 4 ? find_guard(v) : NULL;
    char name[PATH_MAX + 32];
    int n = snprintf(name, sizeof name, "#once %s#%u", shown, source->base);
    entry->once = hd_intern(name, (size_t)n < sizeof name ? (size_t)n : sizeof name - 1);
    return entry;
}

// The header's entry, up to date. NULL: it cannot be read (errno).
static struct header_cache *load(struct pp *pp, const struct found_header *found,
                                 const char *name) {
    char key[PATH_MAX + 16];
    const char *shown = found->path ? found->path : hd_printf(pp->arena, "<heddle>/%s", name);
    int n = snprintf(key, sizeof key, "%c%s", pp->lang == HD_LANG_CU ? 'u' : 'c', shown);
    const char *interned = hd_intern(key, (size_t)n);
    struct header_cache *entry = hd_map_get(&pp->front->sources, interned);
    if (entry && entry->mtime == found->mtime && entry->mtime_ns == found->mtime_ns &&
        entry->size == found->size)
        return entry;
    char *text = NULL;
    size_t len = found->len;
    if (!found->text) {
        if (found->size > PP_MAX_SOURCE) {
            errno = EFBIG;
            return NULL;
        }
        if (!hd_read_file(found->path, &text, &len)) return NULL;
    }
    struct header_cache *fresh = make_entry(pp, found, shown, text ? text : found->text, len);
    free(text);
    hd_map_set(&pp->front->sources, interned, fresh);
    if (entry &&
        entry->guard) { // the file was edited: what its old text said does not keep the new one out
        struct hd_macro *guard = pp_find(pp, entry->guard, 0);
        if (guard && hd_source_at(guard->loc) == entry->source)
            pp_undef_name(pp, entry->guard, guard->loc);
    }
    return fresh;
}

// ---- messages -----------------------------------------------------------------------------------

struct nearest {
    const char *name; // what was asked for
    int distance;
    char *best;
};

static void consider(struct pp *pp, struct nearest *near, const char *folder,
                     const char *candidate) {
    char full[PATH_MAX];
    int n = snprintf(full, sizeof full, "%s%s", folder, candidate);
    if (n < 0 || n >= (int)sizeof full) return;
    int distance = hd_edit_distance(near->name, full, near->distance);
    if (distance >= near->distance) return;
    near->distance = distance;
    near->best = hd_strdup(pp->arena, full);
}

// The name most like `name` among the headers beside those that were searched.
static const char *suggest(struct pp *pp, const char *name, bool quoted) {
    // A header of the program's own that is not there is no other library's.
    struct nearest near = {.name = name, .distance = strlen(name) < 6 || quoted ? 2 : 3};
    const char *slash = strrchr(name, '/');
    char *folder = hd_strndup(pp->arena, name, slash ? (size_t)(slash - name) + 1 : 0);
    const char **dirs;
    int n = hd_include_dirs(pp->front, &dirs, NULL);
    for (int i = 0; i < hd_embedded_count; i++) consider(pp, &near, "", hd_embedded[i].name);
    for (int i = -1; i < n; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", i < 0 ? "." : dirs[i], folder);
        DIR *dir = opendir(path);
        if (!dir) continue;
        for (struct dirent *entry; (entry = readdir(dir));)
            if (strchr(entry->d_name, '.') && entry->d_name[0] != '.')
                consider(pp, &near, folder, entry->d_name);
        closedir(dir);
    }
    return near.best;
}

// Headers that Heddle cannot have, wherever they may be. true: reported. Many programs include one
// of C++'s own that they do not use: it is left out, and names of it that are used after all are
// errors of their own.
static bool report_unsupported(struct pp *pp, const char *name, struct hd_range range) {
    for (int i = 0; i < HD_COUNT(unsupported); i++) {
        const struct advice *advice = &unsupported[i];
        if (!advice_matches(advice, name)) continue;
        struct hd_diag *d;
        if (advice->intrinsics)
            d = hd_error(pp->diags, range, "the vector intrinsics of <%s> are not supported", name);
        else if (pp->lang == HD_LANG_C || strchr(name, '/'))
            d = hd_error(pp->diags, range, "there is no header <%s> in Heddle", name);
        else
            d = hd_warning(pp->diags, range, "c++-header",
                           "<%s> is a C++ header: it is left out, and so are its names", name);
        hd_help(pp->diags, d, "%s", advice->help);
        return true;
    }
    return false;
}

// `name` as C's or C++'s standard has it (`<stdio>` is `stdio.h`); NULL: not one of C's headers.
static const char *standard_name(struct pp *pp, const char *name) {
    const char *c = c_name(pp, name);
    if (c) return c;
    size_t len = strlen(name);
    if (len > 2 && !strcmp(name + len - 2, ".h")) len -= 2;
    for (int i = 0; i < HD_COUNT(c_headers); i++)
        if (strlen(c_headers[i]) == len && !strncmp(name, c_headers[i], len))
            return hd_printf(pp->arena, "%s.h", c_headers[i]);
    return NULL;
}

static void report_missing(struct pp *pp, const char *name, bool quoted, struct hd_range range) {
    struct hd_diag *d = hd_error(pp->diags, range, "there is no header `%s`", name);
    const char *best = standard_name(pp, name);
    struct found_header found;
    if (best && !search(pp, best, false, false, &found)) {
        hd_help(pp->diags, d,
                "the C library's headers are not on this machine: install its package (`libc6-dev` "
                "on Debian and Ubuntu, `glibc-devel` on Fedora)");
        return;
    }
    if (!best) best = suggest(pp, name, quoted);
    if (best) {
        hd_help(pp->diags, d, "did you mean `%s`?", best);
        return;
    }
    struct hd_buf where = {0};
    const char **dirs;
    int n = hd_include_dirs(pp->front, &dirs, NULL);
    if (quoted)
        hd_buf_puts(&where, pp->files.v[pp->files.n - 1].source->path ? "beside the including file"
                                                                      : "in the current directory");
    for (int i = 0; i < n; i++) hd_buf_printf(&where, "%s%s", where.len ? ", " : "in ", dirs[i]);
    hd_help(pp->diags, d, "looked %s; a library's headers come with its -dev package",
            hd_buf_str(&where));
    hd_buf_finish(&where);
}

static bool refuse_depth(struct pp *pp, const char *name, struct hd_range range) {
    bool deep = pp->files.n >= PP_MAX_FILES;
    if (!deep && pp->included.n < MAX_INCLUDES) return false;
    struct hd_diag *d =
        deep ? hd_error(pp->diags, range, "`%s`: #include is nested more than %d deep", name,
                        PP_MAX_FILES)
             : hd_error(pp->diags, range, "`%s`: more than %d #includes", name, MAX_INCLUDES);
    hd_help(pp->diags, d, "does a header include itself? `#pragma once` at its top prevents that");
    hd_diags_abort(pp->diags);
}

// ---- #include -----------------------------------------------------------------------------------

// The name after #include, and f->at moved to the next line. NULL: reported.
static const char *header_name(struct pp *pp, const struct hd_token *directive, bool *quoted,
                               struct hd_range *range) {
    struct pp_file *f = &pp->files.v[pp->files.n - 1];
    const struct hd_token *t = &f->v[f->at];
    bool ends = t->flags & TF_BOL || t->kind == TK_EOF;
    const char *name = NULL;
    if (!ends && (t->kind == TK_HEADER || t->kind == TK_STRING)) {
        *range = lex_range(t);
        *quoted = t->kind == TK_STRING;
        name = hd_strndup(pp->arena, t->text, t->text_len);
        int end = pp_line_end(f, f->at);
        if (end > f->at + 1 && !(t->flags & TF_SYSTEM))
            hd_warning(pp->diags, lex_range(t + 1), "extra-tokens",
                       "what follows `#%s` on this line is ignored", directive->text);
        f->at = end;
    } else {
        struct tokbuf *line = pp_buf(pp);
        pp->in_directive = true;
        *range = lex_range(ends ? directive : t);
        for (struct hd_token token;
             pp_next(pp, &token), token.kind != TK_EOD && token.kind != TK_EOF;)
            pp_put(pp, line, token);
        pp->in_directive = false;
        pp->pending = 0;
        name = pp_header_of_tokens(pp, line->t.v, line->t.n, quoted);
        pp_buf_free(pp, line);
    }
    if (name && *name && strlen(name) < PATH_MAX - 64) return name;
    struct hd_diag *d =
        hd_error(pp->diags, *range, "`#%s` needs the name of a header", directive->text);
    hd_help(pp->diags, d,
            "write #include <stdio.h>, or #include \"file.h\" for a file of your own");
    return NULL;
}

// A header of ours that waits until a name of it is needed (names/waiting.c): what cannot wait is
// read in its place. false: it is read now.
static bool lets_wait(struct pp *pp, const char *name, struct found_header *found, int *waits) {
    struct hd_front *front = pp->front;
    int row = found->text && pp->lang == HD_LANG_CU ? builtin_index(name) : -1;
    if (row < 0) return false;
    const char *at_once = hd_embedded_waits[row].at_once;
    bool apart = pp->is_local && !pp->device; // nothing of the session changes
    bool main_text = front->txn && front->auto_including == 0 && !apart;
    if (!at_once || !main_text || !front->lets_wait) {
        if (front->txn && !apart) waiting_read(front, row);
        return false;
    }
    if (pp->files.v[pp->files.n - 1].source->system) {
        if (waiting_whole(front, row)) return true;
        if (!pp->device) waiting_read(front, row);
        return false;
    }
    found->text = at_once;
    found->len = strlen(at_once);
    if (*at_once && !pp->device) *waits = row + 1;
    if (!*at_once && !pp->device) waiting_include(front, row, pp->toks.n);
    return *at_once == 0;
}

void pp_include(struct pp *pp, const struct hd_token *directive, bool next, bool import) {
    bool quoted = false;
    struct hd_range range;
    struct found_header found;
    const char *name = header_name(pp, directive, &quoted, &range);
    if (!name) return;
    bool is_found = pp_find_header(pp, name, quoted, next, &found);
    if ((!is_found || (found.system && !found.text)) && report_unsupported(pp, name, range)) return;
    if (!is_found) {
        report_missing(pp, name, quoted, range);
        return;
    }
    refuse_depth(pp, name, range);
    const char *whole = found.text;
    int waits = 0;
    if (lets_wait(pp, name, &found, &waits)) return;
    if (found.text != whole) name = hd_printf(pp->arena, "%s, in part", name);
    struct header_cache *entry = load(pp, &found, name);
    if (!entry) {
        hd_error(pp->diags, range, "cannot read `%s`: %s", found.path, strerror(errno));
        return;
    }
    struct hd_macro *m = pp_find(pp, entry->once, 0);
    if (m) return;
    if (entry->guard && (m = pp_find(pp, entry->guard, 0))) {
        pp_use(pp, entry->guard, m, true);
        return;
    }
    if (import) {
        struct hd_macro *once = HD_NEW(pp_macro_arena(pp), struct hd_macro);
        once->name = entry->once;
        once->loc = range.from;
        pp_set_macro(pp, once);
    }
    if (!entry->source->cell && !found.text) entry->source->cell = pp_serial(pp);
    HD_XPUSH(&pp->included, entry->source);
    hd_source_include(entry->source, range.from);
    pp_enter(pp, (struct pp_file){.source = entry->source,
                                  .v = entry->raw,
                                  .dir = found.dir,
                                  .cached = true,
                                  .waits = waits,
                                  .once = entry->once});
}
