// Checked code: which elements of local arrays nobody has set, and which members of structures that
// hold arrays.
//
// `float sum[4]; sum[i] += x;` A variable of which code does nothing but read and write numbers and
// pointers in it, by index and by member, has marks beside it: a byte for each stretch as long as
// its smallest number, of which the one where a number begins is 1 until that is written. Where its
// address goes elsewhere (to a function, to another pointer) nothing is known of who sets it, and
// it has none. The optimiser takes the marks of small arrays apart as it does the elements, so that
// most tests are gone.
#include "gen/emit.h"

#define MOST_MARKS 4096
#define FEW_BYTES 32 // of a structure without arrays: check.c

struct array { // a candidate
    const struct hd_sym *sym;
    int uses, direct;   // names of it in the code, of these such as are an element's access
    uint64_t unit, n;   // bytes to a mark, marks
    LLVMValueRef marks; // an alloca, as is what they are for
};

static struct array *find(struct fn *f, const struct hd_sym *sym) {
    return sym ? hd_map_get(&f->arrays, (const char *)sym) : NULL;
}

// The smallest number in it; 0: there is something that is not followed.
static uint64_t unit_of(const struct hd_type *t) {
    if (t->quals & (Q_VOLATILE | Q_ATOMIC)) return 0;
    if (t->kind == HD_TY_ARRAY) return hd_type_is_vla(t) ? 0 : unit_of(t->base);
    if (t->kind != HD_TY_RECORD)
        return ty_is_agg(t) || t->kind == HD_TY_COMPLEX || t->kind == HD_TY_REF ||
                       t->kind == HD_TY_VECTOR || t->size & (t->size - 1)
                   ? 0
                   : t->size;
    const struct hd_record *rec = t->record;
    if (rec->is_union || rec->by_address || rec->is_polymorphic || !rec->nfields) return 0;
    uint64_t least = t->size;
    for (int i = 0; i < rec->nfields; i++) {
        uint64_t unit = rec->fields[i].is_bits ? 0 : unit_of(rec->fields[i].type);
        if (!unit || rec->fields[i].offset % unit) return 0;
        if (unit < least) least = unit;
    }
    return least;
}

static bool holds_array(const struct hd_type *t) {
    if (t->kind != HD_TY_RECORD) return t->kind == HD_TY_ARRAY;
    for (int i = 0; i < t->record->nfields; i++)
        if (holds_array(t->record->fields[i].type)) return true;
    return false;
}

static bool note_array(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct fn *f = user;
    if (!s || s->kind != STM_VAR || s->var_init || s->sym->kind != SYM_VAR ||
        s->sym->storage != ST_LOCAL || !ty_is_agg(s->sym->type))
        return false;
    const struct hd_type *t = s->sym->type;
    uint64_t unit = holds_array(t) || t->size > FEW_BYTES ? unit_of(t) : 0;
    if (!unit || t->size % unit || !t->size || t->size / unit > MOST_MARKS) return false;
    struct array *a = HD_NEW(f->g->arena, struct array);
    *a = (struct array){.sym = s->sym, .unit = unit, .n = t->size / unit};
    hd_map_set(&f->arrays, (const char *)s->sym, a);
    return false;
}

// The variable of which e is a part: a[i], a[i][k], s.a[i].
static const struct hd_sym *part_of(const struct hd_expr *e) {
    for (bool part = false;; part = true) {
        if (e->kind == EX_VAR) return part ? e->sym : NULL;
        if (e->kind == EX_MEMBER && e->a->is_lvalue) {
            e = e->a;
            continue;
        }
        if (e->kind != EX_DEREF) return NULL;
        e = e->a;
        while (e->kind == EX_PTR_ADD) e = e->a;
        if (e->kind != EX_DECAY) return NULL;
        e = e->a;
    }
}

static bool count_uses(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct array *a;
    for (int i = 0; s && s->kind == STM_ASM && i < s->assembly->noutputs + s->assembly->ninputs;
         i++)
        tree_find_expr(s->assembly->operands[i], count_uses, user);
    if (!e) return false;
    if (e->kind == EX_VAR && (a = find(user, e->sym))) a->uses++;
    bool accesses = e->kind == EX_LOAD || e->kind == EX_ASSIGN || e->kind == EX_COMPOUND ||
                    e->kind == EX_INCDEC;
    if (accesses && !ty_is_agg(e->a->type) && (a = find(user, part_of(e->a)))) a->direct++;
    return false;
}

void check_find_arrays(struct fn *f) {
    tree_find(f->func->body, note_array, f);
    if (f->arrays.n) tree_find(f->func->body, count_uses, f);
}

void check_array_declared(struct fn *f, const struct hd_sym *sym, LLVMValueRef memory) {
    struct array *a = find(f, sym);
    if (!a || a->uses != a->direct || !LLVMIsAAllocaInst(memory)) return;
    struct gen *g = f->g;
    LLVMValueRef size = const_i64(g, (int64_t)a->n);
    if (!a->marks) {
        a->marks = temp(f, LLVMArrayType2(g->i8, a->n), 1);
        LLVMBuildMemSet(f->ab, a->marks, LLVMConstInt(g->i8, 0, false), size, 1); // jumped over
        hd_map_set(&f->marks, (const char *)memory, a);
    }
    LLVMBuildMemSet(f->b, a->marks, LLVMConstInt(g->i8, 1, false), size, 1);
}

// The mark of the number at addr, and whether there is such a number. NULL: not of one of these.
static LLVMValueRef mark_at(struct fn *f, LLVMValueRef addr, LLVMValueRef *is) {
    struct gen *g = f->g;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(g->mod);
    LLVMValueRef root = addr, index = const_i64(g, 0);
    if (!f->marks.n) return NULL;
    while (LLVMIsAGetElementPtrInst(root) && LLVMGetNumOperands(root) == 2)
        root = LLVMGetOperand(root, 0);
    const struct array *a = hd_map_get(&f->marks, (const char *)root);
    if (!a) return NULL;
    for (; addr != root; addr = LLVMGetOperand(addr, 0)) {
        uint64_t step = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(addr));
        LLVMValueRef n = LLVMGetOperand(addr, 1);
        if (step % a->unit) // a member
            n = LLVMBuildExactSDiv(f->b, LLVMBuildMul(f->b, n, const_i64(g, (int64_t)step), ""),
                                   const_i64(g, (int64_t)a->unit), "");
        else
            n = LLVMBuildMul(f->b, n, const_i64(g, (int64_t)(step / a->unit)), "");
        index = LLVMBuildAdd(f->b, index, n, "");
    }
    *is = LLVMBuildICmp(f->b, LLVMIntULT, index, const_i64(g, (int64_t)a->n), "");
    index = LLVMBuildSelect(f->b, *is, index, const_i64(g, 0), "");
    return LLVMBuildGEP2(f->b, g->i8, a->marks, &index, 1, "");
}

LLVMValueRef check_array_read(struct fn *f, const struct place *p, uint64_t size) {
    LLVMValueRef is, at = ty_is_agg(p->type) ? NULL : mark_at(f, p->addr, &is);
    if (!at) return NULL;
    LLVMValueRef all = const_i32(f->g, (int32_t)hd_copied_mask(size)), none = const_i32(f->g, 0),
                 mark = raw_load(f, f->g->i8, at, 1),
                 set = LLVMBuildOr(f->b, LLVMBuildIsNull(f->b, mark, ""),
                                   LLVMBuildNot(f->b, is, ""), "");
    return LLVMBuildSelect(f->b, set, none, all, "");
}

void check_array_write(struct fn *f, const struct place *p, LLVMValueRef unset) {
    LLVMValueRef is, at = ty_is_agg(p->type) ? NULL : mark_at(f, p->addr, &is);
    if (!at) return;
    LLVMValueRef mark = LLVMConstInt(f->g->i8, 0, false);
    if (unset)
        mark = LLVMBuildZExt(f->b, LLVMBuildICmp(f->b, LLVMIntNE, unset, const_i32(f->g, 0), ""),
                             f->g->i8, "");
    raw_store(f, mark, at, 1);
}
