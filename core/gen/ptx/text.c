// Inline PTX in kernels on the CPU: `asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : ...)`.
//
// The text is a list of instructions, so each register is the value that it has now: a name's bits
// (i1 for predicates, else i16, i32, i64), read as the type that the instruction names. A guard
// `@p` makes a select of the old value and the new, before accesses to memory a branch. At labels
// and jumps the registers go to memory, and come back in the block that follows. What comes out is
// plain LLVM code, of which vectors are made as of any other. Each instruction is a row of
// instructions.def; what has no row is an error by name. On GPUs the text goes to the assembler as
// it is.
//
// Example: ".reg .u32 t; add.u32 t, %1, 1; mul.lo.u32 %0, t, t;" is an add and a mul.
#include "gen/ptx/ptx.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ptx_fail(struct asm_text *t, const char *why, const char *what) {
    if (!t->failed) {
        struct hd_diags *diags = t->g->job->diags;
        struct hd_diag *d = hd_error(diags, (struct hd_range){t->f->loc, t->f->loc},
                                     "inline PTX on the CPU: %s `%s`", why, what);
        hd_help(diags, d, "write it in CUDA C++, or guard it; on a GPU it is passed on as it is");
    }
    t->failed = true;
    return false;
}

static const struct {
    const char *name;
    void (*emit)(struct asm_text *t);
} instructions[] = {
#define HD_PTX(name, emit) {#name, emit},
#include "gen/ptx/instructions.def"
#undef HD_PTX
};

// ---- reading ------------------------------------------------------------------------------------

static int register_of(struct asm_text *t, const char *name, size_t len) {
    for (int i = 0; i < t->nregisters; i++)
        if (strlen(t->registers[i].name) == len && !memcmp(t->registers[i].name, name, len))
            return i;
    return -1;
}

static int register_new(struct asm_text *t, const char *name, size_t len, unsigned width) {
    if (t->nregisters == MOST_REGISTERS || len >= NAME) {
        ptx_fail(t, "too many registers, or too long a name:", name);
        return 0;
    }
    int i = t->nregisters++;
    memcpy(t->registers[i].name, name, len);
    t->registers[i].name[len] = 0;
    t->registers[i].width = width;
    return i;
}

// %clusterid.x, %nclusterid.x, %cluster_ctaid.x, %cluster_nctaid.x, %cluster_ctarank,
// %cluster_nctarank
static LLVMValueRef cluster_register(struct asm_text *t, const char *name) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef within[3], size[3], number[3],
        count[3]; // a block in its cluster, the cluster in the grid
    for (int i = 0; i < 3; i++) {
        struct val dim = val_scalar(const_i32(t->g, i), hd_ty.int_);
        size[i] = ptx_runtime(t, "hd_rt_cluster_dim", hd_ty.uint_, &dim, 1);
        LLVMValueRef block = ptx_register(t->f, 1, i), blocks = ptx_register(t->f, 3, i);
        within[i] = LLVMBuildURem(b, block, size[i], "");
        number[i] = LLVMBuildUDiv(b, block, size[i], "");
        count[i] = LLVMBuildUDiv(b, blocks, size[i], "");
    }
    const char *dot = strchr(name, '.');
    int i = dot ? dot[1] - 'x' : 0;
    if (dot && i >= 0 && i < 3) {
        if (!strncmp(name, "cluster_ctaid.", 14)) return within[i];
        if (!strncmp(name, "cluster_nctaid.", 15)) return size[i];
        if (!strncmp(name, "clusterid.", 10)) return number[i];
        if (!strncmp(name, "nclusterid.", 11)) return count[i];
    }
    LLVMValueRef plane = LLVMBuildMul(b, size[0], size[1], "");
    if (!strcmp(name, "cluster_nctarank")) return LLVMBuildMul(b, plane, size[2], "");
    if (!strcmp(name, "cluster_ctarank")) {
        LLVMValueRef rank = LLVMBuildAdd(b, within[0], LLVMBuildMul(b, within[1], size[0], ""), "");
        return LLVMBuildAdd(b, rank, LLVMBuildMul(b, within[2], plane, ""), "");
    }
    ptx_fail(t, "there is no special register", name);
    return const_i32(t->g, 0);
}

static LLVMValueRef special(struct asm_text *t, const char *name) {
    struct gen *g = t->g;
    struct fn *f = t->f;
    static const char *const vectors[] = {"tid", "ctaid", "ntid", "nctaid"};
    const char *dot = strchr(name, '.');
    for (int i = 0; dot && i < HD_COUNT(vectors); i++) {
        size_t n = strlen(vectors[i]);
        if ((size_t)(dot - name) != n || memcmp(name, vectors[i], n)) continue;
        return ptx_register(f, i, dot[1] - 'x');
    }
    LLVMValueRef linear = context_load(f, g->i32, f->thread, HD_THREAD_LINEAR, false);
    LLVMValueRef lane = LLVMBuildAnd(f->b, linear, const_i32(g, 31), "");
    LLVMValueRef bit = LLVMBuildShl(f->b, const_i32(g, 1), lane, "");
    LLVMValueRef below = LLVMBuildSub(f->b, bit, const_i32(g, 1), "");
    struct val none = {0};
    if (!strcmp(name, "laneid")) return lane;
    if (!strcmp(name, "warpid")) return LLVMBuildLShr(f->b, linear, const_i32(g, 5), "");
    if (!strcmp(name, "lanemask_eq")) return bit;
    if (!strcmp(name, "lanemask_lt")) return below;
    if (!strcmp(name, "lanemask_le")) return LLVMBuildOr(f->b, below, bit, "");
    if (!strcmp(name, "lanemask_ge")) return LLVMBuildNot(f->b, below, "");
    if (!strcmp(name, "lanemask_gt"))
        return LLVMBuildNot(f->b, LLVMBuildOr(f->b, below, bit, ""), "");
    if (strstr(name, "cluster")) return cluster_register(t, name);
    if (!strcmp(name, "nsmid")) return const_i32(g, 1);
    if (!strcmp(name, "smid") || !strcmp(name, "gridid")) return const_i32(g, 0);
    if (!strcmp(name, "clock64") || !strcmp(name, "clock") || !strcmp(name, "clock_hi")) {
        LLVMValueRef v =
            extern_call(f, "hd_rt_clock", HD_REF_RUNTIME, hd_ty.long_, &none, 0, 0, false, NULL).v;
        return strcmp(name, "clock_hi") ? v : LLVMBuildLShr(f->b, v, const_i64(g, 32), "");
    }
    if (!strncmp(name, "globaltimer", 11)) {
        LLVMValueRef v = extern_call(f, "hd_rt_globaltimer", HD_REF_RUNTIME, hd_ty.long_, &none, 0,
                                     0, false, NULL)
                             .v;
        return strcmp(name, "globaltimer_hi") ? v : LLVMBuildLShr(f->b, v, const_i64(g, 32), "");
    }
    ptx_fail(t, "there is no special register", name);
    return const_i32(g, 0);
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// A number. Decimal fractions are doubles; 0f and 0d give a float's bits.
static const char *number(struct asm_text *t, const char *s, struct operand *o) {
    char *end;
    o->kind = OP_VALUE;
    if (s[0] == '0' && (s[1] == 'f' || s[1] == 'F')) {
        o->value = const_i32(t->g, (int64_t)strtoul(s + 2, &end, 16));
    } else if (s[0] == '0' && (s[1] == 'd' || s[1] == 'D')) {
        o->value = const_i64(t->g, (int64_t)strtoull(s + 2, &end, 16));
    } else {
        long long v = strtoll(s, &end, 0);
        if (*end == '.' || *end == 'e') {
            double d = strtod(s, &end);
            float single = (float)d;
            uint32_t word32;
            uint64_t word64;
            memcpy(&word32, &single, 4);
            memcpy(&word64, &d, 8);
            o->value = ptx_width_of(t->type) == 64 ? const_i64(t->g, (int64_t)word64)
                                                   : const_i32(t->g, (int64_t)word32);
        } else {
            if (v > INT32_MAX && *end == 0) v = (long long)strtoull(s, &end, 0);
            o->value = const_i64(t->g, v);
        }
    }
    while (*end == 'U' || *end == 'u' || *end == 'L') end++;
    return end;
}

// A register, an operand of the statement, or a special register; *reg -1 and *value otherwise.
static const char *name_at(struct asm_text *t, const char *s, int *reg, LLVMValueRef *value) {
    *reg = -1;
    *value = NULL;
    const char *from = s;
    bool percent = *s == '%';
    if (percent && s[1] == '%') from = ++s;
    if (percent && (isdigit((unsigned char)s[1]) || s[1] == '[') && s == from) {
        char *end;
        int index = -1;
        if (s[1] == '[') {
            const char *close = strchr(s, ']');
            size_t len = close ? (size_t)(close - s - 2) : 0;
            for (int i = 0; close && i < t->a->noutputs + t->a->ninputs; i++)
                if (t->a->names[i] && strlen(t->a->names[i]) == len &&
                    !memcmp(t->a->names[i], s + 2, len))
                    index = i;
            end = (char *)(uintptr_t)(close ? close + 1 : s + 1);
        } else {
            index = (int)strtol(s + 1, &end, 10);
        }
        if (index < 0 || index >= t->a->noutputs + t->a->ninputs) {
            ptx_fail(t, "there is no operand", s);
            index = 0;
        }
        *reg = index;
        return end;
    }
    if (*s == '%') s++;
    const char *start = s;
    while (is_word(*s)) s++;
    if (percent && *s == '.') { // %tid.x
        s++;
        while (is_word(*s)) s++;
    }
    char text[NAME];
    size_t len = (size_t)(s - start) < NAME - 1 ? (size_t)(s - start) : NAME - 1;
    memcpy(text, start, len);
    text[len] = 0;
    int known = register_of(t, text, len);
    if (known < 0 && percent) { // local registers may be written with a percent sign, too
        *value = special(t, text);
        return s;
    }
    if (known < 0 && !strcmp(text, "WARP_SZ")) {
        *value = const_i32(t->g, 32);
        return s;
    }
    if (known < 0) ptx_fail(t, "there is no register", *text ? text : from);
    *reg = known < 0 ? 0 : known;
    return s > start ? s : start + 1;
}

static const char *blanks(const char *s) {
    while (isspace((unsigned char)*s)) s++;
    return s;
}

static const char *operand_at(struct asm_text *t, const char *s, struct operand *o) {
    *o = (struct operand){.second = -1};
    s = blanks(s);
    if (*s == '!') {
        o->negated = true;
        s = blanks(s + 1);
    }
    if (*s == '_' && !is_word(s[1])) {
        o->kind = OP_SINK;
        return s + 1;
    }
    if (*s == '{' || *s == '[') {
        char close = *s == '{' ? '}' : ']';
        o->kind = *s == '{' ? OP_VECTOR : OP_ADDRESS;
        s = blanks(s + 1);
        while (*s && *s != close && !t->failed) {
            int reg;
            LLVMValueRef value;
            if (o->kind == OP_ADDRESS && (*s == '+' || *s == '-' || isdigit((unsigned char)*s))) {
                char *end;
                const char *digits = *s == '+' ? blanks(s + 1) : s;
                o->offset += strtoll(digits, &end, 0);
                s = end > digits ? end : digits + 1;
            } else if (*s == '_' && !is_word(s[1])) {
                o->parts[o->nparts++] = -1;
                s++;
            } else {
                s = name_at(t, s, &reg, &value);
                if (value) {
                    reg = register_new(t, "", 0, LLVMGetIntTypeWidth(LLVMTypeOf(value)));
                    t->registers[reg].v = value;
                }
                if (o->kind == OP_VECTOR && o->nparts < 8) o->parts[o->nparts++] = reg;
                if (o->kind == OP_ADDRESS) o->reg = reg;
            }
            s = blanks(s);
            if (*s == ',') s = blanks(s + 1);
        }
        return *s ? s + 1 : s;
    }
    if (isdigit((unsigned char)*s) || (*s == '-' && isdigit((unsigned char)s[1])))
        return number(t, s, o);
    s = name_at(t, s, &o->reg, &o->value);
    o->kind = o->value ? OP_VALUE : OP_REGISTER;
    s = blanks(s);
    if (*s == '|') {
        LLVMValueRef none;
        s = blanks(s + 1);
        if (*s == '_' && !is_word(s[1]))
            s++;
        else
            s = name_at(t, s, &o->second, &none);
    }
    return s;
}

// .reg .b32 a, b<3>;
static void declare(struct asm_text *t, const char *s) {
    s = blanks(s + 4);
    char type[NAME] = "";
    while (*s == '.') {
        size_t n = 0;
        for (s++; is_word(*s); s++)
            if (n < NAME - 1) type[n++] = *s;
        type[n] = 0;
        s = blanks(s);
    }
    if (!ptx_is_type(type)) {
        ptx_fail(t, "there is no type", type);
        return;
    }
    while (*s && !t->failed) {
        while (*s == ',' || *s == '%' || isspace((unsigned char)*s)) s++;
        const char *from = s;
        while (is_word(*s)) s++;
        size_t len = (size_t)(s - from);
        if (!len) break;
        if (*s == '<') {
            int count = atoi(s + 1);
            for (int i = 0; i < count && !t->failed; i++) {
                char name[NAME];
                int n = snprintf(name, sizeof name, "%.*s%d", (int)len, from, i);
                register_new(t, name, (size_t)n, ptx_width_of(type));
            }
            while (*s && *s != '>') s++;
            if (*s) s++;
        } else {
            register_new(t, from, len, ptx_width_of(type));
        }
        s = blanks(s);
    }
}

// What must not happen where the guard is false.
static bool touches_memory(const char *name) {
    static const char *const names[] = {"ld", "ldu", "st", "atom", "red", "cp", "trap"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

// The instruction behind a branch: registers that it sets have their old values where it was not
// done.
static void guarded(struct asm_text *t, void (*emit)(struct asm_text *t)) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef old[MOST_REGISTERS], guard = t->guard;
    for (int i = 0; i < t->nregisters; i++) old[i] = t->registers[i].v;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b), then = new_block(t->f, "asm.guarded"),
                      after = new_block(t->f, "asm.after");
    LLVMBuildCondBr(b, guard, then, after);
    LLVMPositionBuilderAtEnd(b, then);
    t->guard = NULL;
    emit(t);
    LLVMBasicBlockRef end = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, after);
    for (int i = 0; i < t->nregisters; i++) {
        LLVMValueRef v = t->registers[i].v;
        if (v == old[i]) continue;
        LLVMTypeRef type = LLVMTypeOf(v);
        LLVMValueRef from[2] = {v, old[i] ? old[i] : LLVMConstNull(type)};
        LLVMValueRef phi = LLVMBuildPhi(b, type, "");
        LLVMAddIncoming(phi, from, (LLVMBasicBlockRef[]){end, before}, 2);
        t->registers[i].v = phi;
    }
}

// ---- labels and jumps ---------------------------------------------------------------------------

static LLVMBasicBlockRef label(struct asm_text *t, const char *name, size_t len, bool place) {
    int i = 0;
    while (i < t->nlabels &&
           (strlen(t->labels[i].name) != len || memcmp(t->labels[i].name, name, len) != 0))
        i++;
    if (i == MOST_LABELS || len >= NAME || len == 0) {
        ptx_fail(t, "too many or too long labels:", name);
        return t->labels[0].block;
    }
    if (i == t->nlabels) {
        memcpy(t->labels[i].name, name, len);
        t->labels[i].block = new_block(t->f, "asm.label");
        t->nlabels++;
    }
    if (place && t->labels[i].placed) ptx_fail(t, "a label stands twice:", name);
    t->labels[i].placed |= place;
    return t->labels[i].block;
}

static void keep_registers(struct asm_text *t) {
    for (int i = 0; i < t->nregisters; i++) {
        LLVMTypeRef type = ptx_int_of(t, t->registers[i].width);
        LLVMValueRef v = t->registers[i].v;
        if (!t->registers[i].slot) t->registers[i].slot = temp(t->f, type, 8);
        if (v)
            LLVMBuildStore(t->f->b, ptx_sized(t, v, t->registers[i].width, false),
                           t->registers[i].slot);
    }
}

static void enter(struct asm_text *t, LLVMBasicBlockRef block) {
    LLVMPositionBuilderAtEnd(t->f->b, block);
    for (int i = 0; i < t->nregisters; i++)
        if (t->registers[i].slot)
            t->registers[i].v = LLVMBuildLoad2(t->f->b, ptx_int_of(t, t->registers[i].width),
                                               t->registers[i].slot, "");
}

// bra{.uni} L;
static void branch(struct asm_text *t, const char *s) {
    size_t len = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
    LLVMBasicBlockRef to = label(t, s, len, false), next = new_block(t->f, "asm.next");
    keep_registers(t);
    if (t->guard)
        LLVMBuildCondBr(t->f->b, t->guard, to, next);
    else
        LLVMBuildBr(t->f->b, to);
    enter(t, next);
}

static void instruction(struct asm_text *t, char *s) {
    t->guard = NULL;
    t->nparts = t->noperands = 0;
    t->type = "";
    s = (char *)(uintptr_t)blanks(s);
    if (!strncmp(s, ".reg", 4)) {
        declare(t, s);
        return;
    }
    if (*s == '.') {
        if (strncmp(s, ".pragma", 7) && strncmp(s, ".loc", 4)) ptx_fail(t, "not there yet:", s);
        return;
    }
    if (*s == '@') {
        struct operand p;
        s = (char *)(uintptr_t)operand_at(t, s + 1, &p);
        t->operands[0] = p;
        t->noperands = 1;
        if (t->failed) return;
        t->guard = ptx_in(t, 0, "pred");
        t->noperands = 0;
        s = (char *)(uintptr_t)blanks(s);
    }
    size_t len = strcspn(s, " \t\r\n");
    if (!len) return;
    size_t name = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
    if (s[name] == ':') {
        LLVMBasicBlockRef block = label(t, s, name, true);
        if (t->failed) return;
        keep_registers(t);
        LLVMBuildBr(t->f->b, block);
        enter(t, block);
        instruction(t, s + name + 1);
        return;
    }
    if (len >= sizeof t->op || s[0] == '{') {
        ptx_fail(t, "this is no instruction:", s);
        return;
    }
    if (!strncmp(s, "bra", 3) && (len == 3 || !memcmp(s + 3, ".uni", len - 3))) {
        branch(t, blanks(s + len));
        return;
    }
    char *copy = hd_alloc(t->g->arena, sizeof t->op);
    snprintf(copy, sizeof t->op, "%.*s", (int)len, s);
    memcpy(t->op, copy, len + 1);
    for (char *part = strtok(copy, "."); part && t->nparts < MOST_PARTS; part = strtok(NULL, "."))
        t->parts[t->nparts++] = part;
    for (int i = 1; i < t->nparts; i++) {
        char *colons = strstr(t->parts[i], "::"); // L2::128B, shared::cta
        if (colons) *colons = 0;
        if (ptx_is_type(t->parts[i])) t->type = t->parts[i];
    }
    int row = 0;
    while (row < HD_COUNT(instructions) && strcmp(instructions[row].name, t->parts[0])) row++;
    if (row == HD_COUNT(instructions)) {
        ptx_fail(t, "there is no instruction yet of the name", t->op);
        return;
    }
    const char *rest = blanks(s + len);
    while (*rest && t->noperands < MOST_OPERANDS && !t->failed) {
        rest = blanks(operand_at(t, rest, &t->operands[t->noperands++]));
        if (*rest == ',') rest++;
    }
    if (t->failed) return;
    if (t->guard && touches_memory(t->parts[0]))
        guarded(t, instructions[row].emit);
    else
        instructions[row].emit(t);
}

// Takes comments out, and the braces that are a scope of registers.
static char *plain_text(struct asm_text *t) {
    const char *s = t->a->text;
    char *out = hd_alloc(t->g->arena, strlen(s) + 1), *d = out;
    bool start = true; // of a statement
    while (*s) {
        if (s[0] == '/' && s[1] == '/') {
            while (*s && *s != '\n') s++;
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s, "*/");
            s = end ? end + 2 : s + strlen(s);
        } else if (s[0] == '%' && s[1] == '=') { // makes labels of several statements differ
            *d++ = '0';
            s += 2;
        } else if ((*s == '{' && start) || (*s == '}' && start)) {
            s++;
        } else {
            start = *s == ';' || *s == ':' || (start && isspace((unsigned char)*s));
            *d++ = *s++;
        }
    }
    *d = 0;
    return out;
}

void emit_ptx(struct fn *f, const struct hd_stmt *s) {
    struct asm_text *t = hd_xcalloc(1, sizeof *t);
    const struct hd_asm *a = s->assembly;
    int n = a->noutputs + a->ninputs;
    struct place *places = HD_NEW_ARRAY(f->g->arena, struct place, n + 1);
    t->f = f;
    t->g = f->g;
    t->a = a;
    for (int i = 0; i < n && i < MOST_REGISTERS / 2; i++) {
        const struct hd_expr *e = a->operands[i];
        struct hd_type *type = hd_type_unqual(e->type);
        t->registers[i].width = type->size <= 1 ? 8 : (unsigned)type->size * 8;
        t->registers[i].name[0] = 0;
        t->nregisters = i + 1;
        struct val v;
        if (i < a->noutputs) {
            places[i] = emit_place(f, e);
            if (!strchr(a->constraints[i], '+')) continue;
            v = access_load(f, places[i]);
        } else {
            v = emit_expr(f, e);
        }
        t->registers[i].v = bits_of(f, v, t->registers[i].width);
    }
    char *text = plain_text(t), *save = NULL;
    for (char *one = strtok_r(text, ";", &save); one && !t->failed;
         one = strtok_r(NULL, ";", &save))
        instruction(t, one);
    for (int i = 0; i < t->nlabels && !t->failed; i++)
        if (!t->labels[i].placed) ptx_fail(t, "there is no label", t->labels[i].name);
    for (int i = 0; i < a->noutputs && !t->failed; i++)
        if (t->registers[i].v)
            access_store(f, places[i],
                         val_of_bits(f, t->registers[i].v, hd_type_unqual(a->operands[i]->type)));
    free(t);
}
