// %fused --cuda: the definitions that a kernel calls, as CUDA C++.
//
// Texts are copied as they were written, what they need before them, in their namespaces, with
// these changes: functions get `__host__ __device__`, those of classes too, for Heddle calls any
// function for elements; `std::max` becomes `cuda::std::max`, which has code for GPUs; `auto`
// parameters become those of a template, as C++17 has it. A lambda becomes a struct with its
// captures as members:
//
//     [=](auto a) { return a + k; }    struct lambda_1 {
//                                          float k;
//                                          __host__ __device__ float operator()(float a) const
//                                          { return a + k; }
//                                      };
//
// whose functions are those that are called, with the types that they are called with. What has no
// such text is said (cuda_text_cannot).
#include "run/array/cuda_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_NEEDED = 200, // definitions that need each other
    MOST_EDITS = 400,  // in one text
    MOST_HANDED = 20,  // functions by which a lambda is handed on
};

struct edit { // at..to of a text becomes `text`
    hd_loc at, to;
    const char *text;
};

struct edits {
    HD_VEC(struct edit) list;
};

struct closure { // a lambda whose struct was written
    const struct hd_record *record;
    int number;
    HD_VEC(struct hd_sym *) functions;
};

static struct {
    struct hd_buf out; // definitions of the kernel that is being written
    const char *why;   // it has none: because of this
    bool relaxed;      // it calls constexpr functions of the host
    int depth, lambdas;
    HD_VEC(struct text {
        const char *at; // where it stands in its source; of macros: the macro
        bool complete;  // false: what it needs is being written
        bool declared;  // ... and it has a prototype
    })
    texts;
    HD_VEC(const char *) headers;
    HD_VEC(struct closure *) closures;
    int texts_before, headers_before, closures_before; // of the kernel
} st;

static void definition(struct hd_def *def);

static const char *cuda_text_declared(struct hd_type *t, const char *name) {
    struct hd_buf dims = {0};
    for (; t->kind == HD_TY_ARRAY; t = t->base) hd_buf_printf(&dims, "[%lld]", (long long)t->len);
    const char *text =
        hd_printf(hd_engine.arena, "%s %s%s", cuda_text_type(t), name, hd_buf_str(&dims));
    hd_buf_finish(&dims);
    return text;
}

void cuda_text_cannot(const char *what) {
    if (!st.why) st.why = hd_strdup(hd_engine.arena, what);
}

const char *cuda_text_why(void) { return st.why; }

static const char *at_of(const struct hd_source *source, hd_loc loc) {
    return source->text + (loc - source->base);
}

static bool begun(const char *at) {
    for (int i = 0; i < st.texts.n; i++)
        if (st.texts.v[i].at == at) return true;
    HD_PUSH(hd_engine.arena, &st.texts, ((struct text){at, false, false}));
    return false;
}

static void completed(const char *at) {
    for (int i = 0; i < st.texts.n; i++)
        if (st.texts.v[i].at == at) st.texts.v[i].complete = true;
}

static void include(const char *header) {
    for (int i = 0; i < st.headers.n; i++)
        if (!strcmp(st.headers.v[i], header)) return;
    HD_PUSH(hd_engine.arena, &st.headers, hd_strdup(hd_engine.arena, header));
}

// ---- C++'s library ------------------------------------------------------------------------------

// Headers whose names kernels have as cuda::std's, and where. Without: nvcc takes them as they are,
// what is constexpr with --expt-relaxed-constexpr.
static const struct {
    const char *header, *ours;
    bool relaxed;
} libraries[] = {
    {"algorithm", NULL, true},
    {"array", "cuda/std/array", false},
    {"bit", "cuda/std/bit", false},
    {"cmath", NULL, false},
    {"complex", "cuda/std/complex", false},
    {"cstddef", NULL, false},
    {"cstdint", NULL, false},
    {"cstdlib", NULL, false},
    {"functional", "cuda/std/functional", false},
    {"limits", "cuda/std/limits", false},
    {"numeric", "cuda/std/numeric", false},
    {"optional", "cuda/std/optional", false},
    {"ratio", "cuda/std/ratio", false},
    {"span", "cuda/std/span", false},
    {"tuple", "cuda/std/tuple", false},
    {"type_traits", "cuda/std/type_traits", false},
    {"utility", "cuda/std/utility", false},
    {"variant", "cuda/std/variant", false},
};

// Whether `std::name` is written `cuda::std::name`.
static bool becomes_cuda(const char *name) {
    if (hd_builtin_find(name) && !hd_header_of(name)) { // max, min
        include("cuda/std/functional");
        return true;
    }
    const char *header = hd_std_header_of(name);
    for (int i = 0; header && i < HD_COUNT(libraries); i++) {
        if (strcmp(libraries[i].header, header) != 0) continue;
        include(libraries[i].ours ? libraries[i].ours : header);
        st.relaxed |= libraries[i].relaxed;
        return libraries[i].ours;
    }
    if (!header) return false; // of the C library
    cuda_text_cannot(hd_printf(hd_engine.arena, "`std::%s`, which GPUs have not", name));
    return false;
}

// ---- texts with edits ---------------------------------------------------------------------------

static void edit(struct edits *e, hd_loc at, hd_loc to, const char *text) {
    if (e->list.n < MOST_EDITS) HD_PUSH(hd_engine.arena, &e->list, ((struct edit){at, to, text}));
}

static int by_place(const void *a, const void *b) {
    const struct edit *x = a, *y = b;
    return (x->at > y->at) - (x->at < y->at);
}

// Calls fn with each identifier of a text, and the names that qualify it (`a::b`).
static void each_name(const struct hd_source *source, struct hd_range range,
                      void (*fn)(void *user, const char *name, struct hd_range first), void *user) {
    struct lexer lx;
    lex_init(&lx, source, range.from - source->base, range.to - source->base, hd_engine.arena,
             NULL);
    lx.cuda = true;
    const char *name = NULL;
    struct hd_range first = {0};
    int before = TK_EOF;
    for (struct hd_token t = lex_next(&lx);; t = lex_next(&lx)) {
        bool goes_on = name && before == TK_SCOPE;
        if (name && !goes_on && t.kind != TK_SCOPE) {
            fn(user, name, first);
            name = NULL;
        }
        if (t.kind == TK_EOF) break;
        if (t.kind == TK_IDENT && goes_on) {
            name = hd_printf(hd_engine.arena, "%s::%s", name, t.text);
        } else if (t.kind == TK_IDENT && before != TK_DOT && before != TK_ARROW) {
            name = t.text;
            first = (struct hd_range){t.loc, t.loc + t.len};
        }
        before = t.kind;
    }
}

static void edit_std(void *user, const char *name, struct hd_range first) {
    if (strncmp(name, "std::", 5) != 0) return;
    size_t len = strcspn(name + 5, ":");
    if (becomes_cuda(hd_intern_str(hd_strndup(hd_engine.arena, name + 5, len))))
        edit(user, first.from, first.to, "cuda::std");
}

static const char *edited(const struct hd_source *source, struct hd_range range, struct edits *e) {
    struct hd_buf out = {0};
    hd_loc at = range.from;
    each_name(source, range, edit_std, e);
    if (e->list.n) qsort(e->list.v, (size_t)e->list.n, sizeof *e->list.v, by_place);
    for (int i = 0; i < e->list.n; i++) {
        const struct edit *one = &e->list.v[i];
        if (one->at < at || one->to > range.to) continue;
        hd_buf_add(&out, at_of(source, at), one->at - at);
        hd_buf_puts(&out, one->text);
        at = one->to;
    }
    hd_buf_add(&out, at_of(source, at), range.to - at);
    const char *text = hd_strdup(hd_engine.arena, hd_buf_str(&out));
    hd_buf_finish(&out);
    return text;
}

// Behind `template <...>` and `extern "C"`.
static hd_loc behind_template(const struct hd_source *source, struct hd_range range) {
    struct lexer lx;
    hd_loc at = range.from;
    lex_init(&lx, source, range.from - source->base, range.to - source->base, hd_engine.arena,
             NULL);
    struct hd_token t = lex_next(&lx);
    while (t.kind == TK_TEMPLATE || t.kind == TK_EXTERN) {
        bool template = t.kind == TK_TEMPLATE;
        int open = 0;
        t = lex_next(&lx);
        if (!template && t.kind != TK_STRING) break;
        while (template && t.kind != TK_EOF) {
            open += (t.kind == TK_LT) - (t.kind == TK_GT) - 2 * (t.kind == TK_SHR);
            t = lex_next(&lx);
            if (open <= 0) break;
        }
        if (!template) t = lex_next(&lx);
        at = t.loc;
    }
    return at;
}

// A function can be called on both sides.
static void edit_sides(struct edits *e, const struct hd_source *source, struct hd_range range,
                       unsigned flags) {
    if (flags & SPEC_DEVICE || range.from < source->base || range.to > source->base + source->len)
        return;
    hd_loc at = behind_template(source, range);
    edit(e, at, at, flags & SPEC_HOST ? "__device__ " : "__host__ __device__ ");
}

// `auto` parameters are those of a template before C++20.
static void edit_autos(struct edits *e, const struct hd_source *source, const struct hd_ast *fn,
                       struct hd_range range) {
    const struct hd_deriv *d = fn->declr ? fn->declr->derivs : NULL;
    struct hd_buf head = {0};
    hd_loc at = behind_template(source, range);
    for (; d && d->kind != DERIV_FUNCTION;) d = d->next;
    if (!d || at != range.from) return;
    for (int i = 0, n = 0; i < d->nparams; i++) {
        const struct hd_spec *spec = d->params[i].spec; // (template_name_autos)
        const char *text = spec ? at_of(source, spec->range.from) : "";
        const char *word = spec ? memmem(text, spec->range.to - spec->range.from, "auto", 4) : NULL;
        if (!word || !spec->name || strncmp(spec->name, "#auto", 5) != 0) continue;
        bool pack = d->params[i].declr && d->params[i].declr->parameter_pack;
        hd_buf_printf(&head, "%sclass%s A%d", n ? ", " : "template <", pack ? "..." : "", n + 1);
        hd_loc from = spec->range.from + (hd_loc)(word - text);
        edit(e, from, from + 4, hd_printf(hd_engine.arena, "A%d", ++n));
    }
    if (head.len)
        edit(e, range.from, range.from, hd_printf(hd_engine.arena, "%s> ", hd_buf_str(&head)));
    hd_buf_finish(&head);
}

static void edit_class(struct edits *e, const struct hd_source *source, struct hd_range range,
                       const struct hd_record *r) {
    for (int i = 0; i < r->nmethods + r->ngeneric + r->nfriends; i++) {
        int k = i - r->nmethods - r->ngeneric;
        const struct hd_method *m = i < r->nmethods ? &r->methods[i]
                                    : k < 0         ? &r->generic[i - r->nmethods]
                                                    : NULL;
        const struct hd_ast *ast = m ? m->ast : r->friends[k];
        bool function = ast && ast->spec && (m || ast->kind == AST_FUNCTION);
        if (!function || ast->range.from < range.from || ast->range.from >= range.to) continue;
        if (m && (m->is_deleted || m->is_implicit)) continue;
        edit_sides(e, source, ast->range, ast->spec->flags);
    }
}

// ---- definitions --------------------------------------------------------------------------------

static void put_in_spaces(const struct hd_space *space, const char *text) {
    const struct hd_space *path[64];
    int n = 0;
    for (const struct hd_space *s = space; s && s->kind != SPACE_GLOBAL && n < 64; s = s->outer)
        if (s->kind == SPACE_NAMESPACE) path[n++] = s;
    for (int i = n; i-- > 0;)
        hd_buf_printf(&st.out, "%snamespace %s%s{%s", path[i]->is_inline ? "inline " : "",
                      path[i]->is_unnamed ? "" : path[i]->name, path[i]->is_unnamed ? "" : " ",
                      i ? " " : "\n");
    hd_buf_puts(&st.out, text);
    for (int i = 0; i < n; i++) hd_buf_puts(&st.out, i || !*text ? " }" : "\n}");
    hd_buf_puts(&st.out, "\n\n");
}

// The line of a #define of the session.
static void macro_text(const struct hd_macro *m) {
    const struct hd_source *source = m && !m->builtin && m->loc ? hd_source_at(m->loc) : NULL;
    if (!source || source->system || begun((const char *)m)) return;
    const char *p = at_of(source, m->loc), *from = p, *end = source->text + source->len;
    while (from > source->text && from[-1] != '\n') from--;
    while (p < end && (*p != '\n' || p[-1] == '\\')) p++;
    hd_buf_printf(&st.out, "%.*s\n\n", (int)(p - from), from);
}

static void needs(const struct hd_def *def) {
    for (int i = 0; i < def->nmacro_uses; i++) macro_text(def->macro_uses[i].macro);
    for (int i = 0; i < def->nneeds; i++) {
        struct hd_def *other = hd_def_find(hd_engine.front, def->needs[i]);
        for (; other; other = other->next_overload)
            if (other != def) definition(other);
    }
}

static void calls_of(const struct hd_func *func) {
    for (int i = 0; func && i < func->ncalls; i++) cuda_text_function(func->calls[i]);
}

// A function that the session brings with it and no header declares (random numbers): in
// names/prelude.cu, from the line with its name to a brace at the beginning of one.
static void own_function(const struct hd_def *def) {
    const char *start = def->source->text, *text = at_of(def->source, def->range.from),
               *end = strstr(text, "\n}");
    if (begun(text)) return;
    calls_of(def->sym->func);
    while (text > start && text[-1] != '\n') text--;
    if (end) hd_buf_printf(&st.out, "%.*s\n}\n\n", (int)(end - text), text);
}

static struct hd_def *class_around(const struct hd_space *space) {
    struct hd_def *def = NULL;
    for (; space && space->kind != SPACE_NAMESPACE && space->kind != SPACE_GLOBAL;
         space = space->outer)
        if (space->key) {
            struct hd_def *found = hd_def_find(hd_engine.front, space->key);
            if (found && found->tag_type) def = found;
        }
    return def;
}

// Classes inside of that text have functions, too, and these need what they need.
static void edit_classes(struct edits *e, const struct hd_def *text) {
    int n;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    for (int i = 0; i < n; i++) {
        const struct hd_type *t = defs[i]->tag_type;
        bool inside = defs[i] != text && defs[i]->source == text->source &&
                      defs[i]->range.from >= text->range.from &&
                      defs[i]->range.to <= text->range.to;
        if (inside && t && t->kind == HD_TY_RECORD)
            edit_class(e, text->source, text->range, t->record);
    }
}

static void methods_need(const struct hd_record *r) {
    for (int i = 0; i < r->nmethods; i++) {
        const struct hd_sym *sym = r->methods[i].sym;
        if (sym && sym->def && hd_space_is_in_class(sym->def->text_space)) needs(sym->def);
    }
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].type->kind == HD_TY_RECORD) cuda_text_type(r->fields[i].type);
}

static bool is_host_variable(const struct hd_def *def) {
    return def->sym && def->sym->kind == SYM_VAR && !def->sym->is_const_value &&
           !(def->sym->spec & (SPEC_DEVICE | SPEC_CONSTANT | SPEC_MANAGED));
}

// The text as a whole. r: of a class, or of an instance of a class template.
static void text_of(struct hd_def *def, const struct hd_record *r, struct hd_range range) {
    struct edits e = {0};
    const struct hd_sym *sym = def->sym;
    const struct hd_ast *fn = sym && sym->kind == SYM_TEMPLATE && sym->tmpl ? sym->tmpl->ast : NULL;
    bool function = sym && (sym->kind == SYM_FUNC || fn) && !def->tag_type;
    if (r) edit_class(&e, def->source, range, r);
    edit_classes(&e, def);
    if (function) {
        unsigned flags = fn && fn->spec ? fn->spec->flags : sym->spec;
        if (fn) edit_autos(&e, def->source, fn, range);
        edit_sides(&e, def->source, range, flags);
    }
    const char *text = edited(def->source, range, &e);
    size_t len = strlen(text);
    if (strstr(text, "_Complex"))
        cuda_text_cannot(
            "a function of C's complex numbers, which nvcc has not: write it for cuda::std::complex");
    if (!function && len && text[len - 1] != ';') text = hd_printf(hd_engine.arena, "%s;", text);
    put_in_spaces(def->text_space, text);
}

// `int odd(int n);`, for a function that is needed by what it needs.
static void prototype(struct hd_def *def, struct text *t) {
    const char *from = t->at, *end = def->source->text + def->source->len, *p = from;
    int open = 0;
    if (t->declared || !def->sym || def->sym->kind != SYM_FUNC || def->sym->method ||
        def->sym->defaults)
        return;
    while (p < end && (*p != '{' || open)) {
        open += (*p == '(') - (*p == ')');
        p++;
    }
    t->declared = true;
    text_of(def, NULL, (struct hd_range){def->range.from, def->range.from + (hd_loc)(p - from)});
    while (st.out.len && (st.out.s[st.out.len - 1] == '\n' || st.out.s[st.out.len - 1] == ' '))
        st.out.len--;
    hd_buf_puts(&st.out, ";\n\n");
}

static void class_template(struct hd_def *def, const struct hd_record *r) {
    const struct hd_template *t = r->instance->tmpl;
    struct hd_def *of = t->def ? t->def : hd_def_find(hd_engine.front, r->instance->name),
                  *primary = hd_def_find(hd_engine.front, r->instance->name);
    for (int i = 0; i < r->instance->n; i++) {
        struct hd_type *arg = r->instance->args[i].type;
        if (arg && arg->kind == HD_TY_RECORD) cuda_text_type(arg);
    }
    methods_need(r);
    needs(def);
    if (primary && primary != of) definition(primary);
    if (!of || begun(at_of(of->source, of->range.from))) return;
    needs(of);
    text_of(of, r, of->range);
}

// `using namespace a;` and `namespace b = a;`, for which there must be an `a`. What opens a
// namespace is written with each text in it.
static void namespaces_text(struct hd_def *def) {
    const char *at = at_of(def->source, def->range.from);
    size_t len = def->range.to - def->range.from;
    bool opens = !strncmp(at, "namespace", 9) || !strncmp(at, "inline", 6);
    if ((opens && !memchr(at, '=', len)) || begun(at)) return;
    if (!hd_space_in_std(def->sym->space)) put_in_spaces(def->sym->space, "");
    text_of(def, NULL, def->range);
}

static void definition_inside(struct hd_def *def) {
    // What the session brings with it, and no header declares: random numbers.
    bool own = def->system && def->name && strncmp(def->name, "__heddle_", 9) == 0;
    const char *name = def->instance_of ? def->instance_of : def->sym ? def->sym->name : NULL;
    bool word = def->system && !own && name && hd_is_array_word(name); // CUDA has no `maximum`
    if ((def->system && !own && !word) || def->is_result || st.why) return;
    if (own && def->sym && def->sym->kind == SYM_FUNC) {
        own_function(def);
        return;
    }
    if (own) return;
    const struct hd_record *r =
        def->tag_type && def->tag_type->kind == HD_TY_RECORD ? def->tag_type->record : NULL;
    struct hd_def *around =
        hd_space_is_in_class(def->text_space) ? class_around(def->text_space) : NULL;
    if (around && around != def) {
        needs(def);
        definition(around);
        return;
    }
    if (r && r->instance) {
        class_template(def, r);
        return;
    }
    if (def->instance_of) {
        struct hd_def *of = def->inst && def->inst->tmpl ? def->inst->tmpl->def : NULL;
        needs(def);
        if (!of) of = hd_def_find(hd_engine.front, def->instance_of);
        if (of) definition(of);
        return;
    }
    if (def->sym && (def->sym->kind == SYM_USING || def->sym->kind == SYM_NAMESPACE)) {
        namespaces_text(def);
        return;
    }
    if (is_host_variable(def)) {
        cuda_text_cannot(hd_printf(
            hd_engine.arena,
            "the host's variable `%s`, which a function reads: hand it over as an argument, or "
            "make it `const` or `__device__`",
            def->name));
        return;
    }
    const char *at = at_of(def->source, def->range.from);
    for (int i = 0; i < st.texts.n; i++)
        if (st.texts.v[i].at == at && !st.texts.v[i].complete) prototype(def, &st.texts.v[i]);
    if (begun(at)) return;
    needs(def);
    if (r) methods_need(r);
    text_of(def, r, def->range);
    completed(at);
}

static void definition(struct hd_def *def) {
    if (def->dead) return;
    if (++st.depth > MOST_NEEDED)
        cuda_text_cannot("definitions that need each other without end");
    else
        definition_inside(def);
    st.depth--;
}

// ---- lambdas ------------------------------------------------------------------------------------

// Types, constants and macros that the text of a lambda names. What it calls is known.
static void name_in_lambda(void *user, const char *name, struct hd_range first) {
    (void)user, (void)first;
    macro_text(hd_macro_find(hd_engine.front, name));
    struct hd_def *def = hd_def_named(hd_engine.front, name);
    if (!def || def->dead || def->system) return;
    bool constant = def->sym && def->sym->kind == SYM_VAR &&
                    (def->sym->is_const_value || def->sym->spec & (SPEC_DEVICE | SPEC_CONSTANT));
    bool type =
        def->kind == DEF_TAG || def->kind == DEF_TYPEDEF ||
        (def->sym && (def->sym->kind == SYM_STRUCT_TEMPLATE || def->sym->kind == SYM_ENUM_CONST));
    if (type || constant) definition(def);
}

static const char *parameters_of(const struct hd_func *func, const struct hd_ast *fn) {
    struct hd_buf out = {0};
    const struct hd_deriv *d = fn->declr->derivs;
    int n = d && d->kind == DERIV_FUNCTION ? d->nparams : 0, skip = func->nparams - n;
    for (int i = 0; i < n; i++) {
        const struct hd_sym *p = func->params[skip + i];
        hd_buf_printf(&out, "%s%s %s", i ? ", " : "", cuda_text_type(p->type),
                      p->name ? p->name : "");
    }
    const char *text = hd_strdup(hd_engine.arena, hd_buf_str(&out));
    hd_buf_finish(&out);
    return text;
}

static void lambda_function(struct hd_buf *out, struct hd_sym *sym) {
    const struct hd_ast *fn = sym->method->ast;
    const struct hd_source *source = fn->nkids && fn->kids[0] ? hd_source_at(fn->range.from) : NULL;
    struct edits e = {0};
    if (!source || !sym->func || !sym->func->body) {
        cuda_text_cannot("a lambda whose text is not known");
        return;
    }
    for (int i = 0; i < fn->ntparams; i++)
        if (fn->tparams[i].is_pack || fn->tparams[i].name[0] != '#')
            cuda_text_cannot("a lambda that is a template: write a struct with operator()");
    each_name(source, fn->kids[0]->range, name_in_lambda, NULL);
    for (int i = 0; i < sym->func->nglobals; i++)
        if (sym->func->globals[i]->def) definition(sym->func->globals[i]->def);
    calls_of(sym->func);
    hd_buf_printf(out, "    __host__ __device__ %s operator()(%s)%s %s\n",
                  cuda_text_type(sym->func->type->base), parameters_of(sym->func, fn),
                  sym->method->quals & Q_CONST ? " const" : "",
                  edited(source, fn->kids[0]->range, &e));
}

static struct closure *closure_of(const struct hd_record *r) {
    for (int i = st.closures.n; i-- > 0;)
        if (st.closures.v[i]->record == r) return st.closures.v[i];
    return NULL;
}

static bool has_function(const struct closure *c, const struct hd_sym *sym) {
    for (int i = 0; i < c->functions.n; i++)
        if (c->functions.v[i] == sym) return true;
    return false;
}

static void lambda_text(const struct hd_record *r, const struct closure *before,
                        struct hd_sym *sym) {
    struct hd_buf text = {0};
    struct closure *made = HD_NEW(hd_engine.arena, struct closure);
    made->record = r;
    made->number = ++st.lambdas;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        if (f->type->kind == HD_TY_REF || !f->name || !strcmp(f->name, "this")) {
            cuda_text_cannot("a lambda that captures by reference: capture values, `[=]`");
            return;
        }
        hd_buf_printf(&text, "    %s;\n", cuda_text_declared(f->type, f->name));
    }
    for (int i = 0; before && i < before->functions.n; i++) {
        HD_PUSH(hd_engine.arena, &made->functions, before->functions.v[i]);
        lambda_function(&text, before->functions.v[i]);
    }
    if (sym) {
        HD_PUSH(hd_engine.arena, &made->functions, sym);
        lambda_function(&text, sym);
    }
    HD_PUSH(hd_engine.arena, &st.closures, made);
    hd_buf_printf(&st.out, "struct lambda_%d {\n%s};\n\n", made->number, hd_buf_str(&text));
    hd_buf_finish(&text);
}

// Lambdas that it gets and calls, or hands on. Those in its own text stay there.
static void lambdas_called(struct hd_sym *sym, int depth) {
    struct hd_func *func = sym->func;
    for (int i = 0; func && depth < MOST_HANDED && i < func->ncalls; i++) {
        struct hd_sym *other = func->calls[i];
        const struct hd_record *r = other->method ? other->method->record : NULL;
        bool inside =
            r && sym->def && r->loc >= sym->def->range.from && r->loc < sym->def->range.to;
        bool gets = false;
        for (int k = 0; other->kind == SYM_FUNC && k < other->type->nparams; k++) {
            const struct hd_type *t = other->type->params[k];
            if (t->kind == HD_TY_REF) t = t->base;
            gets |= t->kind == HD_TY_RECORD && t->record->closure;
        }
        if (r && r->closure && !inside)
            cuda_text_function(other);
        else if (gets)
            lambdas_called(other, depth + 1);
    }
}

// ---- what kernels ask for -----------------------------------------------------------------------

void cuda_text_function(struct hd_sym *sym) {
    struct hd_record *r = sym->method ? sym->method->record : NULL;
    if (st.why || sym->kind != SYM_FUNC) return;
    if (!r || !r->closure) lambdas_called(sym, 0);
    for (int i = sym->method && !sym->method->is_static; i < sym->type->nparams; i++)
        cuda_text_type(sym->type->params[i]);
    if (r && r->closure) {
        const struct closure *c = closure_of(r);
        if (!c || !has_function(c, sym)) lambda_text(r, c, sym);
        return;
    }
    if (r) cuda_text_type(r->type);
    if (sym->def)
        definition(sym->def);
    else if (r && sym->func)
        calls_of(sym->func);
}

// Types that the compiler has not built in.
static const struct {
    enum hd_type_kind kind;
    const char *header;
} type_headers[] = {
    {HD_TY_COMPLEX, "cuda/std/complex"}, {HD_TY_HALF, "cuda_fp16.h"}, {HD_TY_BF16, "cuda_bf16.h"}};

// A name of Heddle's as a text says it: of C++'s library those for GPUs, none of unnamed spaces.
static const char *spelled(const char *name) {
    const char *unnamed = hd_space_unnamed();
    struct hd_buf out = {0};
    size_t len = strlen(unnamed);
    char before = 0;
    for (const char *p = name; *p; before = *p++) {
        bool word = before == '_' || (before >= '0' && before <= '9') || before == ':' ||
                    (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
        if (!strncmp(p, unnamed, len) && !strncmp(p + len, "::", 2)) {
            p += len + 1;
            continue;
        }
        if (!word && !strncmp(p, "std::", 5)) {
            const char *of = p + 5;
            const char *end = of + strcspn(of, "<>:,( ");
            if (becomes_cuda(hd_intern_str(hd_strndup(hd_engine.arena, of, (size_t)(end - of)))))
                hd_buf_puts(&out, "cuda::");
        }
        hd_buf_putc(&out, *p);
    }
    const char *text = hd_strdup(hd_engine.arena, hd_buf_str(&out));
    hd_buf_finish(&out);
    return text;
}

const char *cuda_text_type(struct hd_type *t) {
    t = hd_type_unqual(t);
    for (int i = 0; i < HD_COUNT(type_headers); i++)
        if (type_headers[i].kind == t->kind) include(type_headers[i].header);
    if (t->kind == HD_TY_COMPLEX)
        return hd_printf(hd_engine.arena, "cuda::std::complex<%s>", cuda_text_type(t->base));
    if (t->kind == HD_TY_REF || t->kind == HD_TY_PTR)
        return hd_printf(hd_engine.arena, "%s%s%s", t->base->quals & Q_CONST ? "const " : "",
                         cuda_text_type(t->base),
                         t->kind == HD_TY_PTR ? " *"
                         : t->rvalue_ref      ? " &&"
                                              : " &");
    if (t->kind == HD_TY_RECORD && t->record->closure) {
        const struct closure *c = closure_of(t->record);
        if (!c) lambda_text(t->record, NULL, NULL);
        c = closure_of(t->record);
        return hd_printf(hd_engine.arena, "lambda_%d", c ? c->number : 0);
    }
    struct hd_def *def = t->kind == HD_TY_RECORD ? t->record->def
                         : t->kind == HD_TY_ENUM ? t->enumeration->def
                                                 : NULL;
    if (def && !st.why) definition(def);
    const char *name = hd_type_str(hd_engine.arena, t);
    if (strchr(name, '#')) cuda_text_cannot("a type that is made of a lambda's, which has no name");
    return spelled(name);
}

const char *cuda_text_name(const struct hd_sym *sym) {
    const char *name = sym->def && sym->def->family ? sym->def->family : sym->name;
    const char *operator= strstr(name, "operator"), *end;
    if (!operator&&(end = strchr(name, '<')) && strchr(name, '#'))
        name = hd_strndup(hd_engine.arena, name, (size_t)(end - name)); // its arguments tell
    return spelled(name);
}

void cuda_text_begin(void) {
    hd_buf_finish(&st.out);
    memset(&st, 0, sizeof st);
}

void cuda_text_kernel(void) {
    hd_buf_clear(&st.out);
    st.why = NULL;
    st.relaxed = false;
    st.texts_before = st.texts.n;
    st.headers_before = st.headers.n;
    st.closures_before = st.closures.n;
}

const char *cuda_text_end(void) {
    struct hd_buf out = {0};
    if (st.why) {
        st.texts.n = st.texts_before;
        st.headers.n = st.headers_before;
        st.closures.n = st.closures_before;
        return "";
    }
    for (int i = st.headers_before; i < st.headers.n; i++)
        hd_buf_printf(&out, "#include <%s>\n", st.headers.v[i]);
    if (out.len) hd_buf_putc(&out, '\n');
    if (st.relaxed) hd_buf_puts(&out, "// nvcc --expt-relaxed-constexpr\n\n");
    hd_buf_puts(&out, hd_buf_str(&st.out));
    const char *text = hd_strdup(hd_engine.arena, hd_buf_str(&out));
    hd_buf_finish(&out);
    return text;
}
