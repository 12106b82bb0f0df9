// Initialisers: a flattened list of stores, after the object was zeroed where they leave a byte
// unset.
//
// A large constant initialiser is copied from an image instead. Example: `int a[100] = {1, 2}`
// zeroes 400 bytes and stores twice; `static const`-like tables in automatic variables are one
// memcpy.
#include "gen/emit.h"

static struct place item_place(struct fn *f, const struct hd_init *init,
                               const struct hd_init_item *item, struct place p) {
    struct place q = p;
    q.addr = byte_offset(f, p.addr, item->offset);
    if (ty_is_agg(p.type)) {
        q.part_of = p.sym ? p.sym : p.part_of;
        q.part_at = (p.sym ? 0 : p.part_at) + item->offset;
        q.sym = NULL;
    }
    q.type = hd_type_unqual(item->bits ? item->bits->type : item->value->type);
    uint64_t low = item->offset & -item->offset;
    if (item->offset && low < q.align) q.align = (uint32_t)low;
    if (q.align > ty_align(q.type) && !item->bits)
        q.align = p.align < ty_align(q.type) ? p.align : ty_align(q.type);
    q.any_alias = true;
    q.bits = item->bits;
    q.holder = init->type;
    if (item->bits && q.align > ty_align(item->bits->type)) q.align = ty_align(item->bits->type);
    if (p.type->quals & Q_VOLATILE) q.type = hd_type_qual(q.type, Q_VOLATILE);
    return q;
}

// A string literal that fills a character array: its elements, then zeros.
static void store_string(struct fn *f, const struct hd_expr *value, struct place q) {
    const struct hd_string *s = value->string;
    uint64_t unit = s->type->base->size ? s->type->base->size : 1, size = value->type->size;
    uint64_t have = (s->len + 1) * unit, n = have < size ? have : size;
    access_copy(f, q.addr, q.align, string_symbol(f->g, value->string, value->loc), (uint32_t)unit,
                n, false);
    if (n < size) {
        q.addr = byte_offset(f, q.addr, n);
        q.align = 1;
        access_zero(f, q, size - n);
    }
}

static void store_once(struct fn *f, const struct hd_expr *value, struct place q,
                       const struct val *ready) {
    if (value->kind == EX_STRING && value->type->kind == HD_TY_ARRAY)
        store_string(f, value, q);
    else if (ready)
        access_store(f, q, *ready);
    else if (ty_is_agg(value->type))
        emit_into(f, value, q);
    else
        access_store(f, q, emit_expr(f, value));
}

static void store_repeated(struct fn *f, const struct hd_init_item *item, struct place q) {
    struct gen *g = f->g;
    struct val v = val_none(), *ready = NULL;
    bool made = ty_is_agg(item->value->type) && item->value->kind != EX_LOAD;
    if (item->value->kind != EX_STRING && !made) { // constructors run for each
        v = emit_expr(f, item->value);
        ready = &v;
    }
    LLVMBasicBlockRef before = LLVMGetInsertBlock(f->b), loop = new_block(f, "fill"),
                      done = new_block(f, "fill.end");
    LLVMBuildBr(f->b, loop);
    LLVMPositionBuilderAtEnd(f->b, loop);
    LLVMValueRef i = LLVMBuildPhi(f->b, g->i64, "");
    LLVMValueRef offset = LLVMBuildMul(f->b, i, const_i64(g, (int64_t)item->stride), "");
    struct place each = q;
    each.addr = LLVMBuildInBoundsGEP2(f->b, g->i8, q.addr, &offset, 1, "");
    each.part_of = NULL;
    uint64_t low = item->stride & -item->stride;
    if (low && low < each.align) each.align = (uint32_t)low;
    struct vla_scope *outer = f->vla;
    if (item->undo && item->count && f->unwinds) {
        raw_store(f, i, local_slot(f, item->count), 8);
        push_guard(f, item->undo);
    }
    store_once(f, item->value, each, ready);
    end_guards(f, outer);
    LLVMValueRef next = LLVMBuildAdd(f->b, i, const_i64(g, 1), "");
    LLVMBasicBlockRef ends[2] = {before, LLVMGetInsertBlock(f->b)};
    LLVMAddIncoming(i, (LLVMValueRef[]){const_i64(g, 0), next}, ends, 2);
    LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntULT, next, const_i64(g, item->repeat), ""),
                    loop, done);
    LLVMPositionBuilderAtEnd(f->b, done);
    if (item->undo && item->count && f->unwinds)
        raw_store(f, const_i64(g, item->repeat), local_slot(f, item->count), 8);
}

void emit_init(struct fn *f, const struct hd_init *init, struct place p) {
    if (hd_type_is_vla(init->type)) return; // cannot be initialised
    uint64_t size = init->type->size;
    bool scalar = !ty_is_agg(init->type) && init->nitems == 1 && !init->items[0].offset &&
                  !init->items[0].bits;
    if (scalar) {
        struct place q = item_place(f, init, &init->items[0], p);
        q.any_alias = p.any_alias;
        q.align = p.align;
        if (p.type->kind != HD_TY_REF && q.type->size == p.type->size) q.type = p.type;
        struct val v = emit_copied(f, init->items[0].value);
        at(f, init->items[0].value->loc);
        access_store(f, q, v);
        return;
    }
    bool labels = false, copies = init->nitems == 1 && init->items[0].value->kind == EX_LOAD;
    if (!copies) check_overwritten(f, &p);
    for (int i = 0; i < init->nitems && !labels; i++) {
        const struct hd_expr *value = init->items[i].value;
        while (value->kind == EX_CAST) value = value->a;
        labels = value->kind == EX_LABEL_ADDR;
    }
    if (init->constant && !labels && init->nitems > 8 && size > 64 && size <= (1u << 20) &&
        !(p.type->quals & Q_VOLATILE)) {
        LLVMValueRef image = image_constant(f->g, init, size, f->device, f->loc);
        if (LLVMIsNull(image))
            access_zero(f, p, size);
        else
            access_copy(f, p.addr, p.align, hidden_constant(f->g, image, 16), 16, size, false);
        return;
    }
    bool is_string = init->nitems == 1 && init->items[0].value->kind == EX_STRING &&
                     !init->items[0].offset && init->items[0].value->type->size == size &&
                     init->items[0].repeat <= 1;
    if (!init->covers && !is_string) access_zero(f, p, size);
    struct vla_scope *outer = f->vla, *last = outer;
    bool guards = init->self && f->unwinds;
    if (guards) raw_store(f, p.addr, local_slot(f, init->self), 8);
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_init_item *item = &init->items[i];
        struct place q = item_place(f, init, item, p);
        if (item->repeat > 1)
            store_repeated(f, item, q);
        else
            store_once(f, item->value, q, NULL);
        if (guards && item->undo && i < init->nitems - 1) last = insert_guard(f, last, item->undo);
    }
    end_guards(f, outer);
}
