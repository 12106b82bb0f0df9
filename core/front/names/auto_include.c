// The C library's common names, for code that uses them without their header (cells and .cu files).
//
// Functions and types are included when a lookup finds nothing else (builtins.c asks
// hd_header_find). Macros cannot wait so long, because they are expanded before anything is looked
// up: the text of an input is scanned for their names before it is preprocessed, and that of its
// own headers ("book.h") afterwards. A name that the input itself defines, undefines or tests is
// left alone.
//
// So are names of C++'s headers that we have (`std::cout`), which are only meant with `std::`
// before them.
//
// A lookup can come too late: `exit(1)` in a cell that includes <pthread.h> further down. The
// preprocessor has read that by then, and what both headers share stands behind the place. Then the
// cell starts again with the missing header in front.
//
// Example: `int best = INT_MAX;` includes <limits.h> first.
#include "front/check/check.h"
#include "front/lex/embedded.h"
#include "front/names/library.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Names by header and kind. Not complete: the names that small programs use.
static const struct {
    const char *header;
    char kind; // 'f' functions and variables, 't' types, 'm' macros
    const char *names;
} headers[] = {
#include "front/lex/headers.def"
#include "library_names.inc" // what tools/library_names.py found in those of CUDA's libraries
};

struct header_entry {
    const char *header;
    char kind;
};
static pthread_once_t headers_once = PTHREAD_ONCE_INIT;
static struct hd_map header_names; // -> struct header_entry *

static void index_headers(void) {
    for (int i = 0; i < HD_COUNT(headers); i++) {
        struct header_entry *entry = hd_xcalloc(1, sizeof *entry);
        entry->header = headers[i].header;
        entry->kind = headers[i].kind;
        for (const char *p = headers[i].names; *p;) {
            size_t len = strcspn(p, " ");
            const char *name = hd_intern(p, len);
            if (!hd_map_get(&header_names, name)) hd_map_set(&header_names, name, entry);
            p += len;
            while (*p == ' ') p++;
        }
    }
}

const char *hd_header_find(const char *name, char *kind) {
    pthread_once(&headers_once, index_headers);
    const struct header_entry *entry = hd_map_get(&header_names, hd_intern_str(name));
    if (!entry) return NULL;
    if (kind) *kind = entry->kind;
    return entry->header;
}

void hd_header_each(void (*each)(void *user, const char *name, char kind, const char *header),
                    void *user) {
    const char *name;
    void *entry;
    pthread_once(&headers_once, index_headers);
    for (int i = 0; (i = hd_map_next(&header_names, i, &name, &entry)) > 0;)
        each(user, name, ((struct header_entry *)entry)->kind,
             ((struct header_entry *)entry)->header);
}

const char *hd_header_of(const char *name) { return hd_header_find(name, NULL); }

bool hd_is_array_word(const char *name) {
    const char *header = hd_header_of(name);
    return header && !strncmp(header, "array_", strlen("array_"));
}

// Names of C++'s headers that we have (headers/iostream ...), each between blanks.
static const struct {
    const char *header, *names;
} std_headers[] = {
#include "front/lex/std_headers.def"
};

const char *hd_std_usual(const char *name) {
    char word[48];
    if (snprintf(word, sizeof word, " %s ", name) >= (int)sizeof word) return NULL;
    for (int i = 0; i < HD_COUNT(std_headers); i++)
        if (strstr(std_headers[i].names, word)) return std_headers[i].header;
    return NULL;
}

// What no row has may be declared in some header all the same. Short words are parts of its text
// that the build took for names.
const char *hd_std_header_of(const char *name) {
    const char *header = hd_std_usual(name);
    if (header || strlen(name) < 5 || hd_header_of(name)) return header;
    return waiting_header_of(name);
}

const char *hd_library_header_of(const char *word) {
    int low = 0, high = hd_embedded_library_count - 1;
    while (low <= high) {
        int mid = (low + high) / 2, order = strcmp(word, hd_embedded_library[mid].name);
        if (order == 0) return hd_embedded_library[mid].header;
        if (order < 0)
            high = mid - 1;
        else
            low = mid + 1;
    }
    return NULL;
}

bool hd_is_std_name(const char *name) { return hd_std_header_of(name) != NULL; }

struct near_std {
    const char *wanted, *best;
    int distance;
};

static void consider_std(void *user, const char *name, char kind, const char *header) {
    struct near_std *near = user;
    (void)kind, (void)header;
    int distance = hd_edit_distance(near->wanted, name, near->distance - 1);
    if (distance >= near->distance) return;
    near->distance = distance;
    near->best = name;
}

const char *hd_std_near(const char *name) {
    struct near_std near = {name, NULL, strlen(name) < 5 ? 2 : 3};
    hd_std_each(consider_std, &near);
    return near.best;
}

void hd_std_each(void (*each)(void *user, const char *name, char kind, const char *header),
                 void *user) {
    for (int i = 0; i < HD_COUNT(std_headers); i++)
        for (const char *p = std_headers[i].names + 1; *p;) {
            size_t len = strcspn(p, " ");
            each(user, hd_intern(p, len), 'f', std_headers[i].header);
            p += len + 1;
        }
}

// ---- macros -------------------------------------------------------------------------------------

static bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

// The next name at or after *at; comments, literals and numbers are stepped over. NULL at the end.
static const char *next_name(const char *text, size_t len, size_t *at, size_t *name_len) {
    size_t i = *at;
    while (i < len) {
        char c = text[i];
        if (starts_name(c)) {
            size_t from = i;
            while (i < len && continues_name(text[i])) i++;
            *at = i;
            *name_len = i - from;
            return text + from;
        }
        if (c >= '0' && c <= '9') {
            while (i < len && (continues_name(text[i]) || text[i] == '.')) i++;
        } else if (c == '/' && i + 1 < len && text[i + 1] == '/') {
            while (i < len && text[i] != '\n') i++;
        } else if (c == '/' && i + 1 < len && text[i + 1] == '*') {
            for (i += 2; i < len && !(text[i] == '/' && text[i - 1] == '*'); i++) continue;
            i++;
        } else if (c == '"' || c == '\'') {
            for (i++; i < len && text[i] != c && text[i] != '\n'; i++)
                if (text[i] == '\\') i++;
            i++;
        } else {
            i++;
        }
    }
    *at = len;
    return NULL;
}

static bool is_word(const char *s, size_t len, const char *word) {
    return strlen(word) == len && memcmp(s, word, len) == 0;
}

// Whether a name after this one is the subject of a directive.
static bool names_macro(const char *s, size_t len) {
    static const char *const words[] = {"define", "undef", "ifdef", "ifndef", "defined"};
    for (int i = 0; i < HD_COUNT(words); i++)
        if (is_word(s, len, words[i])) return true;
    return false;
}

// The namespace whose name, `previous`, stands right before s with a `::`. NULL: none of C++'s.
static struct hd_space *std_space_before(struct hd_front *front, const char *text, const char *s,
                                         const char *previous, size_t previous_len) {
    static const char *const inner[] = {"chrono", "this_thread"};
    if (s - text < 2 || s[-1] != ':' || s[-2] != ':' || previous + previous_len != s - 2)
        return NULL;
    struct hd_space *std =
        hd_space_in(front, hd_space_global(front), hd_intern_str("std"), SPACE_NAMESPACE);
    if (is_word(previous, previous_len, "std"))
        return previous - text >= 6 && !memcmp(previous - 6, "cuda::", 6) ? NULL : std;
    for (int i = 0; i < HD_COUNT(inner); i++)
        if (is_word(previous, previous_len, inner[i]))
            return hd_space_in(front, std, hd_intern_str(inner[i]), SPACE_NAMESPACE);
    return NULL;
}

// The header that has a name after `std::`, where that was not included yet; NULL: nothing to do.
// min and max are built in, unless their type is given.
static const char *wants_std(struct hd_front *front, struct hd_space *space, const char *name,
                             char next, bool qualified) {
    bool given = next == '<' && (!strcmp(name, "max") || !strcmp(name, "min"));
    const char *header = given       ? "algorithm"
                         : qualified ? hd_std_header_of(name)
                                     : hd_std_usual(name);
    if (!header || hd_macro_find(front, name) || waiting_has(front, name)) return NULL;
    const char *key = hd_space_key(front, space, name);
    const struct hd_def *def = hd_map_get(&front->names, key), *tag = hd_map_get(&front->tags, key);
    return (def && !def->dead) || (tag && !tag->dead) ? NULL : header;
}

// The header of a library of CUDA's that has a name behind its namespaces (`cub::BlockScan`,
// `cuda::std::span`), where nothing that was included has declared it.
static const char *wants_library(struct hd_front *front, const char *text, const char *s,
                                 const char *name) {
    const char *from = s;
    while (from - text > 2 && from[-1] == ':' && from[-2] == ':' && continues_name(from[-3]))
        for (from -= 2; from > text && continues_name(from[-1]);) from--;
    char word[96];
    if (from == s ||
        snprintf(word, sizeof word, "%.*s%s", (int)(s - from), from, name) >= (int)sizeof word)
        return NULL;
    const char *header = hd_library_header_of(word);
    if (!header && !strncmp(word, "cuda::std::", 11) && hd_std_header_of(name)) {
        // C++'s own by those names: what is in <span> is in <cuda/std/span>
        snprintf(word, sizeof word, "cuda/std/%s", hd_std_header_of(name));
        size_t len;
        return hd_builtin_header(word, &len) ? hd_intern_str(word) : NULL;
    }
    if (!header || hd_macro_find(front, name)) return NULL;
    struct hd_space *space = hd_space_global(front);
    for (const char *part = word, *end; (end = strstr(part, "::")); part = end + 2)
        space = hd_space_in(front, space, hd_intern(part, (size_t)(end - part)), SPACE_NAMESPACE);
    const char *key = hd_space_key(front, space, name);
    const struct hd_def *def = hd_map_get(&front->names, key), *tag = hd_map_get(&front->tags, key);
    return (def && !def->dead) || (tag && !tag->dead) ? NULL : header;
}

// Headers that libstdc++'s other headers bring along: programs call what is in them after
// `using namespace std;` without including them.
static bool comes_along(const char *header) {
    static const char *const list[] = {"tuple", "utility", "algorithm", "memory", "numeric"};
    for (int i = 0; i < HD_COUNT(list); i++)
        if (!strcmp(header, list[i])) return true;
    return false;
}

// `tie(a, b)`, not `.tie(` nor `x::tie(`.
static bool called_alone(const char *text, const char *s, size_t len) {
    const char *next = s + len;
    while (*next == ' ') next++;
    char before = s > text ? s[-1] : ' ';
    return *next == '(' && before != '.' && before != ':' && before != '>';
}

struct wanted {
    const char *name, *header;
};

void auto_include_macros(struct hd_front *front, const struct hd_source *source, bool late) {
    if (source->lang != HD_LANG_CU) return;
    HD_VEC(struct wanted) wanted = {0};
    struct hd_map own = {0}; // names that the text defines or tests
    struct hd_space *global_std =
        hd_space_in(front, hd_space_global(front), hd_intern_str("std"), SPACE_NAMESPACE);
    bool uses = hd_space_in_use(front, global_std);
    const char *s, *previous = "";
    size_t len, at = 0, previous_len = 0;
    bool directive = false; // `namespace` after `using`
    while ((s = next_name(source->text, source->len, &at, &len))) {
        char kind = 0;
        if (len >= 3 && len <= 40) {
            const char *name = hd_intern(s, len);
            struct hd_space *std = std_space_before(front, source->text, s, previous, previous_len);
            if (names_macro(previous, previous_len))
                hd_map_set(&own, name, (void *)name);
            else {
                struct wanted want = {name, NULL};
                const char *library = wants_library(front, source->text, s, name);
                if (library)
                    want.header = library;
                else if (std)
                    want.header = wants_std(front, std, name, s[len], true);
                else if (!hd_map_get(&front->names, name) && !hd_macro_find(front, name))
                    want.header = hd_header_find(name, &kind);
                if (want.header && (std || library || kind == 'm')) HD_XPUSH(&wanted, want);
                bool alone = uses && !std && !library && called_alone(source->text, s, len) &&
                             !hd_map_get(&front->names, name);
                const char *header = alone ? wants_std(front, global_std, name, '(', false) : NULL;
                if (header && comes_along(header))
                    HD_XPUSH(&wanted, ((struct wanted){name, header}));
            }
        }
        uses = uses || (directive && is_word(s, len, "std"));
        directive = is_word(s, len, "namespace") && is_word(previous, previous_len, "using");
        previous = s;
        previous_len = len;
    }
    const char *missing = NULL;
    for (int i = 0; i < wanted.n && !missing; i++) {
        const struct wanted *want = &wanted.v[i];
        if (hd_map_get(&own, want->name) || hd_macro_find(front, want->name)) continue;
        if (late)
            missing = want->header;
        else
            front_include_now(front, want->header);
    }
    HD_FREE_VEC(&wanted);
    hd_map_finish(&own);
    if (missing) front_include_ahead(front, missing);
}
