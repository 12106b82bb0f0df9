// An interpreter of PTX text, for the stand-in driver: what LLVM and libNVVM make of the tests' kernels. Threads of a
// block take turns; at barriers and warp operations they wait for each other. Every access is checked against what
// is allocated (700) and against its alignment (716). Not here: textures, half precision, tensor operations.
#include "ptx.h"

#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SHARED_BASE 0x1000000ull
#define LOCAL_BASE 0x4000000ull
#define SHARED_MAX (256u << 10)
enum { ILLEGAL_ADDRESS = 700, ASSERTED = 710, ILLEGAL_INSTRUCTION = 715, MISALIGNED = 716, FAILED = 719 };

enum type { T_NONE, T_PRED, T_B8, T_U8, T_S8, T_B16, T_U16, T_S16, T_B32, T_U32, T_S32, T_B64, T_U64, T_S64, T_F32, T_F64,
            T_B128 };
static const struct { const char *name; int size; } types[] = {
    [T_NONE] = {"", 0}, [T_PRED] = {"pred", 1}, [T_B8] = {"b8", 1}, [T_U8] = {"u8", 1}, [T_S8] = {"s8", 1},
    [T_B16] = {"b16", 2}, [T_U16] = {"u16", 2}, [T_S16] = {"s16", 2}, [T_B32] = {"b32", 4}, [T_U32] = {"u32", 4},
    [T_S32] = {"s32", 4}, [T_B64] = {"b64", 8}, [T_U64] = {"u64", 8}, [T_S64] = {"s64", 8}, [T_F32] = {"f32", 4},
    [T_F64] = {"f64", 8}, [T_B128] = {"b128", 16},
};
enum space { GENERIC, GLOBAL, SHARED, LOCAL, PARAM, CONSTANT };
static const char *const spaces[] = {"generic", "global", "shared", "local", "param", "const"};

enum operand_kind { O_NONE, O_REG, O_IMM, O_SYM, O_LABEL, O_SPECIAL, O_MEM, O_VEC };
struct operand {
    enum operand_kind kind;
    int reg, second, vec[4], n;  // second: d|p
    uint64_t imm;                // also: offset, symbol's address, label's instruction, special register
    bool negated, param;         // param: imm is an offset into the frame's parameters
    char name[100];              // to be resolved
};
struct ins {
    char op[24];
    char mods[10][16];
    int nmods;
    enum type type, type2;
    int pred;                    // register or -1
    bool pred_negated;
    struct operand o[8];
    int n;
    struct ptx_function *callee;
};
struct variable { char name[100]; uint64_t at; size_t size; enum space space; };
struct ptx_function {
    struct ptx_module *module;
    char name[200];
    struct variable *vars;       // parameters, locals
    int nvars, nparams, nret;    // vars[0, nret) results, then nparams parameters
    char (*reg_names)[24];
    int *reg_first, nreg_names, nregs;
    struct ins *code;
    int n, cap;
    char (*labels)[100];
    int *label_at, nlabels;
    size_t param_bytes, local_bytes;
    bool entry, has_body;
};
struct ptx_module {
    struct ptx_function *functions[200];
    int nfunctions;
    struct variable vars[2000];
    int nvars;
    size_t shared;               // static
    bool prints;
};

// ---- parsing -------------------------------------------------------------------------------------------------------------

struct parser { const char *p; struct ptx_module *m; char *why; size_t n; bool failed; };

static void fail(struct parser *s, const char *what) {
    if (!s->failed) snprintf(s->why, s->n, "%s near `%.60s`", what, s->p);
    s->failed = true;
}

static void skip(struct parser *s) {
    for (;;) {
        while (isspace((unsigned char)*s->p)) s->p++;
        if (s->p[0] == '/' && s->p[1] == '/') s->p += strcspn(s->p, "\n");
        else if (s->p[0] == '/' && s->p[1] == '*') {
            const char *end = strstr(s->p, "*/");
            s->p = end ? end + 2 : s->p + strlen(s->p);
        } else return;
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
    for (int i = 1; i <= T_B128; i++)
        if (strcmp(types[i].name, name) == 0) return (enum type)i;
    return T_NONE;
}

static struct variable *find_var(struct variable *vars, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (strcmp(vars[i].name, name) == 0) return &vars[i];
    return NULL;
}

struct declaration { enum type type; int align; char name[100]; size_t size; bool array; };

// .align 4 .b8 name[16]; after the space
static bool declare(struct parser *s, struct declaration *d) {
    char text[100];
    *d = (struct declaration){.align = 1};
    for (;;) {
        if (!word(s, text, sizeof text)) return fail(s, "a name is missing"), false;
        if (strcmp(text, ".align") == 0) {
            skip(s);
            d->align = (int)strtol(s->p, (char **)&s->p, 10);
        } else if (strcmp(text, ".ptr") == 0 || strcmp(text, ".global") == 0 || strcmp(text, ".shared") == 0 ||
                   strcmp(text, ".const") == 0 || strcmp(text, ".local") == 0) {
        } else if (text[0] == '.') {
            d->type = type_named(text + 1);
        } else break;
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
        if (isdigit((unsigned char)*s->p) || *s->p == '-') value = number(s);
        else {
            char name[100];
            word(s, name, sizeof name);
            if (strcmp(name, "generic") == 0) {
                take(s, '(');
                word(s, name, sizeof name);
                take(s, ')');
            }
            struct variable *other = find_var(s->m->vars, s->m->nvars, name);
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
    struct variable *v = find_var(s->m->vars, s->m->nvars, d.name);
    if (!v) v = &s->m->vars[s->m->nvars++];
    snprintf(v->name, sizeof v->name, "%s", d.name);
    v->space = space;
    v->size = d.size;
    if (space == SHARED) {
        if (d.size) {
            s->m->shared = (s->m->shared + (size_t)d.align - 1) / (size_t)d.align * (size_t)d.align;
            v->at = s->m->shared;
            s->m->shared += d.size;
        } else v->at = UINT64_MAX; // dynamic: behind the others
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
        if (strlen(f->reg_names[i]) == digits && strncmp(f->reg_names[i], name, digits) == 0 && f->reg_first[i] >= 0 &&
            digits < len)
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

static struct variable *frame_variable(struct ptx_function *f, const struct declaration *d, enum space space) {
    struct variable *v = find_var(f->vars, f->nvars, d->name);
    if (v && v->size >= d->size) return v;
    if (!v) {
        f->vars = realloc(f->vars, sizeof *f->vars * (size_t)(f->nvars + 1));
        v = &f->vars[f->nvars++];
        *v = (struct variable){.space = space};
        snprintf(v->name, sizeof v->name, "%s", d->name);
    }
    size_t *total = space == LOCAL ? &f->local_bytes : &f->param_bytes, align = (size_t)(d->align < 8 ? 8 : d->align);
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

static const char *const specials[] = {"%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z", "%ctaid.x", "%ctaid.y",
    "%ctaid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%laneid", "%warpid", "%clock", "%clock64", "%globaltimer", "WARP_SZ",
    "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge", "%lanemask_eq", "%smid", "%nsmid", "%dynamic_smem_size"};

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
        if (isdigit((unsigned char)*s->p)) o->imm = number(s);
        else {
            word(s, name, sizeof name);
            name_operand(f, o, name);
            if (take(s, '+')) o->imm = number(s);
            else o->imm = 0;
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
            struct variable *v = find_var(f->vars, f->nvars, name);
            if (v && o->n < 4) o->vec[o->n++] = (int)v->at;
            else if (v) o->name[o->n++ - 4] = (char)v->at; // more than four: offsets below 256
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

static void instruction(struct parser *s, struct ptx_function *f) {
    char text[100];
    if (f->n == f->cap) f->code = realloc(f->code, sizeof *f->code * (size_t)(f->cap = f->cap ? f->cap * 2 : 64));
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
    char *save, *part = strtok_r(text, ".", &save);
    snprintf(in->op, sizeof in->op, "%.23s", part ? part : "");
    while ((part = strtok_r(NULL, ".", &save)) && in->nmods < 10) {
        enum type t = type_named(part);
        if (t && !in->type) in->type = t;
        else if (t) in->type2 = t;
        snprintf(in->mods[in->nmods++], 16, "%.15s", part);
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
        if (take(s, '{')) depth++;
        else if (take(s, '}')) depth--;
        else if (*s->p == '.') {
            word(s, text, sizeof text);
            struct declaration d;
            if (strcmp(text, ".reg") == 0) registers(s, f);
            else if (strcmp(text, ".local") == 0 || strcmp(text, ".param") == 0) {
                if (declare(s, &d)) frame_variable(f, &d, text[1] == 'l' ? LOCAL : PARAM);
                take(s, ';');
            } else if (strcmp(text, ".shared") == 0) module_variable(s, SHARED);
            else if (strcmp(text, ".loc") == 0 || strcmp(text, ".file") == 0) s->p += strcspn(s->p, "\n");
            else s->p += strcspn(s->p, ";\n") + 1; // .pragma
        } else instruction(s, f);
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
    } else s->m->functions[s->m->nfunctions++] = f;
    body(s, f);
}

static bool resolve(struct ptx_module *m, struct ptx_function *f, struct ins *in, struct operand *o, char *why, size_t n) {
    if (!o->name[0] || (o->kind != O_SYM && o->kind != O_MEM)) return true;
    for (int i = 0; i < f->nlabels && o->kind == O_SYM; i++)
        if (strcmp(f->labels[i], o->name) == 0) {
            o->kind = O_LABEL;
            o->imm = (uint64_t)f->label_at[i];
            return true;
        }
    struct variable *v = find_var(f->vars, f->nvars, o->name);
    if (!v) v = find_var(m->vars, m->nvars, o->name);
    if (v) {
        o->imm += v->at == UINT64_MAX ? (m->shared + 15) / 16 * 16 : v->at;
        o->param = v->space == PARAM;
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
        if (!word(&s, name, sizeof name)) fail(&s, "this is not PTX");
        else if (strcmp(name, ".visible") == 0 || strcmp(name, ".extern") == 0 || strcmp(name, ".weak") == 0 ||
                 strcmp(name, ".common") == 0 || strcmp(name, ".noreturn") == 0) continue;
        else if (strcmp(name, ".global") == 0) module_variable(&s, GLOBAL);
        else if (strcmp(name, ".const") == 0) module_variable(&s, CONSTANT);
        else if (strcmp(name, ".shared") == 0) module_variable(&s, SHARED);
        else if (strcmp(name, ".entry") == 0 || strcmp(name, ".func") == 0) function(&s, name[1] == 'e');
        else if (strcmp(name, ".section") == 0) { // debug information
            int depth = 0;
            do {
                if (*s.p == '{') depth++;
                if (*s.p == '}') depth--;
            } while (*s.p++ && (depth || s.p[-1] != '}'));
        } else s.p += strcspn(s.p, "\n");
    }
    for (int i = 0; i < m->nfunctions && !s.failed; i++)
        for (int k = 0; k < m->functions[i]->n && !s.failed; k++)
            for (int j = 0; j < m->functions[i]->code[k].n; j++)
                if (!resolve(m, m->functions[i], &m->functions[i]->code[k], &m->functions[i]->code[k].o[j], why, n))
                    s.failed = true;
    if (!s.failed) return m;
    ptx_unload(m);
    return NULL;
}

void ptx_unload(struct ptx_module *m) {
    for (int i = 0; i < m->nfunctions; i++) {
        struct ptx_function *f = m->functions[i];
        free(f->vars), free(f->reg_names), free(f->reg_first), free(f->code), free(f->labels), free(f->label_at), free(f);
    }
    free(m);
}

struct ptx_function *ptx_function(struct ptx_module *m, const char *name) {
    struct ptx_function *f = function_named(m, name);
    return f && f->entry && f->has_body ? f : NULL;
}

bool ptx_global(struct ptx_module *m, const char *name, uint64_t *at, size_t *size) {
    struct variable *v = find_var(m->vars, m->nvars, name);
    if (!v || v->space == SHARED) return false;
    if (at) *at = v->at;
    if (size) *size = v->size;
    return true;
}

int ptx_static_shared(const struct ptx_function *f) { return (int)f->module->shared; }
bool ptx_prints(const struct ptx_function *f) { return f->module->prints; }

// ---- execution -------------------------------------------------------------------------------------------------------------

struct frame { struct ptx_function *f; int pc; uint64_t *regs; char *params; uint64_t local; struct frame *up; const struct ins *call; };
enum stop { RUNNING, AT_BARRIER, AT_WARP, ENDED };
struct thread {
    struct frame *frame;
    struct block *block;
    unsigned tid[3], linear;
    enum stop stop;
    char *local;
    size_t local_used;
};
struct block { unsigned id[3]; char *shared; struct thread *threads; unsigned n; const struct ptx_launch *launch; };
#define LOCAL_SIZE (64u << 10)

static _Thread_local int fault;
__extension__ typedef __int128 wide_int;
__extension__ typedef unsigned __int128 wide_uint;

static char *memory(struct thread *t, const struct ins *in, enum space space, uint64_t at, size_t size) {
    if (space != PARAM && size && at % size) return fault = MISALIGNED, NULL;
    if (space == PARAM) return t->frame->params + at;
    if (space == GENERIC && at >= SHARED_BASE && at < SHARED_BASE + SHARED_MAX) at -= SHARED_BASE, space = SHARED;
    if (space == GENERIC && at >= LOCAL_BASE && at < LOCAL_BASE + LOCAL_SIZE) at -= LOCAL_BASE, space = LOCAL;
    const struct ptx_launch *l = t->block->launch;
    if (space == SHARED) {
        size_t have = (l->f->module->shared + 15) / 16 * 16 + l->shared;
        return at + size <= have ? t->block->shared + at : (fault = ILLEGAL_ADDRESS, NULL);
    }
    if (space == LOCAL) return at + size <= LOCAL_SIZE ? t->local + at : (fault = ILLEGAL_ADDRESS, NULL);
    char *p = ptx_host(at, size);
    if (!p) fault = ILLEGAL_ADDRESS;
    (void)in;
    return p;
}

static uint64_t special(struct thread *t, uint64_t which) {
    const struct ptx_launch *l = t->block->launch;
    unsigned lane = t->linear % 32;
    if (which < 3) return t->tid[which];
    if (which < 6) return l->block[which - 3];
    if (which < 9) return t->block->id[which - 6];
    if (which < 12) return l->grid[which - 9];
    struct timespec now;
    switch (which) {
    case 12: return lane;
    case 13: return t->linear / 32;
    case 14:
    case 15:
    case 16: clock_gettime(CLOCK_MONOTONIC, &now); return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    case 17: return 32;
    case 18: return (1u << lane) - 1;
    case 19: return (1ull << (lane + 1)) - 1;
    case 20: return 0xffffffff & ~((1ull << (lane + 1)) - 1);
    case 21: return 0xffffffff & ~((1u << lane) - 1);
    case 22: return 1u << lane;
    case 24: return 4;
    case 25: return l->shared;
    default: return 0;
    }
}

static uint64_t value(struct thread *t, const struct operand *o) {
    uint64_t v = 0;
    switch (o->kind) {
    case O_REG: v = t->frame->regs[o->reg]; break;
    case O_SPECIAL: v = special(t, o->imm); break;
    case O_IMM:
    case O_SYM:
    case O_LABEL: v = o->imm; break;
    default: break;
    }
    if (o->kind == O_SYM && find_var(t->frame->f->vars, t->frame->f->nvars, o->name) && !o->param) v += t->frame->local;
    return o->negated ? !(v & 1) : v;
}

static uint64_t trim(uint64_t v, enum type type) { // as a value of the type, sign-extended when it is signed
    switch (type) {
    case T_S8: return (uint64_t)(int8_t)v;
    case T_S16: return (uint64_t)(int16_t)v;
    case T_S32: return (uint64_t)(int32_t)v;
    case T_B8:
    case T_U8: return (uint8_t)v;
    case T_B16:
    case T_U16: return (uint16_t)v;
    case T_B32:
    case T_U32:
    case T_F32: return (uint32_t)v;
    case T_PRED: return v & 1;
    default: return v;
    }
}
static double as_double(uint64_t v, enum type type) {
    float f;
    double d;
    uint32_t low = (uint32_t)v;
    if (type == T_F32) return memcpy(&f, &low, 4), f;
    return memcpy(&d, &v, 8), d;
}
static uint64_t from_double(double d, enum type type) {
    uint64_t v;
    uint32_t low;
    float f = (float)d;
    if (type == T_F32) return memcpy(&low, &f, 4), low;
    return memcpy(&v, &d, 8), v;
}
static bool is_float(enum type type) { return type == T_F32 || type == T_F64; }
static bool is_signed(enum type type) { return type == T_S8 || type == T_S16 || type == T_S32 || type == T_S64; }

static bool has(const struct ins *in, const char *mod) {
    for (int i = 0; i < in->nmods; i++)
        if (strcmp(in->mods[i], mod) == 0) return true;
    return false;
}
static enum space space_of(const struct ins *in) {
    for (int i = 1; i < 6; i++)
        if (has(in, spaces[i])) return (enum space)i;
    return GENERIC;
}
static void set(struct thread *t, const struct operand *o, uint64_t v) {
    if (o->kind == O_REG) t->frame->regs[o->reg] = v;
}

static bool float_op(const char *op, const struct ins *in, double a, double b, double c, double *r) {
    bool single = in->type == T_F32;
    if (!strcmp(op, "add")) *r = single ? (float)a + (float)b : a + b;
    else if (!strcmp(op, "sub")) *r = single ? (float)a - (float)b : a - b;
    else if (!strcmp(op, "mul")) *r = single ? (float)a * (float)b : a * b;
    else if (!strcmp(op, "div")) *r = single ? (float)a / (float)b : a / b;
    else if (!strcmp(op, "fma") || !strcmp(op, "mad")) *r = single ? (double)fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
    else if (!strcmp(op, "min")) *r = fmin(a, b);
    else if (!strcmp(op, "max")) *r = fmax(a, b);
    else if (!strcmp(op, "neg")) *r = -a;
    else if (!strcmp(op, "abs")) *r = fabs(a);
    else if (!strcmp(op, "sqrt")) *r = single ? (double)sqrtf((float)a) : sqrt(a);
    else if (!strcmp(op, "rcp")) *r = single ? 1.0f / (float)a : 1 / a;
    else if (!strcmp(op, "rsqrt")) *r = 1 / sqrt(a);
    else if (!strcmp(op, "ex2")) *r = exp2(a);
    else if (!strcmp(op, "lg2")) *r = log2(a);
    else if (!strcmp(op, "sin")) *r = sin(a);
    else if (!strcmp(op, "cos")) *r = cos(a);
    else if (!strcmp(op, "copysign")) *r = copysign(b, a);
    else return false;
    return true;
}

static bool integer_op(const char *op, const struct ins *in, uint64_t a, uint64_t b, uint64_t c, uint64_t *r) {
    enum type type = in->type;
    int bits = types[type].size * 8;
    bool sign = is_signed(type);
    int64_t x = (int64_t)a, y = (int64_t)b;
    if (!strcmp(op, "add")) *r = a + b;
    else if (!strcmp(op, "sub")) *r = a - b;
    else if (!strcmp(op, "mul") || !strcmp(op, "mad")) {
        uint64_t low = a * b;
        if (has(in, "hi")) {
            if (bits == 64) low = sign ? (uint64_t)(((wide_int)x * y) >> 64) : (uint64_t)(((wide_uint)a * b) >> 64);
            else low = sign ? (uint64_t)((x * y) >> bits) : low >> bits;
        }
        *r = low + (!strcmp(op, "mad") ? c : 0);
    } else if (!strcmp(op, "div")) *r = !b ? ~0ull : sign ? (y == -1 ? (uint64_t)-x : (uint64_t)(x / y)) : a / b;
    else if (!strcmp(op, "rem")) *r = !b ? a : sign ? (y == -1 ? 0 : (uint64_t)(x % y)) : a % b;
    else if (!strcmp(op, "and")) *r = a & b;
    else if (!strcmp(op, "or")) *r = a | b;
    else if (!strcmp(op, "xor")) *r = a ^ b;
    else if (!strcmp(op, "not")) *r = type == T_PRED ? !a : ~a;
    else if (!strcmp(op, "cnot")) *r = !a;
    else if (!strcmp(op, "neg")) *r = -a;
    else if (!strcmp(op, "abs")) *r = x < 0 ? -a : a;
    else if (!strcmp(op, "shl")) *r = (uint32_t)b >= (unsigned)bits ? 0 : a << (uint32_t)b;
    else if (!strcmp(op, "shr")) {
        uint32_t n = (uint32_t)b;
        *r = sign ? (uint64_t)(x >> (n >= (unsigned)bits ? bits - 1 : (int)n)) : n >= (unsigned)bits ? 0 : a >> n;
    } else if (!strcmp(op, "min")) *r = sign ? (x < y ? a : b) : a < b ? a : b;
    else if (!strcmp(op, "max")) *r = sign ? (x > y ? a : b) : a > b ? a : b;
    else if (!strcmp(op, "popc")) *r = (uint64_t)__builtin_popcountll(a);
    else if (!strcmp(op, "clz")) *r = a ? (uint64_t)(__builtin_clzll(a) - (64 - bits)) : (uint64_t)bits;
    else if (!strcmp(op, "brev")) {
        *r = 0;
        for (int i = 0; i < bits; i++) *r |= (a >> i & 1) << (bits - 1 - i);
    } else if (!strcmp(op, "bfe")) {
        int pos = (int)(b & 255), len = (int)(c & 255);
        *r = len == 0 ? 0 : (a >> pos) & (len >= 64 ? ~0ull : (1ull << len) - 1);
        if (sign && len && (*r >> (len - 1) & 1)) *r |= ~0ull << len;
    } else return false;
    return true;
}

static bool compare(const char *how, enum type type, uint64_t a, uint64_t b) {
    int order; // -1, 0, 1, or 2 unordered
    if (is_float(type)) {
        double x = as_double(a, type), y = as_double(b, type);
        order = isnan(x) || isnan(y) ? 2 : x < y ? -1 : x > y;
    } else if (is_signed(type)) order = (int64_t)a < (int64_t)b ? -1 : (int64_t)a > (int64_t)b;
    else order = a < b ? -1 : a > b;
    static const struct { const char *name; int less, equal, more, unordered; } table[] = {
        {"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0}, {"lt", 1, 0, 0, 0}, {"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0},
        {"lo", 1, 0, 0, 0}, {"ls", 1, 1, 0, 0}, {"hi", 0, 0, 1, 0}, {"hs", 0, 1, 1, 0}, {"equ", 0, 1, 0, 1},
        {"neu", 1, 0, 1, 1}, {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
        {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, how) == 0)
            return order == 2 ? table[i].unordered : order < 0 ? table[i].less : order ? table[i].more : table[i].equal;
    return false;
}

static uint64_t convert(const struct ins *in, enum type to, enum type from, uint64_t v) {
    if (!is_float(from)) {
        v = trim(v, from);
        if (!is_float(to)) return trim(v, to);
        if (to == T_F32) return from_double(is_signed(from) ? (float)(int64_t)v : (float)v, to);
        return from_double(is_signed(from) ? (double)(int64_t)v : (double)v, to);
    }
    double d = as_double(v, from);
    if (has(in, "rni")) d = nearbyint(d);
    else if (has(in, "rzi")) d = trunc(d);
    else if (has(in, "rmi")) d = floor(d);
    else if (has(in, "rpi")) d = ceil(d);
    if (has(in, "sat")) d = d < 0 ? 0 : d > 1 ? 1 : d;
    if (is_float(to)) return from_double(d, to);
    int bits = types[to].size * 8;
    if (isnan(d)) return 0;
    if (is_signed(to)) {
        double limit = ldexp(1, bits - 1);
        return trim(d >= limit ? (uint64_t)(bits == 64 ? INT64_MAX : (1ll << (bits - 1)) - 1)
                    : d < -limit ? (uint64_t)(bits == 64 ? INT64_MIN : -(1ll << (bits - 1))) : (uint64_t)(int64_t)d, to);
    }
    return d < 0 ? 0 : d >= ldexp(1, bits) ? trim(~0ull, to) : trim((uint64_t)d, to);
}

// ---- output ------------------------------------------------------------------------------------------------------------------

static struct { pthread_mutex_t lock; char *text; size_t *ends, n, cap, bytes, limit; char assertions[20000]; } out =
    {.lock = PTHREAD_MUTEX_INITIALIZER, .limit = 1 << 20};

void ptx_set_fifo(size_t bytes) { out.limit = bytes; }

void ptx_flush(void) {
    pthread_mutex_lock(&out.lock);
    fwrite(out.text, 1, out.bytes, stdout);
    out.bytes = out.n = 0;
    if (out.assertions[0]) {
        fflush(stdout);
        if (write(2, out.assertions, strlen(out.assertions)) < 0) abort();
    }
    out.assertions[0] = 0;
    pthread_mutex_unlock(&out.lock);
}

// Text that has no room is lost, oldest first.
static void print(const char *text, size_t len) {
    pthread_mutex_lock(&out.lock);
    if (out.n + 1 > out.cap) out.ends = realloc(out.ends, sizeof *out.ends * (out.cap = out.cap ? out.cap * 2 : 64));
    size_t drop = 0;
    while (drop < out.n && out.bytes - (drop ? out.ends[drop - 1] : 0) + len > out.limit) drop++;
    if (drop) {
        size_t gone = out.ends[drop - 1];
        memmove(out.text, out.text + gone, out.bytes -= gone);
        for (size_t i = drop; i < out.n; i++) out.ends[i - drop] = out.ends[i] - gone;
        out.n -= drop;
    }
    out.text = realloc(out.text, out.bytes + len + 1);
    memcpy(out.text + out.bytes, text, len);
    out.bytes += len;
    out.ends[out.n++] = out.bytes;
    pthread_mutex_unlock(&out.lock);
}

static const char *device_string(struct thread *t, uint64_t at) {
    const char *p = memory(t, NULL, GENERIC, at, 1);
    return p ? p : "";
}

static int device_printf(struct thread *t, uint64_t format_at, uint64_t args) {
    const char *f = device_string(t, format_at);
    char line[4096];
    size_t n = 0;
    int count = 0;
    for (; *f && n < sizeof line - 400; f++) {
        if (*f != '%' || f[1] == '%') {
            line[n++] = *f;
            f += *f == '%';
            continue;
        }
        char spec[40];
        size_t len = 1 + strspn(f + 1, "-+ #0123456789.hlLqjzt");
        snprintf(spec, sizeof spec, "%.*s", (int)len + 1, f);
        char conv = f[len];
        bool wide = strstr(spec, "ll") || strchr(spec, 'l') || strchr(spec, 'z') || strchr(spec, 'j') || strchr("pseEfFgGaA", conv);
        if (wide) args = (args + 7) / 8 * 8;
        uint64_t v = 0;
        char *at = memory(t, NULL, GENERIC, args, wide ? 8 : 4);
        if (at) memcpy(&v, at, wide ? 8 : 4);
        args += wide ? 8 : 4;
        if (strchr("eEfFgGaA", conv)) n += (size_t)snprintf(line + n, sizeof line - n, spec, as_double(v, T_F64));
        else if (conv == 's') n += (size_t)snprintf(line + n, sizeof line - n, spec, device_string(t, v));
        else if (wide) n += (size_t)snprintf(line + n, sizeof line - n, spec, v);
        else n += (size_t)snprintf(line + n, sizeof line - n, spec, (uint32_t)v);
        count++;
        f += len;
    }
    print(line, n);
    return count;
}

static void assertion(struct thread *t, const uint64_t *p) {
    size_t n = strlen(out.assertions);
    pthread_mutex_lock(&out.lock);
    snprintf(out.assertions + n, sizeof out.assertions - n,
             "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", device_string(t, p[1]), (unsigned)p[2],
             device_string(t, p[3]), t->block->id[0], t->block->id[1], t->block->id[2], t->tid[0], t->tid[1], t->tid[2],
             device_string(t, p[0]));
    pthread_mutex_unlock(&out.lock);
    fault = ASSERTED;
}

// ---- calls --------------------------------------------------------------------------------------------------------------------

static void enter(struct thread *t, struct ptx_function *f, const struct ins *call) {
    struct frame *frame = calloc(1, sizeof *frame);
    *frame = (struct frame){.f = f, .up = t->frame, .call = call};
    frame->regs = calloc((size_t)f->nregs + 1, sizeof *frame->regs);
    frame->params = calloc(1, f->param_bytes + 16);
    t->local_used = (t->local_used + 15) / 16 * 16;
    frame->local = t->local_used;
    t->local_used += f->local_bytes;
    if (t->local_used > LOCAL_SIZE) fault = FAILED;
    t->frame = frame;
}

static void leave(struct thread *t) {
    struct frame *frame = t->frame;
    t->frame = frame->up;
    t->local_used = frame->local;
    if (frame->up && frame->call && frame->f->nret && frame->call->o[0].kind == O_VEC)
        memcpy(frame->up->params + frame->call->o[0].vec[0], frame->params + frame->f->vars[0].at, frame->f->vars[0].size);
    free(frame->regs), free(frame->params), free(frame);
    if (!t->frame) t->stop = ENDED;
}

static int call_offset(const struct operand *list, int i) { return i < 4 ? list->vec[i] : (unsigned char)list->name[i - 4]; }

static void call(struct thread *t, const struct ins *in) {
    const struct operand *ret = NULL, *args = NULL;
    struct ptx_function *f = in->callee;
    for (int i = 0; i < in->n; i++) {
        if (in->o[i].kind != O_VEC) {
            if (!f && in->o[i].kind == O_REG) f = (struct ptx_function *)value(t, &in->o[i]);
        } else if (!f && !in->callee) ret = &in->o[i];
        else if (in->o[0].kind == O_VEC && i == 0) ret = &in->o[i];
        else args = &in->o[i];
    }
    if (!f) {
        fault = ILLEGAL_INSTRUCTION;
        return;
    }
    uint64_t p[8] = {0};
    for (int i = 0; args && i < args->n && i < 8; i++) memcpy(&p[i], t->frame->params + call_offset(args, i), 8);
    int64_t result = 0;
    if (f->has_body) {
        struct frame *up = t->frame;
        enter(t, f, in);
        for (int i = 0; args && i < f->nparams && i < args->n; i++) {
            struct variable *v = &f->vars[f->nret + i];
            memcpy(t->frame->params + v->at, up->params + call_offset(args, i), v->size);
        }
        return;
    }
    if (!strcmp(f->name, "vprintf")) result = device_printf(t, p[0], p[1]);
    else if (!strcmp(f->name, "__assertfail")) assertion(t, p);
    else if (!strcmp(f->name, "malloc")) result = (int64_t)ptx_allocate(p[0]);
    else if (!strcmp(f->name, "free")) result = 0;
    else fault = ILLEGAL_INSTRUCTION;
    if (ret && ret->n) memcpy(t->frame->params + ret->vec[0], &result, f->nret ? f->vars[0].size : 4);
}

// ---- one instruction ------------------------------------------------------------------------------------------------------------

static void move_vector(struct thread *t, const struct ins *in) { // mov.b64 {a, b}, c and back
    int half = types[in->type].size / (in->o[0].kind == O_VEC ? in->o[0].n : in->o[1].n) * 8;
    uint64_t mask = half >= 64 ? ~0ull : (1ull << half) - 1, v = 0;
    if (in->o[0].kind == O_VEC) {
        v = value(t, &in->o[1]);
        for (int i = 0; i < in->o[0].n; i++)
            if (in->o[0].vec[i] >= 0) t->frame->regs[in->o[0].vec[i]] = v >> (half * i) & mask;
    } else {
        for (int i = in->o[1].n - 1; i >= 0; i--) v = v << half | (t->frame->regs[in->o[1].vec[i]] & mask);
        set(t, &in->o[0], v);
    }
}

static uint64_t address_of(struct thread *t, const struct operand *o) {
    if (o->reg >= 0) return t->frame->regs[o->reg] + o->imm;
    bool local = o->name[0] && !o->param && find_var(t->frame->f->vars, t->frame->f->nvars, o->name);
    return o->imm + (local ? t->frame->local : 0);
}

static void load_store(struct thread *t, const struct ins *in, bool load) {
    const struct operand *mem = &in->o[load ? 1 : 0], *reg = &in->o[load ? 0 : 1];
    int n = reg->kind == O_VEC ? reg->n : 1;
    size_t each = (size_t)types[in->type].size;
    uint64_t at = address_of(t, mem);
    char *p = memory(t, in, space_of(in), at, each * (size_t)n);
    for (int i = 0; p && i < n; i++) {
        uint64_t v = 0;
        if (load) {
            memcpy(&v, p + each * (size_t)i, each);
            v = trim(v, in->type);
            if (reg->kind != O_VEC) set(t, reg, v);
            else if (reg->vec[i] >= 0) t->frame->regs[reg->vec[i]] = v;
        } else {
            v = reg->kind == O_VEC ? t->frame->regs[reg->vec[i]] : value(t, reg);
            memcpy(p + each * (size_t)i, &v, each);
        }
    }
}

static void atomic(struct thread *t, const struct ins *in, bool returns) {
    const struct operand *mem = &in->o[returns ? 1 : 0], *a = mem + 1, *b = mem + 2;
    size_t each = (size_t)types[in->type].size;
    char *p = memory(t, in, space_of(in), address_of(t, mem), each);
    if (!p) return;
    uint64_t old = 0, v = trim(value(t, a), in->type), next;
    memcpy(&old, p, each);
    old = trim(old, in->type);
    double d;
    if (has(in, "exch")) next = v;
    else if (has(in, "cas")) next = old == v ? value(t, b) : old;
    else if (has(in, "inc")) next = old >= v ? 0 : old + 1;
    else if (has(in, "dec")) next = old == 0 || old > v ? v : old - 1;
    else if (is_float(in->type) && float_op("add", in, as_double(old, in->type), as_double(v, in->type), 0, &d))
        next = from_double(d, in->type);
    else {
        next = v;
        for (int i = 0; i < in->nmods; i++)
            if (integer_op(in->mods[i], in, old, v, 0, &next)) break;
    }
    memcpy(p, &next, each);
    if (returns) set(t, &in->o[0], old);
}

static void setp(struct thread *t, const struct ins *in) {
    uint64_t a = trim(value(t, &in->o[1]), in->type), b = trim(value(t, &in->o[2]), in->type);
    bool r = compare(in->mods[0], in->type, a, b);
    if (in->n > 3) {
        bool c = value(t, &in->o[3]) & 1;
        r = has(in, "and") ? r && c : has(in, "or") ? r || c : r != c;
    }
    set(t, &in->o[0], r);
    if (in->o[0].second >= 0) t->frame->regs[in->o[0].second] = !r;
}

static void other(struct thread *t, const struct ins *in) {
    uint64_t a = in->n > 1 ? trim(value(t, &in->o[1]), in->type) : 0, b = in->n > 2 ? value(t, &in->o[2]) : 0;
    uint64_t c = in->n > 3 ? value(t, &in->o[3]) : 0, r = 0;
    const char *op = in->op;
    if (!strcmp(op, "mov")) {
        if (in->o[0].kind == O_VEC || in->o[1].kind == O_VEC) move_vector(t, in);
        else set(t, &in->o[0], value(t, &in->o[1]));
        return;
    }
    if (!strcmp(op, "cvta")) {
        uint64_t base = has(in, "shared") ? SHARED_BASE : has(in, "local") ? LOCAL_BASE : 0;
        set(t, &in->o[0], has(in, "to") ? a - base : a + base);
        return;
    }
    if (!strcmp(op, "cvt")) r = convert(in, in->type, in->type2 ? in->type2 : in->type, value(t, &in->o[1]));
    else if (!strcmp(op, "selp")) r = c & 1 ? value(t, &in->o[1]) : b;
    else if (!strcmp(op, "testp")) {
        double d = as_double(a, in->type);
        r = has(in, "notanumber") ? isnan(d) : has(in, "infinite") ? isinf(d) : isfinite(d) != 0;
    } else if (!strcmp(op, "prmt")) {
        uint64_t both = (a & 0xffffffff) | b << 32;
        for (int i = 0; i < 4; i++) r |= (both >> ((c >> (4 * i) & 7) * 8) & 255) << (8 * i);
    } else if (!strcmp(op, "shf")) {
        uint64_t both = (a & 0xffffffff) | b << 32;
        unsigned n = has(in, "wrap") ? c & 31 : c > 32 ? 32 : (unsigned)c;
        r = has(in, "l") ? (n ? both << n >> 32 : both >> 32) : both >> n;
    } else if (!strcmp(op, "lop3")) {
        uint64_t d = trim(c, T_B32), lut = value(t, &in->o[4]);
        for (int i = 0; i < 32; i++) r |= (lut >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (d >> i & 1)) & 1) << i;
    } else if (!strcmp(op, "activemask")) {
        for (unsigned i = 0; i < t->block->n; i++)
            if (i / 32 == t->linear / 32 && t->block->threads[i].stop != ENDED) r |= 1u << (i % 32);
    } else if (is_float(in->type)) {
        double d;
        if (!float_op(op, in, as_double(a, in->type), as_double(b, in->type), as_double(c, in->type), &d)) fault = ILLEGAL_INSTRUCTION;
        r = from_double(d, in->type);
    } else {
        bool shift = !strcmp(op, "shl") || !strcmp(op, "shr") || !strcmp(op, "bfe");
        if (!shift) b = trim(b, in->type), c = !has(in, "wide") ? trim(c, in->type) : c;
        if (!integer_op(op, in, a, b, c, &r)) {
            fault = ILLEGAL_INSTRUCTION;
            return;
        }
        if (has(in, "wide")) {
            set(t, &in->o[0], r);
            return;
        }
        r = trim(r, in->type);
    }
    set(t, &in->o[0], is_float(in->type) || in->type == T_NONE ? r : types[in->type].size >= 8 ? r
                      : r & ((1ull << (types[in->type].size * 8)) - 1));
}

static void step(struct thread *t) {
    struct frame *frame = t->frame;
    if (frame->pc >= frame->f->n) {
        leave(t);
        return;
    }
    const struct ins *in = &frame->f->code[frame->pc++];
    if (in->pred >= 0 && (frame->regs[in->pred] & 1) == in->pred_negated) return;
    const char *op = in->op;
    if (!strcmp(op, "bra")) frame->pc = (int)value(t, &in->o[0]);
    else if (!strcmp(op, "ret")) leave(t);
    else if (!strcmp(op, "exit")) while (t->frame) leave(t);
    else if (!strcmp(op, "ld") || !strcmp(op, "ldu")) load_store(t, in, true);
    else if (!strcmp(op, "st")) load_store(t, in, false);
    else if (!strcmp(op, "setp")) setp(t, in);
    else if (!strcmp(op, "atom")) atomic(t, in, true);
    else if (!strcmp(op, "red")) atomic(t, in, false);
    else if (!strcmp(op, "call")) call(t, in);
    else if (!strcmp(op, "trap") || !strcmp(op, "brkpt")) fault = FAILED;
    else if (!strcmp(op, "membar") || !strcmp(op, "fence") || !strcmp(op, "nanosleep")) return;
    else if (!strcmp(op, "bar") || !strcmp(op, "barrier")) t->stop = has(in, "warp") ? AT_WARP : AT_BARRIER;
    else if (!strcmp(op, "shfl") || !strcmp(op, "vote") || !strcmp(op, "redux") || !strcmp(op, "match")) t->stop = AT_WARP;
    else other(t, in);
}

// ---- barriers and warps ------------------------------------------------------------------------------------------------------------

static const struct ins *waiting_at(const struct thread *t) { return &t->frame->f->code[t->frame->pc - 1]; }

static void warp_lane(struct thread *warp, unsigned lane, uint64_t lanes, const uint64_t *given, const struct ins *in, uint64_t *r,
                      bool *valid) {
    struct thread *t = &warp[lane];
    *r = 0;
    *valid = true;
    if (!strcmp(in->op, "shfl")) {
        unsigned b = (unsigned)value(t, &in->o[2]), c = (unsigned)value(t, &in->o[3]), seg = c >> 8 & 31, clamp = c & 31;
        unsigned max = (lane & seg) | (clamp & ~seg), min = lane & seg, from;
        if (has(in, "up")) from = lane - (b & 31), *valid = (int)from >= (int)max;
        else if (has(in, "down")) from = lane + (b & 31), *valid = from <= max;
        else if (has(in, "bfly")) from = lane ^ (b & 31), *valid = from <= max;
        else from = min | (b & 31 & ~seg), *valid = from <= max;
        if (!*valid || !(lanes >> from & 1)) from = lane;
        *r = given[from];
        return;
    }
    bool first = true;
    for (unsigned i = 0; i < 32; i++) {
        if (!(lanes >> i & 1)) continue;
        uint64_t v = trim(given[i], in->type);
        if (has(in, "ballot")) *r |= (given[i] & 1) << i;
        else if (has(in, "any")) *r = (first ? 0 : *r) | (!strcmp(in->op, "match") ? (uint64_t)(given[i] == given[lane]) << i : given[i] & 1);
        else if (has(in, "all")) *r = (first ? 1 : *r) & given[i];
        else if (has(in, "uni")) *r = (first ? 1 : *r) & (given[i] == given[lane]);
        else if (first) *r = v;
        else
            for (int k = 0; k < in->nmods; k++)
                if (strcmp(in->mods[k], "sync") && integer_op(in->mods[k], in, *r, v, 0, r)) break;
        first = false;
    }
}

// All live lanes of a warp that wait at one instruction go on together. true: some did.
static bool settle_warp(struct thread *warp, unsigned n) {
    bool any = false;
    for (unsigned first = 0; first < n; first++) {
        if (warp[first].stop != AT_WARP) continue;
        const struct ins *in = waiting_at(&warp[first]);
        uint64_t lanes = 0, given[32] = {0}, results[32];
        bool valid[32], sync_only = !strcmp(in->op, "bar") || !strcmp(in->op, "barrier");
        uint64_t mask = value(&warp[first], &in->o[in->n - 1]);
        for (unsigned i = 0; i < n; i++) {
            bool here = warp[i].stop == AT_WARP && waiting_at(&warp[i]) == in;
            if (!here && (mask >> i & 1) && warp[i].stop == RUNNING) return any;
            if (here) lanes |= 1ull << i;
            if (here && !sync_only) given[i] = value(&warp[i], &in->o[1]);
        }
        for (unsigned i = 0; i < n && !sync_only; i++)
            if (lanes >> i & 1) warp_lane(warp, i, lanes, given, in, &results[i], &valid[i]);
        for (unsigned i = 0; i < n; i++) {
            if (!(lanes >> i & 1)) continue;
            warp[i].stop = RUNNING;
            if (sync_only) continue;
            set(&warp[i], &in->o[0], results[i]);
            if (in->o[0].second >= 0) warp[i].frame->regs[in->o[0].second] = valid[i];
        }
        any = true;
    }
    return any;
}

static void settle_barrier(struct block *b) {
    unsigned at = 0, ended = 0;
    uint64_t votes = 0, all = 1;
    for (unsigned i = 0; i < b->n; i++) {
        struct thread *t = &b->threads[i];
        at += t->stop == AT_BARRIER;
        ended += t->stop == ENDED;
        if (t->stop != AT_BARRIER || !has(waiting_at(t), "red")) continue;
        const struct ins *in = waiting_at(t);
        uint64_t vote = value(t, &in->o[in->n - 1]) & 1;
        votes += vote;
        all &= vote;
    }
    if (!at || at + ended < b->n) return;
    for (unsigned i = 0; i < b->n; i++) {
        struct thread *t = &b->threads[i];
        if (t->stop != AT_BARRIER) continue;
        const struct ins *in = waiting_at(t);
        if (has(in, "red")) set(t, &in->o[0], has(in, "popc") ? votes : has(in, "and") ? all : votes > 0);
        t->stop = RUNNING;
    }
}

static void make_block(struct block *b, const struct ptx_launch *l, uint64_t linear) {
    *b = (struct block){.launch = l, .n = l->block[0] * l->block[1] * l->block[2]};
    b->id[0] = (unsigned)(linear % l->grid[0]);
    b->id[1] = (unsigned)(linear / l->grid[0] % l->grid[1]);
    b->id[2] = (unsigned)(linear / l->grid[0] / l->grid[1]);
    b->shared = calloc(1, SHARED_MAX);
    b->threads = calloc(b->n, sizeof *b->threads);
    for (unsigned i = 0; i < b->n; i++) {
        struct thread *t = &b->threads[i];
        t->block = b;
        t->linear = i;
        t->tid[0] = i % l->block[0];
        t->tid[1] = i / l->block[0] % l->block[1];
        t->tid[2] = i / l->block[0] / l->block[1];
        t->local = calloc(1, LOCAL_SIZE);
        enter(t, l->f, NULL);
        memcpy(t->frame->params, l->params, l->f->param_bytes);
    }
}

static void drop_block(struct block *b) {
    for (unsigned i = 0; i < b->n; i++) {
        while (b->threads[i].frame) leave(&b->threads[i]);
        free(b->threads[i].local);
    }
    free(b->threads), free(b->shared);
}

static void run_blocks(struct block *blocks, uint64_t n) {
    for (bool live = true; live && !fault;) {
        live = false;
        for (uint64_t k = 0; k < n; k++) {
            struct block *b = &blocks[k];
            for (unsigned i = 0; i < b->n; i++) {
                struct thread *t = &b->threads[i];
                for (int budget = 20000; budget && t->stop == RUNNING && !fault; budget--) step(t);
                live = live || t->stop != ENDED;
            }
            for (unsigned i = 0; i < b->n && !fault; i += 32) settle_warp(&b->threads[i], b->n - i < 32 ? b->n - i : 32);
            if (!fault) settle_barrier(b);
        }
    }
}

void ptx_prepare(struct ptx_launch *l, struct ptx_function *f, const unsigned *grid, const unsigned *block, unsigned shared,
                 void **params, bool cooperative) {
    *l = (struct ptx_launch){.f = f, .shared = shared, .cooperative = cooperative};
    memcpy(l->grid, grid, sizeof l->grid);
    memcpy(l->block, block, sizeof l->block);
    l->params = calloc(1, f->param_bytes + 16);
    for (int i = 0; i < f->nparams; i++) memcpy(l->params + f->vars[i].at, params[i], f->vars[i].size);
}

void ptx_launch_finish(struct ptx_launch *l) { free(l->params); }

int ptx_run(struct ptx_launch *l) {
    uint64_t total = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2], at_once = l->cooperative ? total : 1;
    struct block *blocks = calloc(at_once, sizeof *blocks);
    fault = 0;
    for (uint64_t from = 0; from < total && !fault; from += at_once) {
        for (uint64_t i = 0; i < at_once; i++) make_block(&blocks[i], l, from + i);
        run_blocks(blocks, at_once);
        int kept = fault; // leaving frames is not running
        for (uint64_t i = 0; i < at_once; i++) drop_block(&blocks[i]);
        fault = kept;
    }
    free(blocks);
    return fault;
}
