// Checked code: which elements of local arrays nobody has set.
//
// `float sum[4]; sum[i] += x;` An array whose elements are numbers or pointers, and of which code
// does nothing but read and write elements by index, has a byte beside it for each element, which
// is 1 until the element is written. Where its address goes elsewhere (to a function, to another
// pointer) nothing is known of who sets it, and it has none. The optimiser takes the bytes of small
// arrays apart as it does the elements, so that most tests are gone.
#include "gen/emit.h"

#define MOST_ELEMENTS 4096

struct array { // a candidate
    const struct hd_sym *sym;
    int uses, direct; // names of it in the code, of these such as are an element's access
    uint64_t elements;
    LLVMValueRef memory, marks; // allocas
};

static struct array *find(struct fn *f, const struct hd_sym *sym) {
    return sym ? hd_map_get(&f->arrays, (const char *)sym) : NULL;
}

static const struct hd_type *element_of(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t;
}

static bool note_array(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct fn *f = user;
    if (!s || s->kind != STM_VAR || s->var_init || s->sym->kind != SYM_VAR ||
        s->sym->storage != ST_LOCAL || s->sym->type->kind != HD_TY_ARRAY ||
        hd_type_is_vla(s->sym->type))
        return false;
    const struct hd_type *t = element_of(s->sym->type);
    if (ty_is_agg(t) || t->kind == HD_TY_COMPLEX || t->kind == HD_TY_VECTOR || !t->size ||
        t->quals & (Q_VOLATILE | Q_ATOMIC))
        return false;
    uint64_t n = s->sym->type->size / t->size;
    if (!n || n > MOST_ELEMENTS) return false;
    struct array *a = HD_NEW(f->g->arena, struct array);
    *a = (struct array){.sym = s->sym, .elements = n};
    hd_map_set(&f->arrays, (const char *)s->sym, a);
    return false;
}

// The array of which e is an element: a[i], a[i][k].
static const struct hd_sym *indexed(const struct hd_expr *e) {
    while (e->kind == EX_DEREF) {
        e = e->a;
        while (e->kind == EX_PTR_ADD) e = e->a;
        if (e->kind != EX_DECAY) return NULL;
        e = e->a;
        if (e->kind == EX_VAR) return e->sym;
    }
    return NULL;
}

static bool count_uses(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct array *a;
    if (!e) return false;
    if (e->kind == EX_VAR && (a = find(user, e->sym))) a->uses++;
    bool accesses = e->kind == EX_LOAD || e->kind == EX_ASSIGN || e->kind == EX_COMPOUND ||
                    e->kind == EX_INCDEC;
    if (accesses && (a = find(user, indexed(e->a)))) a->direct++;
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
    LLVMValueRef size = const_i64(g, (int64_t)a->elements);
    if (!a->marks) {
        a->memory = memory;
        a->marks = temp(f, LLVMArrayType2(g->i8, a->elements), 1);
        LLVMBuildMemSet(f->ab, a->marks, LLVMConstInt(g->i8, 0, false), size, 1); // jumped over
        hd_map_set(&f->marks, (const char *)memory, a);
    }
    LLVMBuildMemSet(f->b, a->marks, LLVMConstInt(g->i8, 1, false), size, 1);
}

// The byte of the element at addr, and whether there is such an element. NULL: not one of these.
static LLVMValueRef mark_at(struct fn *f, LLVMValueRef addr, uint64_t size, LLVMValueRef *is) {
    struct gen *g = f->g;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(g->mod);
    LLVMValueRef root = addr, index = const_i64(g, 0);
    if (!size || !f->marks.n) return NULL;
    while (LLVMIsAGetElementPtrInst(root) && LLVMGetNumOperands(root) == 2)
        root = LLVMGetOperand(root, 0);
    const struct array *a = hd_map_get(&f->marks, (const char *)root);
    if (!a) return NULL;
    for (; addr != root; addr = LLVMGetOperand(addr, 0)) {
        uint64_t step = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(addr)) / size;
        LLVMValueRef n =
            LLVMBuildMul(f->b, LLVMGetOperand(addr, 1), const_i64(g, (int64_t)step), "");
        index = LLVMBuildAdd(f->b, index, n, "");
    }
    *is = LLVMBuildICmp(f->b, LLVMIntULT, index, const_i64(g, (int64_t)a->elements), "");
    index = LLVMBuildSelect(f->b, *is, index, const_i64(g, 0), "");
    return LLVMBuildGEP2(f->b, g->i8, a->marks, &index, 1, "");
}

LLVMValueRef check_array_read(struct fn *f, const struct place *p, uint64_t size) {
    LLVMValueRef is, at = mark_at(f, p->addr, size, &is);
    if (!at) return NULL;
    LLVMValueRef all = const_i32(f->g, (int32_t)hd_copied_mask(size)), none = const_i32(f->g, 0),
                 mark = raw_load(f, f->g->i8, at, 1),
                 set = LLVMBuildOr(f->b, LLVMBuildIsNull(f->b, mark, ""),
                                   LLVMBuildNot(f->b, is, ""), "");
    return LLVMBuildSelect(f->b, set, none, all, "");
}

void check_array_write(struct fn *f, const struct place *p, uint64_t size, LLVMValueRef unset) {
    LLVMValueRef is, at = mark_at(f, p->addr, size, &is);
    if (!at) return;
    LLVMValueRef mark = LLVMConstInt(f->g->i8, 0, false);
    if (unset)
        mark = LLVMBuildZExt(f->b, LLVMBuildICmp(f->b, LLVMIntNE, unset, const_i32(f->g, 0), ""),
                             f->g->i8, "");
    raw_store(f, mark, at, 1);
}
