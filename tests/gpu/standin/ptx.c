// Reads PTX text, for the stand-in driver: what LLVM and libNVVM make of the tests' kernels. run.c
// executes it.
#include "machine.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- parsing ------------------------------------------------------------------------------------

struct parser {
    const char *p;
    struct ptx_module *m;
    char *why;
    size_t n;
    bool failed;
};

static void fail(struct parser *s, const char *what) {
    if (!s->failed) snprintf(s->why, s->n, "%s near `%.60s`", what, s->p);
    s->failed = true;
}

static void skip(struct parser *s) {
    for (;;) {
        while (isspace((unsigned char)*s->p)) s->p++;
        if (s->p[0] == '/' && s->p[1] == '/')
            s->p += strcspn(s->p, "\n");
        else if (s->p[0] == '/' && s->p[1] == '*') {
            const char *end = strstr(s->p, "*/");
            s->p = end ? end + 2 : s->p + strlen(s->p);
        } else
            return;
    }
}

static bool word_char(char c) { return isalnum((unsigned char)c) || strchr("_$%.", c); }

static bool word(struct parser *s, char *out, size_t n) {
    skip(s);
    size_t k = 0;
    while (*s->p && word_char(*s->p)) {
        if (k + 1 < n) out[k++] = *s->p;
        s->p++;
    }
    out[k] = 0;
    return k > 0;
}

static bool take(struct parser *s, char c) {
    skip(s);
    if (*s->p != c) return false;
    s->p++;
    return true;
}

static enum type type_named(const char *name) {
    for (int i = 1; i < T_COUNT; i++)
        if (strcmp(types[i].name, name) == 0) return (enum type)i;
    return T_NONE;
}

struct variable *ptx_find(struct variable *vars, int n, const char *name) {
    for (int i = n - 1; i >= 0; i--)
        if (strcmp(vars[i].name, name) == 0) return &vars[i];
    return NULL;
}

struct declaration {
    enum type type;
    int align;
    char name[100];
    size_t size;
    bool array;
};

// .align 4 .b8 name[16]; after the space
static bool declare(struct parser *s, struct declaration *d) {
    char text[100];
    *d = (struct declaration){.align = 1};
    for (;;) {
        if (!word(s, text, sizeof text)) return fail(s, "a name is missing"), false;
        if (strcmp(text, ".align") == 0) {
            skip(s);
            d->align = (int)strtol(s->p, (char **)&s->p, 10);
        } else if (strcmp(text, ".ptr") == 0 || strcmp(text, ".global") == 0 ||
                   strcmp(text, ".shared") == 0 || strcmp(text, ".const") == 0 ||
                   strcmp(text, ".local") == 0) {
        } else if (text[0] == '.') {
            d->type = type_named(text + 1);
        } else
            break;
    }
    snprintf(d->name, sizeof d->name, "%s", text);
    d->size = (size_t)types[d->type].size;
    if (d->align < types[d->type].size) d->align = types[d->type].size;
    while (take(s, '[')) {
        skip(s);
        size_t len = strtoul(s->p, (char **)&s->p, 10);
        d->size *= len;
        d->array = true;
        if (!take(s, ']')) return fail(s, "`]` is missing"), false;
    }
    return true;
}

static uint64_t number(struct parser *s) {
    skip(s);
    if (s->p[0] == '0' && (s->p[1] == 'f' || s->p[1] == 'F' || s->p[1] == 'd' || s->p[1] == 'D')) {
        char digits[20];
        int n = s->p[1] == 'f' || s->p[1] == 'F' ? 8 : 16;
        snprintf(digits, sizeof digits, "%.*s", n, s->p + 2);
        s->p += 2 + n;
        return strtoull(digits, NULL, 16);
    }
    bool minus = *s->p == '-';
    if (minus) s->p++;
    char *end;
    uint64_t v = strtoull(s->p, &end, 0);
    s->p = end;
    if (*s->p == 'U') s->p++;
    return minus ? (uint64_t)-(int64_t)v : v;
}

static void initialise(struct parser *s, struct variable *v, const struct declaration *d) {
    char *at = ptx_host(v->at, v->size);
    size_t each = (size_t)types[d->type].size, k = 0;
    bool list = take(s, '{');
    do {
        skip(s);
        if (*s->p == '}') break;
        uint64_t value = 0;
        if (isdigit((unsigned char)*s->p) || *s->p == '-')
            value = number(s);
        else {
            char name[100];
            word(s, name, sizeof name);
            if (strcmp(name, "generic") == 0) {
                take(s, '(');
                word(s, name, sizeof name);
                take(s, ')');
            }
            struct variable *other = ptx_find(s->m->vars, s->m->nvars, name);
            if (other) value = other->at;
            if (take(s, '+')) value += number(s);
        }
        if (at && k + each <= v->size) memcpy(at + k, &value, each);
        k += each;
    } while (list && take(s, ','));
    if (list) take(s, '}');
}

static void module_variable(struct parser *s, enum space space) {
    struct declaration d;
    if (!declare(s, &d)) return;
    struct variable *v = ptx_find(s->m->vars, s->m->nvars, d.name);
    if (!v) v = &s->m->vars[s->m->nvars++];
    snprintf(v->name, sizeof v->name, "%s", d.name);
    v->space = space;
    v->size = d.size;
    if (space == SHARED) {
        if (d.size) {
            s->m->shared = (s->m->shared + (size_t)d.align - 1) / (size_t)d.align * (size_t)d.align;
            v->at = s->m->shared;
            s->m->shared += d.size;
        } else
            v->at = UINT64_MAX; // dynamic: behind the others
    } else if (!v->at) {
        v->at = ptx_allocate(d.size ? d.size : 8);
        memset(ptx_host(v->at, d.size ? d.size : 8), 0, d.size);
    }
    if (take(s, '=')) initialise(s, v, &d);
    if (!take(s, ';')) fail(s, "`;` is missing");
}

static int reg_index(struct ptx_function *f, const char *name) {
    size_t len = strlen(name), digits = len;
    while (digits > 0 && isdigit((unsigned char)name[digits - 1])) digits--;
    for (int i = 0; i < f->nreg_names; i++) {
        if (strcmp(f->reg_names[i], name) == 0 && f->reg_first[i] < 0) return -f->reg_first[i] - 1;
        if (strlen(f->reg_names[i]) == digits && strncmp(f->reg_names[i], name, digits) == 0 &&
            f->reg_first[i] >= 0 && digits < len)
            return f->reg_first[i] + atoi(name + digits);
    }
    return -1;
}

static void registers(struct parser *s, struct ptx_function *f) {
    char text[64];
    word(s, text, sizeof text); // type
    do {
        word(s, text, sizeof text);
        int count = 0;
        if (take(s, '<')) {
            skip(s);
            count = (int)strtol(s->p, (char **)&s->p, 10);
            take(s, '>');
        }
        f->reg_names = realloc(f->reg_names, sizeof *f->reg_names * (size_t)(f->nreg_names + 1));
        f->reg_first = realloc(f->reg_first, sizeof *f->reg_first * (size_t)(f->nreg_names + 1));
        snprintf(f->reg_names[f->nreg_names], sizeof f->reg_names[0], "%.23s", text);
        f->reg_first[f->nreg_names++] = count ? f->nregs : -f->nregs - 1;
        f->nregs += count ? count : 1;
    } while (take(s, ','));
    take(s, ';');
}

static struct variable *frame_variable(struct ptx_function *f, const struct declaration *d,
                                       enum space space) {
    f->vars = realloc(f->vars, sizeof *f->vars * (size_t)(f->nvars + 1));
    struct variable *v =
        &f->vars[f->nvars++]; // each call declares its own param0, so the last of a name is meant
    *v = (struct variable){.space = space};
    snprintf(v->name, sizeof v->name, "%s", d->name);
    size_t *total = space == LOCAL ? &f->local_bytes : &f->param_bytes,
           align = (size_t)(d->align < 8 ? 8 : d->align);
    if (f->entry && space == PARAM) align = (size_t)d->align;
    *total = (*total + align - 1) / align * align;
    v->at = *total;
    v->size = d->size;
    *total += d->size;
    return v;
}

static void parameters(struct parser *s, struct ptx_function *f, int *count) {
    if (take(s, ')')) return;
    do {
        char text[32];
        struct declaration d;
        word(s, text, sizeof text);
        if (!declare(s, &d)) return;
        frame_variable(f, &d, PARAM);
        ++*count;
    } while (take(s, ','));
    if (!take(s, ')')) fail(s, "`)` is missing");
}

static const char *const specials[] = {"%tid.x",       "%tid.y",
                                       "%tid.z",       "%ntid.x",
                                       "%ntid.y",      "%ntid.z",
                                       "%ctaid.x",     "%ctaid.y",
                                       "%ctaid.z",     "%nctaid.x",
                                       "%nctaid.y",    "%nctaid.z",
                                       "%laneid",      "%warpid",
                                       "%clock",       "%clock64",
                                       "%globaltimer", "WARP_SZ",
                                       "%lanemask_lt", "%lanemask_le",
                                       "%lanemask_gt", "%lanemask_ge",
                                       "%lanemask_eq", "%smid",
                                       "%nsmid",       "%dynamic_smem_size"};

static void name_operand(struct ptx_function *f, struct operand *o, const char *name) {
    o->reg = reg_index(f, name);
    if (o->reg >= 0) {
        o->kind = O_REG;
        return;
    }
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (strcmp(specials[i], name) == 0) {
            o->kind = O_SPECIAL;
            o->imm = i;
            return;
        }
    o->kind = O_SYM;
    snprintf(o->name, sizeof o->name, "%s", name);
}

static bool operand(struct parser *s, struct ptx_function *f, struct operand *o) {
    char name[100];
    *o = (struct operand){.reg = -1, .second = -1};
    skip(s);
    if (take(s, '!')) o->negated = true;
    skip(s);
    if (*s->p == '[') {
        s->p++;
        skip(s);
        if (isdigit((unsigned char)*s->p))
            o->imm = number(s);
        else {
            word(s, name, sizeof name);
            name_operand(f, o, name);
            if (take(s, '+'))
                o->imm = number(s);
            else
                o->imm = 0;
            struct variable *v = ptx_find(f->vars, f->nvars, o->name);
            if (v && v->space == PARAM) { // of the call at hand
                o->imm += v->at;
                o->param = true;
                o->name[0] = 0;
            }
        }
        o->kind = O_MEM;
        return take(s, ']');
    }
    if (*s->p == '{') {
        s->p++;
        do {
            word(s, name, sizeof name);
            o->vec[o->n++] = strcmp(name, "_") == 0 ? -1 : reg_index(f, name);
        } while (o->n < 4 && take(s, ','));
        o->kind = O_VEC;
        return take(s, '}');
    }
    if (*s->p == '(') { // lists of a call
        s->p++;
        o->kind = O_VEC;
        while (!take(s, ')')) {
            if (!word(s, name, sizeof name)) return false;
            struct variable *v = ptx_find(f->vars, f->nvars, name);
            uint16_t at = v ? (uint16_t)v->at : 0;
            if (v && (size_t)o->n < sizeof o->name / 2) memcpy(o->name + 2 * o->n++, &at, 2);
            take(s, ',');
        }
        return true;
    }
    if (isdigit((unsigned char)*s->p) || *s->p == '-') {
        o->kind = O_IMM;
        o->imm = number(s);
        return true;
    }
    if (!word(s, name, sizeof name)) return false;
    name_operand(f, o, name);
    if (*s->p == '|') {
        s->p++;
        word(s, name, sizeof name);
        o->second = reg_index(f, name);
    }
    if (o->kind == O_SYM && take(s, '+')) o->imm = number(s);
    return true;
}

static enum op op_named(const char *name) {
    static const char *const names[] = {
        "",
#define OP(name) #name,
#include "ops.def"
#undef OP
    };
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return (enum op)i;
    return OP_none;
}

static int mod_named(const char *name) {
    static const char *const names[] = {
#define MOD(name) #name,
#include "mods.def"
#undef MOD
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) return (int)i;
    return -1;
}

// setp.lt.s32: what is done, how, and to what. Modifiers that nothing asks for are left out.
static bool opcode(struct ins *in, char *text) {
    char *save, *part = strtok_r(text, ".", &save);
    in->op = part ? op_named(part) : OP_none;
    in->compare = -1;
    while ((part = strtok_r(NULL, ".", &save))) {
        enum type t = type_named(part);
        int mod = mod_named(part), comparison = ptx_comparison(part);
        enum op op = op_named(part);
        if (t && !in->type)
            in->type = t;
        else if (t)
            in->type2 = t;
        if (mod >= 0) in->mods |= 1ull << mod;
        if (in->compare < 0) in->compare = comparison;
        if (op == OP_add || op == OP_min || op == OP_max || op == OP_and || op == OP_or ||
            op == OP_xor)
            in->rmw = op;
        for (int i = 1; i < 6; i++)
            if (strcmp(part, spaces[i]) == 0) in->space = (enum space)i;
    }
    in->half_mode = in->mods & (1ull << M_rz | 1ull << M_rm | 1ull << M_rp);
    return in->op != OP_none;
}

static void instruction(struct parser *s, struct ptx_function *f) {
    char text[100];
    if (f->n == f->cap)
        f->code = realloc(f->code, sizeof *f->code * (size_t)(f->cap = f->cap ? f->cap * 2 : 64));
    struct ins *in = &f->code[f->n];
    *in = (struct ins){.pred = -1};
    if (take(s, '@')) {
        in->pred_negated = take(s, '!');
        word(s, text, sizeof text);
        in->pred = reg_index(f, text);
    }
    if (!word(s, text, sizeof text)) {
        fail(s, "an instruction is missing");
        return;
    }
    skip(s);
    if (*s->p == ':') {
        s->p++;
        f->labels = realloc(f->labels, sizeof *f->labels * (size_t)(f->nlabels + 1));
        f->label_at = realloc(f->label_at, sizeof *f->label_at * (size_t)(f->nlabels + 1));
        snprintf(f->labels[f->nlabels], 100, "%s", text);
        f->label_at[f->nlabels++] = f->n;
        return;
    }
    if (!opcode(in, text)) {
        fail(s, "this instruction is not known");
        return;
    }
    while (!take(s, ';')) {
        if (in->n == 8 || !operand(s, f, &in->o[in->n++])) {
            fail(s, "this operand is not understood");
            return;
        }
        take(s, ',');
    }
    f->n++;
}

static void body(struct parser *s, struct ptx_function *f) {
    int depth = 1;
    char text[64];
    while (depth && !s->failed) {
        skip(s);
        if (!*s->p) {
            fail(s, "the body does not end");
            return;
        }
        if (take(s, '{'))
            depth++;
        else if (take(s, '}'))
            depth--;
        else if (*s->p == '.') {
            word(s, text, sizeof text);
            struct declaration d;
            if (strcmp(text, ".reg") == 0)
                registers(s, f);
            else if (strcmp(text, ".local") == 0 || strcmp(text, ".param") == 0) {
                if (declare(s, &d)) frame_variable(f, &d, text[1] == 'l' ? LOCAL : PARAM);
                take(s, ';');
            } else if (strcmp(text, ".shared") == 0)
                module_variable(s, SHARED);
            else if (strcmp(text, ".loc") == 0 || strcmp(text, ".file") == 0)
                s->p += strcspn(s->p, "\n");
            else
                s->p += strcspn(s->p, ";\n") + 1; // .pragma
        } else
            instruction(s, f);
    }
}

static struct ptx_function *function_named(struct ptx_module *m, const char *name) {
    for (int i = 0; i < m->nfunctions; i++)
        if (strcmp(m->functions[i]->name, name) == 0) return m->functions[i];
    return NULL;
}

static void function(struct parser *s, bool entry) {
    struct ptx_function *f = calloc(1, sizeof *f);
    f->entry = entry;
    f->module = s->m;
    if (take(s, '(')) parameters(s, f, &f->nret);
    word(s, f->name, sizeof f->name);
    if (take(s, '(')) parameters(s, f, &f->nparams);
    for (;;) { // .maxntid and the like
        skip(s);
        if (*s->p == '{' || *s->p == ';' || !*s->p) break;
        s->p++;
    }
    struct ptx_function *old = function_named(s->m, f->name);
    if (take(s, ';')) {
        if (!old) s->m->functions[s->m->nfunctions++] = f;
        return;
    }
    take(s, '{');
    f->has_body = true;
    if (old) {
        for (int i = 0; i < s->m->nfunctions; i++)
            if (s->m->functions[i] == old) s->m->functions[i] = f;
    } else
        s->m->functions[s->m->nfunctions++] = f;
    body(s, f);
}

static bool resolve(struct ptx_module *m, struct ptx_function *f, struct ins *in, struct operand *o,
                    char *why, size_t n) {
    if (!o->name[0] || (o->kind != O_SYM && o->kind != O_MEM)) return true;
    for (int i = 0; i < f->nlabels && o->kind == O_SYM; i++)
        if (strcmp(f->labels[i], o->name) == 0) {
            o->kind = O_LABEL;
            o->imm = (uint64_t)f->label_at[i];
            return true;
        }
    struct variable *v = ptx_find(f->vars, f->nvars, o->name);
    if (!v) v = ptx_find(m->vars, m->nvars, o->name);
    if (v) {
        o->imm += v->at == UINT64_MAX ? (m->shared + 15) / 16 * 16 : v->at;
        o->param = v->space == PARAM;
        o->local = v->space == LOCAL;
        return true;
    }
    struct ptx_function *callee = function_named(m, o->name);
    if (callee) {
        in->callee = callee;
        o->imm = (uint64_t)callee;
        return true;
    }
    snprintf(why, n, "`%s` is not defined", o->name);
    return false;
}

struct ptx_module *ptx_load(const char *text, char *why, size_t n) {
    struct ptx_module *m = calloc(1, sizeof *m);
    struct parser s = {.p = text, .m = m, .why = why, .n = n};
    char name[100];
    m->prints = strstr(text, "vprintf") != NULL;
    while (!s.failed) {
        skip(&s);
        if (!*s.p) break;
        if (!word(&s, name, sizeof name))
            fail(&s, "this is not PTX");
        else if (strcmp(name, ".visible") == 0 || strcmp(name, ".extern") == 0 ||
                 strcmp(name, ".weak") == 0 || strcmp(name, ".common") == 0 ||
                 strcmp(name, ".noreturn") == 0)
            continue;
        else if (strcmp(name, ".global") == 0)
            module_variable(&s, GLOBAL);
        else if (strcmp(name, ".const") == 0)
            module_variable(&s, CONSTANT);
        else if (strcmp(name, ".shared") == 0)
            module_variable(&s, SHARED);
        else if (strcmp(name, ".entry") == 0 || strcmp(name, ".func") == 0)
            function(&s, name[1] == 'e');
        else if (strcmp(name, ".section") == 0) { // debug information
            int depth = 0;
            do {
                if (*s.p == '{') depth++;
                if (*s.p == '}') depth--;
            } while (*s.p++ && (depth || s.p[-1] != '}'));
        } else
            s.p += strcspn(s.p, "\n");
    }
    for (int i = 0; i < m->nfunctions && !s.failed; i++)
        for (int k = 0; k < m->functions[i]->n && !s.failed; k++)
            for (int j = 0; j < m->functions[i]->code[k].n; j++)
                if (!resolve(m, m->functions[i], &m->functions[i]->code[k],
                             &m->functions[i]->code[k].o[j], why, n))
                    s.failed = true;
    if (!s.failed) return m;
    ptx_unload(m);
    return NULL;
}

void ptx_unload(struct ptx_module *m) {
    for (int i = 0; i < m->nfunctions; i++) {
        struct ptx_function *f = m->functions[i];
        ptx_drop_frames(f);
        free(f->vars), free(f->reg_names), free(f->reg_first), free(f->code), free(f->labels),
            free(f->label_at), free(f);
    }
    free(m);
}

struct ptx_function *ptx_function(struct ptx_module *m, const char *name) {
    struct ptx_function *f = function_named(m, name);
    return f && f->entry && f->has_body ? f : NULL;
}

bool ptx_global(struct ptx_module *m, const char *name, uint64_t *at, size_t *size) {
    struct variable *v = ptx_find(m->vars, m->nvars, name);
    if (!v || v->space == SHARED) return false;
    if (at) *at = v->at;
    if (size) *size = v->size;
    return true;
}

int ptx_static_shared(const struct ptx_function *f) { return (int)f->module->shared; }
bool ptx_prints(const struct ptx_function *f) { return f->module->prints; }
