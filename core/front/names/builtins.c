// Built-in names: the table of builtins.def, the lazily parsed declarations of prelude.cu, and the
// C library's common names, whose header is included when one is used undeclared.
//
// - A row's signature is text; it becomes a type when first asked for and is kept in the session's
//   arena.
// - prelude.cu is indexed once per process by a cheap scan: for every item at top level, the names
//   that it declares. An item is parsed and checked when one of its names is first looked up; the
//   items that it needs follow by themselves, because it is checked like any other code. Its tokens
//   are never macro-expanded, so a user's `#define x` cannot hurt it, and its definitions belong to
//   the session, not to the cell.
//
// Example: `float4 v;` asks check_classify("float4") -> builtin_is_type, which only reads the
// index; the checker's hd_lookup_tag("float4") then parses `struct __attribute__((aligned(16)))
// float4 { ... };` and nothing else.
#include "front/check/check.h"
#include "front/names/library.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the table ----------------------------------------------------------------------------------

static const struct hd_builtin rows[] = {
#define HD_BUILTIN(name, signature, types, flags, LOWER, arg, help) \
    {name, signature, types, flags, LOWER_##LOWER, arg, help},
#include "front/names/builtins.def"
};
enum { NROWS = HD_COUNT(rows) };

static pthread_once_t table_once = PTHREAD_ONCE_INIT;
static struct hd_map first_rows; // name -> the first row + 1
static int next_row[NROWS];      // index of the next row of the same name, or 0

static void index_table(void) {
    for (int i = NROWS - 1; i >= 0; i--) { // backwards, so that the first row ends up in the map
        const char *name = hd_intern_str(rows[i].name);
        const struct hd_builtin *later = hd_map_get(&first_rows, name);
        next_row[i] = later ? (int)(later - rows) : 0;
        hd_map_set(&first_rows, name, (void *)&rows[i]);
    }
}

const struct hd_builtin *hd_builtins(int *n) {
    *n = NROWS;
    return rows;
}

const struct hd_builtin *hd_builtin_find(const char *name) {
    pthread_once(&table_once, index_table);
    return hd_map_get(&first_rows, hd_intern_str(name));
}

const char *hd_built_in_member(const char *space, const char *name) {
    char key[64];
    if (snprintf(key, sizeof key, "%s::%s", space, name) >= (int)sizeof key) return NULL;
    const struct hd_builtin *row = hd_builtin_find(key);
    return row ? hd_intern_str(row->name) : NULL;
}

const struct hd_builtin *hd_builtin_next(const struct hd_builtin *row) {
    pthread_once(&table_once, index_table);
    int next = next_row[row - rows];
    return next ? &rows[next] : NULL;
}

// ---- what a session keeps -----------------------------------------------------------------------

struct builtins {
    struct hd_source *source;           // of the prelude
    struct hd_map syms;                 // name -> SYM_BUILTIN
    struct hd_type **signatures[NROWS]; // by alternative
    uint8_t *item_state;                // by index of the item
};
enum { ITEM_NEW, ITEM_LOADING, ITEM_DONE };

static struct builtins *state_of(struct hd_front *front) {
    if (!front->builtins) front->builtins = HD_NEW(front->arena, struct builtins);
    return front->builtins;
}

void builtins_finish(struct hd_front *front) {
    if (!front->builtins) return;
    hd_source_release(state_of(front)->source);
    hd_map_finish(&state_of(front)->syms);
    front->builtins = NULL;
}

// ---- signatures ---------------------------------------------------------------------------------

// Reads the text of a signature. `t` is what T stands for.
struct sig {
    struct hd_front *front;
    struct hd_arena *arena;
    const char *at;
    struct hd_type *t;
};

static void skip_space(struct sig *s) {
    while (*s->at == ' ') s->at++;
}

static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool accept_word(struct sig *s, const char *word) {
    size_t n = strlen(word);
    skip_space(s);
    if (strncmp(s->at, word, n) != 0 || is_name_char(s->at[n])) return false;
    s->at += n;
    return true;
}

static struct hd_type *named_type(struct sig *s) {
    const char *from = s->at;
    while (is_name_char(*s->at)) s->at++;
    const char *name = hd_intern(from, (size_t)(s->at - from));
    struct hd_type *type = builtin_lookup_tag(s->front, name);
    if (!type) {
        struct hd_sym *sym = builtin_lookup(s->front, name);
        if (sym && sym->kind == SYM_TYPEDEF) type = sym->type;
    }
    return type ? type : hd_ty.error;
}

// The words of a type, without `*`: "const unsigned long long", "T", "float4", "double _Complex".
static struct hd_type *sig_base(struct sig *s) {
    unsigned quals = 0;
    int is_unsigned = 0, is_signed = 0, nlong = 0, is_complex = 0;
    struct hd_type *type = NULL;
    for (;;) {
        skip_space(s);
        if (accept_word(s, "const"))
            quals |= Q_CONST;
        else if (accept_word(s, "volatile"))
            quals |= Q_VOLATILE;
        else if (accept_word(s, "unsigned"))
            is_unsigned = 1;
        else if (accept_word(s, "signed"))
            is_signed = 1;
        else if (accept_word(s, "long"))
            nlong++;
        else if (accept_word(s, "_Complex"))
            is_complex = 1;
        else if (accept_word(s, "void"))
            type = hd_ty.void_;
        else if (accept_word(s, "bool"))
            type = hd_ty.bool_;
        else if (accept_word(s, "char"))
            type = hd_ty.char_;
        else if (accept_word(s, "short"))
            type = hd_ty.short_;
        else if (accept_word(s, "int"))
            type = type == hd_ty.short_ ? type : hd_ty.int_;
        else if (accept_word(s, "__int128"))
            type = hd_ty.int128;
        else if (accept_word(s, "float"))
            type = hd_ty.float_;
        else if (accept_word(s, "double"))
            type = hd_ty.double_;
        else if (accept_word(s, "__builtin_va_list"))
            type = hd_ty.va_list;
        else if (accept_word(s, "T"))
            type = s->t;
        else if (is_name_char(*s->at) && !type && !is_unsigned && !nlong)
            type = named_type(s);
        else
            break;
    }
    if (!type) type = hd_ty.int_;
    if (nlong && type == hd_ty.int_)
        type = nlong > 1 ? hd_ty.llong : hd_ty.long_;
    else if (nlong && type == hd_ty.double_)
        type = hd_ty.ldouble;
    if (is_unsigned) {
        type = type == hd_ty.char_    ? hd_ty.uchar
               : type == hd_ty.short_ ? hd_ty.ushort_
               : type == hd_ty.long_  ? hd_ty.ulong_
               : type == hd_ty.llong  ? hd_ty.ullong
               : type == hd_ty.int128 ? hd_ty.uint128
                                      : hd_ty.uint_;
    } else if (is_signed && type == hd_ty.char_) {
        type = hd_ty.schar;
    }
    if (is_complex) type = hd_type_complex(type);
    return quals ? hd_type_qual(type, quals) : type;
}

static struct hd_type *sig_type(struct sig *s) {
    struct hd_type *type = sig_base(s);
    for (skip_space(s); *s->at == '*'; skip_space(s)) {
        s->at++;
        type = hd_type_ptr(type);
    }
    return type;
}

static struct hd_type *parse_signature(struct sig *s) {
    struct hd_type *ret = sig_type(s);
    if (*s->at != '(') return ret; // a variable
    s->at++;
    struct hd_type *params[16];
    int n = 0;
    bool variadic = false;
    skip_space(s);
    while (*s->at != ')') {
        if (strncmp(s->at, "...", 3) == 0) {
            variadic = true;
            s->at += 3;
        } else {
            struct hd_type *type = sig_type(s);
            assert(n < HD_COUNT(params));
            params[n++] = type->kind == HD_TY_ARRAY ? hd_type_ptr(type->base) : type;
            while (is_name_char(*s->at)) s->at++; // its name
        }
        skip_space(s);
        if (*s->at == ',') s->at++;
        skip_space(s);
    }
    struct hd_type **copy = HD_NEW_ARRAY(s->arena, struct hd_type *, n ? n : 1);
    memcpy(copy, params, sizeof *params * (size_t)n);
    return hd_type_func(s->arena, ret, copy, n, variadic, false);
}

static bool takes_any_type(const struct hd_builtin *row) {
    return row->types && row->types[0] == '*';
}

int builtin_alternatives(const struct hd_builtin *row) {
    if (!row->types || takes_any_type(row)) return 1;
    int n = 1;
    for (const char *p = row->types; *p; p++) n += *p == ',';
    return n;
}

static struct hd_type *alternative(struct hd_front *front, const struct hd_builtin *row, int alt) {
    const char *p = row->types;
    for (; alt > 0; alt--) p = strchr(p, ',') + 1;
    struct sig s = {.front = front, .arena = front->arena, .at = p};
    return sig_type(&s);
}

struct hd_type *builtin_signature(struct hd_front *front, const struct hd_builtin *row, int alt) {
    struct builtins *state = state_of(front);
    int n = builtin_alternatives(row);
    assert(alt >= 0 && alt < n);
    struct hd_type ***cache = &state->signatures[row - rows];
    if (!*cache) *cache = HD_NEW_ARRAY(front->arena, struct hd_type *, n);
    if (!(*cache)[alt]) {
        struct sig s = {
            .front = front, .arena = front->arena, .at = row->signature, .t = hd_ty.int_};
        if (row->types && !takes_any_type(row)) s.t = alternative(front, row, alt);
        (*cache)[alt] = parse_signature(&s);
    }
    return (*cache)[alt];
}

// The same for a row whose types are "*": t is what T stands for, found with builtin_deduce (NULL:
// does not fit).
static struct hd_type *builtin_signature_for(struct hd_front *front, const struct hd_builtin *row,
                                             struct hd_type *t) {
    struct sig s = {.front = front, .at = row->signature, .t = t};
    s.arena = front->check ? front->check->arena : front->arena;
    return parse_signature(&s);
}

// Whether the first parameter is a pointer to T (else it is T itself).
static bool deduces_from_pointee(const struct hd_builtin *row) {
    const char *open = strchr(row->signature, '(');
    const char *star = open ? strchr(open, '*') : NULL,
               *end = open ? open + strcspn(open, ",)") : NULL;
    return star && star < end;
}

static struct hd_type *builtin_deduce(const struct hd_builtin *row, struct hd_type *first) {
    if (!first) return NULL;
    if (deduces_from_pointee(row)) {
        if (first->kind != HD_TY_PTR) return NULL;
        struct hd_type *t = hd_type_unqual(first->base);
        return t->kind == HD_TY_FUNC || t->kind == HD_TY_VOID || !hd_type_is_complete(t) ? NULL : t;
    }
    return hd_type_unqual(first);
}

// ---- choosing a row -----------------------------------------------------------------------------

// Of the forms of a mathematical function the first that loses nothing is meant, where an integer
// counts as a double (C++17 [c.math]): pow(float, int) is a double, sqrt(2) is sqrt(2.0). So a loss
// costs more than all conversions of a call that lose nothing.
enum { LOSES_DIGITS = 30, DOES_NOT_FIT = 1000 };

static int integer_rank(const struct hd_type *t) {
    switch (hd_type_of_units(t)->kind) {
    case HD_TY_BOOL: return 1;
    case HD_TY_CHAR:
    case HD_TY_SCHAR:
    case HD_TY_UCHAR: return 2;
    case HD_TY_SHORT:
    case HD_TY_USHORT: return 3;
    case HD_TY_INT:
    case HD_TY_UINT: return 4;
    case HD_TY_LONG:
    case HD_TY_ULONG: return 5;
    case HD_TY_LLONG:
    case HD_TY_ULLONG: return 6;
    default: return 7;
    }
}

// What converting an argument costs: 0 nothing, 1 a promotion, 2.. conversions, the tamer the
// cheaper.
static int conversion_cost(const struct hd_type *from, const struct hd_type *to) {
    if (from->kind == HD_TY_ERROR || to->kind == HD_TY_ERROR) return 0;
    if (to->kind == HD_TY_REF) return conversion_cost(from, to->base);
    if (hd_type_same_unqual(from, to)) return 0;
    if (from->kind == HD_TY_ENUM) {
        if (from->enumeration->scoped) return DOES_NOT_FIT;
        int cost = conversion_cost(from->enumeration->promoted, to);
        return cost ? cost : 1;
    }
    if (to->kind == HD_TY_ENUM) return DOES_NOT_FIT;
    if (hd_type_is_arith(from) && hd_type_is_arith(to)) {
        bool from_int = hd_type_is_integer(from), to_int = hd_type_is_integer(to);
        if (from->kind == HD_TY_COMPLEX && to->kind != HD_TY_COMPLEX) return 9;
        if (to->kind == HD_TY_COMPLEX) return 5;
        if (to->kind == HD_TY_BOOL) return 4;
        if (from_int && to_int) {
            if (integer_rank(from) < 4 && to->kind == HD_TY_INT) return 1;
            return integer_rank(to) >= integer_rank(from) ? 2 : 3;
        }
        if (!from_int && !to_int) {
            if (from->kind == HD_TY_FLOAT && to->kind == HD_TY_DOUBLE) return 1;
            return to->kind > from->kind ? 2 : LOSES_DIGITS;
        }
        if (!from_int) return 4;
        return to->kind == HD_TY_DOUBLE ? 2 : to->kind == HD_TY_LDOUBLE ? 3 : LOSES_DIGITS;
    }
    if (to->kind == HD_TY_PTR) {
        if (from->kind == HD_TY_NULLPTR) return 1;
        if (from->kind != HD_TY_PTR) return DOES_NOT_FIT;
        if (hd_type_same_unqual(from->base, to->base))
            return (from->base->quals & ~to->base->quals) ? 3 : 1;
        if (to->base->kind == HD_TY_VOID) return 2;
        if (from->base->kind == HD_TY_VOID) return 4;
        return DOES_NOT_FIT;
    }
    if (from->kind == HD_TY_PTR && to->kind == HD_TY_BOOL) return 4;
    return DOES_NOT_FIT;
}

// The type that arithmetic on `a` and `b` is done in; NULL: not numbers.
static struct hd_type *common_type(struct hd_type *a, struct hd_type *b) {
    if (!hd_type_is_arith(a) || !hd_type_is_arith(b) || a->kind == HD_TY_COMPLEX ||
        b->kind == HD_TY_COMPLEX)
        return NULL;
    if (a->kind == HD_TY_ENUM) a = a->enumeration->promoted;
    if (b->kind == HD_TY_ENUM) b = b->enumeration->promoted;
    a = hd_type_unqual(a), b = hd_type_unqual(b);
    if (hd_type_is_float(a) || hd_type_is_float(b)) {
        struct hd_type *f =
            !hd_type_is_float(b) || (hd_type_is_float(a) && a->kind >= b->kind) ? a : b;
        return f->kind < HD_TY_FLOAT ? hd_ty.float_ : f;
    }
    int rank_a = integer_rank(a), rank_b = integer_rank(b);
    bool sa = hd_type_is_signed(a) || rank_a < 4, sb = hd_type_is_signed(b) || rank_b < 4;
    int rank = rank_a > rank_b ? rank_a : rank_b;
    if (rank < 4) rank = 4;
    // The unsigned one wins unless the signed one is wider.
    uint64_t size_a = rank_a < 4 ? 4 : a->size, size_b = rank_b < 4 ? 4 : b->size;
    bool is_signed = sa == sb ? sa
                     : sa     ? (rank_a > rank_b && size_a > size_b)
                              : (rank_b > rank_a && size_b > size_a);
    switch (rank) {
    case 4: return is_signed ? hd_ty.int_ : hd_ty.uint_;
    case 5: return is_signed ? hd_ty.long_ : hd_ty.ulong_;
    case 6: return is_signed ? hd_ty.llong : hd_ty.ullong;
    default: return is_signed ? hd_ty.int128 : hd_ty.uint128;
    }
}

static int signature_cost(const struct hd_type *type, struct hd_type **args, int nargs) {
    if (type->kind != HD_TY_FUNC) return DOES_NOT_FIT;
    if (nargs < type->nparams || (nargs > type->nparams && !type->variadic)) return DOES_NOT_FIT;
    int cost = 0;
    for (int i = 0; i < type->nparams; i++) {
        int c = conversion_cost(args[i], type->params[i]);
        if (c >= DOES_NOT_FIT) return DOES_NOT_FIT;
        cost += c;
    }
    return cost;
}

static struct hd_type *fit_any_type(struct hd_front *front, const struct hd_builtin *row,
                                    struct hd_type **args, int nargs) {
    struct hd_type *t = nargs > 0 ? builtin_deduce(row, args[0]) : NULL;
    if (!t) return NULL;
    struct hd_type *type = builtin_signature_for(front, row, t);
    if (deduces_from_pointee(row) && type->nparams > 0) {
        // The pointer keeps its qualifiers: atomics on volatile objects are ordinary.
        struct hd_type **params = HD_NEW_ARRAY(front->check ? front->check->arena : front->arena,
                                               struct hd_type *, type->nparams);
        memcpy(params, type->params, sizeof *params * (size_t)type->nparams);
        params[0] = hd_type_unqual(args[0]);
        type = hd_type_func(front->check ? front->check->arena : front->arena, type->base, params,
                            type->nparams, type->variadic, false);
    }
    return type;
}

struct hd_type *builtin_resolve(struct hd_front *front, const struct hd_builtin *first,
                                struct hd_type **args, int nargs, int where,
                                const struct hd_builtin **row) {
    struct hd_type *best = NULL;
    int best_cost = DOES_NOT_FIT;
    *row = first;
    for (const struct hd_builtin *r = first; r; r = hd_builtin_next(r)) {
        if (where && !(r->flags & (unsigned)where)) continue;
        int n = builtin_alternatives(r);
        struct hd_type *common = NULL;
        if ((r->flags & BI_GENERIC) && r->types) {
            common = nargs > 0 ? hd_type_unqual(args[0]) : NULL;
            for (int i = 0; common && i < nargs; i++) common = common_type(common, args[i]);
            if (!common) continue;
        }
        for (int alt = 0; alt < n; alt++) {
            struct hd_type *type = takes_any_type(r) ? fit_any_type(front, r, args, nargs)
                                                     : builtin_signature(front, r, alt);
            if (!type || (common && !hd_type_same_unqual(type->base, common))) continue;
            int cost = signature_cost(type, args, nargs);
            if (cost >= best_cost) continue;
            best_cost = cost;
            best = type;
            *row = r;
        }
    }
    return best;
}

// ---- the prelude's index ------------------------------------------------------------------------

struct item { // a piece of prelude.cu at top level
    uint32_t from, to;
};
struct entry { // a name that an item declares
    const char *name;
    int item;
    bool is_type;
    int next; // the next entry of the same name, or -1
};

static struct {
    HD_VEC(struct item) items;
    HD_VEC(struct entry) entries;
    struct hd_map first; // name -> index of its first entry + 1
} prelude;
static pthread_once_t prelude_once = PTHREAD_ONCE_INIT;

static void add_entry(const char *s, size_t len, bool is_type) {
    const char *name = hd_intern(s, len);
    struct entry e = {.name = name, .item = prelude.items.n, .is_type = is_type, .next = -1};
    HD_XPUSH(&prelude.entries, e);
    intptr_t first = (intptr_t)hd_map_get(&prelude.first, name);
    if (!first) {
        hd_map_set(&prelude.first, name, (void *)(intptr_t)prelude.entries.n);
        return;
    }
    int i = (int)first - 1;
    while (prelude.entries.v[i].next >= 0) i = prelude.entries.v[i].next;
    prelude.entries.v[i].next = prelude.entries.n - 1;
}

static const char *skip_comment(const char *p) {
    if (p[0] == '/' && p[1] == '/') {
        while (*p && *p != '\n') p++;
        return p;
    }
    if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    return p;
}

// The end of the bracketed text that starts at p.
static const char *skip_brackets(const char *p, const char *end) {
    int depth = 0;
    for (; p < end; p++) {
        const char *after = skip_comment(p);
        if (after != p) {
            p = after - 1;
            continue;
        }
        if (*p == '"') {
            for (p++; p < end && *p != '"'; p++)
                if (*p == '\\') p++;
        } else if (*p == '(' || *p == '{' || *p == '[') {
            depth++;
        } else if ((*p == ')' || *p == '}' || *p == ']') && --depth == 0) {
            return p + 1;
        }
    }
    return end;
}

// One past the last byte of the item at p: its `;`, or the `}` of a function's body.
static const char *item_end(const char *p, const char *end) {
    bool is_function = false;
    while (p < end) {
        const char *after = skip_comment(p);
        if (after != p) {
            p = after;
        } else if (*p == ';') {
            return p + 1;
        } else if (*p == '{') {
            p = skip_brackets(p, end);
            if (is_function) return p;
        } else if (*p == '(') {
            p = skip_brackets(p, end);
            while (p < end && (*p == ' ' || *p == '\n')) p++;
            is_function = *p == '{';
        } else {
            p++;
        }
    }
    return end;
}

static void index_enum(const char *p, const char *end) {
    for (; p < end && *p != '}'; p++) {
        const char *after = skip_comment(p);
        if (after != p) {
            p = after - 1;
            continue;
        }
        if (!is_name_char(*p)) continue;
        const char *from = p;
        while (p < end && is_name_char(*p)) p++;
        add_entry(from, (size_t)(p - from), false);
        while (p < end && *p != ',' && *p != '}') p++;
        p--;
    }
}

static bool is_word(const char *s, size_t len, const char *word) {
    return strlen(word) == len && memcmp(s, word, len) == 0;
}

// The names that the item in [p, end) declares. prelude.cu keeps to one declarator per item.
static void index_item(const char *p, const char *end) {
    bool is_typedef = false;
    const char *last = NULL;
    size_t last_len = 0;
    const char *start = p;
    while (p < end) {
        const char *after = skip_comment(p);
        if (after != p) {
            p = after;
        } else if (is_name_char(*p)) {
            const char *from = p;
            while (p < end && is_name_char(*p)) p++;
            size_t len = (size_t)(p - from);
            if (is_word(from, len, "typedef"))
                is_typedef = true;
            else if (is_word(from, len, "__attribute__"))
                p = skip_brackets(p, end);
            else
                last = from, last_len = len;
        } else if (*p == '{') { // of a struct, union or enum: what stands before it is the tag
            bool is_enum = memcmp(start, "enum", 4) == 0 || memcmp(start, "typedef enum", 12) == 0;
            if (last && !is_word(last, last_len, "enum") && !is_word(last, last_len, "struct") &&
                !is_word(last, last_len, "union"))
                add_entry(last, last_len, true);
            const char *close = skip_brackets(p, end);
            if (is_enum) index_enum(p + 1, close);
            last = NULL;
            p = close;
        } else if (*p == '(' && is_typedef) { // a pointer to a function: typedef R (*name)(...)
            while (p < end && !is_name_char(*p)) p++;
            const char *from = p;
            while (p < end && is_name_char(*p)) p++;
            add_entry(from, (size_t)(p - from), true);
            return;
        } else if (*p == '(' || *p == '=' || *p == '[' || *p == ';') {
            break;
        } else {
            p++;
        }
    }
    bool is_tag_only = memcmp(start, "struct ", 7) == 0 && p < end && *p == ';' && last &&
                       memcmp(last - 7, "struct ", 7) == 0;
    if (last) add_entry(last, last_len, is_typedef || is_tag_only);
}

static void index_prelude(void) {
    const char *text = hd_prelude_text, *end = text + strlen(text);
    for (const char *p = text; p < end;) {
        const char *after = skip_comment(p);
        if (after != p) {
            p = after;
        } else if (*p == ' ' || *p == '\n') {
            p++;
        } else {
            const char *to = item_end(p, end);
            index_item(p, to);
            struct item item = {(uint32_t)(p - text), (uint32_t)(to - text)};
            HD_XPUSH(&prelude.items, item);
            p = to;
        }
    }
}

static const struct entry *find_entry(const char *name) {
    pthread_once(&prelude_once, index_prelude);
    intptr_t first = (intptr_t)hd_map_get(&prelude.first, name);
    return first ? &prelude.entries.v[first - 1] : NULL;
}

const char *hd_prelude_name(int i) {
    pthread_once(&prelude_once, index_prelude);
    return i < prelude.entries.n ? prelude.entries.v[i].name : NULL;
}

bool hd_prelude_find(const char *name, struct hd_prelude *out) {
    const struct entry *e = find_entry(hd_intern_str(name));
    if (!e) return false;
    struct item item = prelude.items.v[e->item];
    out->text = hd_prelude_text + item.from;
    out->len = item.to - item.from;
    bool is_enum = memcmp(out->text, "enum", 4) == 0 || memcmp(out->text, "typedef enum", 12) == 0;
    bool is_data = !memchr(out->text, '(', out->len);
    out->kind = e->is_type           ? HD_PRELUDE_TYPE
                : is_enum || is_data ? HD_PRELUDE_CONSTANT
                                     : HD_PRELUDE_FUNCTION;
    return true;
}

bool hd_prelude_at(size_t at, struct hd_prelude *out) {
    pthread_once(&prelude_once, index_prelude);
    for (int i = 0; i < prelude.items.n; i++) {
        struct item item = prelude.items.v[i];
        if (at < item.from || at >= item.to) continue;
        out->text = hd_prelude_text + item.from;
        out->len = item.to - item.from;
        return true;
    }
    return false;
}

// ---- loading an item ----------------------------------------------------------------------------

static void lex_item(struct hd_front *front, const struct hd_source *source, struct item item,
                     struct hd_tokens *out) {
    HD_VEC(struct hd_token) toks = {0};
    struct lexer lx;
    lex_init(&lx, source, item.from, item.to, front->arena, front->diags);
    lx.cuda = true;
    for (;;) {
        struct hd_token t = lex_next(&lx);
        if (t.kind == TK_IDENT) t.kind = (uint8_t)lex_keyword(t.text, HD_LANG_CU);
        if (t.spelled == 0) t.spelled = t.loc;
        HD_XPUSH(&toks, t);
        if (t.kind == TK_EOF) break;
    }
    out->n = toks.n - 1;
    out->v = HD_NEW_ARRAY(front->arena, struct hd_token, toks.n);
    memcpy(out->v, toks.v, sizeof *toks.v * (size_t)toks.n);
    HD_FREE_VEC(&toks);
}

// What the grammar cannot say about the vector types and dim3.
static void mark_record(struct hd_front *front, const char *name) {
    static const char *const bases[] = {"char",  "uchar",  "short",    "ushort",
                                        "int",   "uint",   "long",     "ulong",
                                        "float", "double", "longlong", "ulonglong"};
    struct hd_def *def = hd_map_get(&front->tags, name);
    if (!def || !def->tag_type || def->tag_type->kind != HD_TY_RECORD) return;
    struct hd_record *record = def->tag_type->record;
    if (strcmp(name, "dim3") == 0) {
        record->fill = 1;
        record->from_scalar = true;
        return;
    }
    size_t len = strlen(name);
    for (int i = 0; i < HD_COUNT(bases); i++) {
        size_t n = strlen(bases[i]);
        if (len > n && memcmp(name, bases[i], n) == 0 && name[n] >= '1' && name[n] <= '4' &&
            (name[n + 1] == 0 || name[n + 1] == '_'))
            record->is_vector = true;
    }
}

// `key`: the name that a function gets instead of its own; NULL: its own.
static void load_item_as(struct hd_front *front, int index, const char *key) {
    struct builtins *state = state_of(front);
    if (!state->item_state)
        state->item_state = HD_NEW_ARRAY(front->arena, uint8_t, prelude.items.n);
    if (state->item_state[index] != ITEM_NEW) return;
    if (!state->source) {
        state->source = hd_source_add("<cuda>", NULL, hd_prelude_text, strlen(hd_prelude_text));
        state->source->lang = HD_LANG_CU;
        state->source->system = true;
        state->source->cell = 0;
    }
    state->item_state[index] = ITEM_LOADING;
    enum hd_lang lang = front->lang;
    struct parser *outer_parser = front->parser;
    front->lang = HD_LANG_CU;
    struct hd_tokens toks = {0};
    lex_item(front, state->source, prelude.items.v[index], &toks);
    // The definitions are the session's, whatever becomes of the cell: an unwinding from in here
    // cannot be the fault of the text, so the item just stays marked as loading.
    struct check check;
    check_begin(&check, front, front->arena, state->source);
    check.system = true;
    check.lang = HD_LANG_CU;
    struct parser parser;
    parse_init(&parser, front, &toks, HD_LANG_CU);
    parser.arena = front->arena;
    front->parser = &parser;
    struct hd_ast *ast = parse_item(&parser);
    if (ast && key) {
        if (ast->kind != AST_FUNCTION)
            ast = NULL;
        else
            ast->name = ast->declr->name = key;
    }
    if (ast) {
        struct hd_stmt *entry = NULL;
        check_item(&check, ast, &entry);
    }
    check_end(&check);
    front->parser = outer_parser;
    front->lang = lang;
    state->item_state[index] = ITEM_DONE;
}

static bool load_name(struct hd_front *front, const char *name) {
    const struct entry *e = find_entry(name);
    if (!e) return false;
    for (;;) {
        load_item_as(front, e->item, NULL);
        if (e->next < 0) break;
        e = &prelude.entries.v[e->next];
    }
    mark_record(front, name);
    return true;
}

// A library function that the user has overloaded, as in `float3 make_float3(float s)`, is declared
// again under a key that no text can spell, so that it stays beside the user's. NULL: there is none
// with a body.
struct hd_sym *builtin_overloaded(struct hd_front *front, const char *name) {
    const struct entry *e = find_entry(name);
    struct builtins *state = state_of(front);
    if (!e || e->is_type || e->next >= 0) return NULL;
    const char *key = hd_intern_str(hd_printf(front->arena, "<cuda>%s", name));
    struct hd_def *def = hd_map_get(&front->names, key);
    if (def) return def->sym;
    if (!state->item_state) load_name(front, name);
    uint8_t before = state->item_state[e->item];
    if (before == ITEM_LOADING) return NULL;
    state->item_state[e->item] = ITEM_NEW;
    load_item_as(front, e->item, key);
    state->item_state[e->item] = before;
    def = hd_map_get(&front->names, key);
    if (def && def->sym) def->sym->name = name;
    return def ? def->sym : NULL;
}

// ---- looking names up ---------------------------------------------------------------------------

static bool starts_with(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

// In C files only the compiler's own names exist without a declaration.
static bool visible_in(const char *name, enum hd_lang lang) {
    return lang == HD_LANG_CU || starts_with(name, "__builtin_") || starts_with(name, "__sync_") ||
           starts_with(name, "__atomic_") || starts_with(name, "__heddle_omp_");
}

static struct hd_sym *row_sym(struct hd_front *front, const struct hd_builtin *row,
                              const char *name) {
    struct builtins *state = state_of(front);
    struct hd_sym *sym = hd_map_get(&state->syms, name);
    if (!sym) {
        sym = HD_NEW(front->arena, struct hd_sym);
        sym->kind = SYM_BUILTIN;
        sym->name = name;
        sym->builtin = row;
        sym->defined = true;
        sym->type = row->flags & BI_VARIABLE ? builtin_signature(front, row, 0) : hd_ty.void_;
        hd_map_set(&state->syms, name, sym);
    }
    return sym;
}

static bool in_device_code(const struct hd_front *front) {
    return front->check && front->check->func && front->check->func->is_device;
}

static unsigned flags_of(const struct hd_builtin *row) {
    unsigned flags = 0;
    for (; row; row = hd_builtin_next(row)) flags |= row->flags;
    return flags;
}

static bool may_auto_include(const struct hd_front *front) {
    return front->lang == HD_LANG_CU && front->auto_including == 0 &&
           !(front->check && front->check->system);
}

struct hd_sym *builtin_lookup(struct hd_front *front, const char *name) {
    const struct hd_builtin *row = visible_in(name, front->lang) ? hd_builtin_find(name) : NULL;
    // A kernel's printf has a row; the host's is the C library's.
    if (row && ((flags_of(row) & BI_HOST) || in_device_code(front) || !hd_header_find(name, NULL)))
        return row_sym(front, row, name);
    if (front->lang == HD_LANG_CU && load_name(front, name)) {
        struct hd_def *def = hd_map_get(&front->names, name);
        return def && !def->dead ? def->sym : NULL;
    }
    char kind = 0;
    const char *header = may_auto_include(front) ? hd_header_find(name, &kind) : NULL;
    if (header && kind != 'm' && front_include_now(front, header))
        return global_find(front, name, true);
    return NULL;
}

struct hd_sym *builtin_behind(struct hd_front *front, const char *name) {
    const struct hd_builtin *row = visible_in(name, front->lang) ? hd_builtin_find(name) : NULL;
    if (row && ((flags_of(row) & BI_HOST) || in_device_code(front)))
        return row_sym(front, row, name);
    struct hd_sym *sym = builtin_overloaded(front, name);
    if (!sym) sym = global_library(front, name);
    if (sym) return sym;
    char kind = 0;
    bool may = front->lang == HD_LANG_CU && front->auto_including == 0;
    const char *header = may ? hd_header_find(name, &kind) : NULL;
    bool function = header && kind != 'm' && kind != 't' && kind != 's';
    return function && front_include_now(front, header) ? global_library(front, name) : NULL;
}

struct hd_type *builtin_lookup_tag(struct hd_front *front, const char *name) {
    if (front->lang != HD_LANG_CU) return NULL;
    if (load_name(front, name)) {
        struct hd_def *def = hd_map_get(&front->tags, name);
        return def && !def->dead ? def->tag_type : NULL;
    }
    char kind = 0;
    const char *header = may_auto_include(front) ? hd_header_find(name, &kind) : NULL;
    if (header && kind == 's' && front_include_now(front, header))
        return global_find_tag(front, name, true);
    return NULL;
}

bool builtin_is_type(struct hd_front *front, const char *name) {
    if (front->lang != HD_LANG_CU) return false;
    for (const struct entry *e = find_entry(name); e;
         e = e->next >= 0 ? &prelude.entries.v[e->next] : NULL)
        if (e->is_type) return true;
    char kind = 0;
    return may_auto_include(front) && hd_header_find(name, &kind) && (kind == 't' || kind == 's');
}
