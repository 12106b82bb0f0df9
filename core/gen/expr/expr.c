// Expressions: lvalues to places, rvalues to values. The checker has made every load, conversion
// and decay explicit, so each node means one thing. Records and arrays are never held in registers:
// their value is the address of memory that holds them, which whoever uses it copies at once.
//
// Example: `p->x + 1` is BINARY(LOAD(MEMBER(DEREF(LOAD(p)), x)), 1): the place of `p`, a load, a
// byte offset, a load, an addition.
#include "gen/emit.h"

static struct place error_place(struct fn *f, struct hd_type *type) {
    return place_at(temp_for(f, type->size ? type : hd_ty.int_), type);
}

static uint32_t offset_align(uint32_t align, uint64_t offset) {
    uint64_t low = offset & -offset;
    return offset && low < align ? (uint32_t)low : align;
}

// ---- variables ----------------------------------------------------------------------------------

LLVMValueRef thread_local_address(struct fn *f, struct hd_sym *sym) {
    struct gen *g = f->g;
    uint64_t size = sym->type->size;
    LLVMValueRef image = LLVMConstPointerNull(g->ptr);
    if (sym->init) {
        LLVMValueRef bytes = image_constant(g, sym->init, size, false, f->loc);
        if (!LLVMIsNull(bytes)) image = hidden_constant(g, bytes, 16);
    }
    struct val args[3] = {val_scalar(const_i64(g, sym->serial), hd_ty.ulong_),
                          val_scalar(const_i64(g, (int64_t)size), hd_ty.ulong_),
                          val_scalar(image, hd_type_ptr(hd_ty.void_))};
    LLVMValueRef call;
    struct val v = extern_call(f, "hd_rt_tls", HD_REF_RUNTIME, hd_type_ptr(hd_ty.void_), args, 3, 3,
                               false, &call);
    pure_call(g, call); // the same address every time in one thread
    return v.v;
}

static struct place sym_place(struct fn *f, struct hd_sym *sym, struct hd_type *type) {
    struct gen *g = f->g;
    struct place p = place_at(NULL, type);
    if (f->device && sym->twin) sym = sym->twin;
    sym = hd_linked(sym);
    if (f->g->job->check && sym->kind == SYM_VAR && sym->storage == ST_LOCAL) p.sym = sym;
    if (sym->align > p.align) p.align = sym->align;
    switch (sym->storage) {
    case ST_LOCAL:
        p.addr = local_slot(f, sym);
        p.space = SPACE_LOCAL;
        if (sym->type->kind == HD_TY_ARRAY && hd_type_is_vla(sym->type))
            p.addr = raw_load(f, g->ptr, p.addr, 8);
        break;
    case ST_SHARED:
    case ST_DYN_SHARED:
        p.addr = g->gpu ? gpu_shared(f, sym) : shared_address(f, sym);
        p.space = SPACE_SHARED;
        p.lockstep = g->job->kernel.lockstep.relies;
        break;
    case ST_THREAD: p.addr = thread_local_address(f, sym); break;
    default:
        p.addr = hd_map_get(&f->locals,
                            (const char *)sym); // a static table of labels is the function's own
        if (!p.addr) p.addr = g->gpu ? gpu_variable(f, sym) : var_symbol(g, sym, f->loc);
        if (sym->storage == ST_CONSTANT) p.space = SPACE_CONSTANT;
        break;
    }
    return p;
}

// ---- lvalues ------------------------------------------------------------------------------------

static struct place member_place(struct fn *f, const struct hd_expr *e) {
    struct place base = e->a->is_lvalue ? emit_place(f, e->a) : place_of(f, emit_expr(f, e->a));
    at(f, e->loc);
    struct place p = base;
    const struct hd_type *holder = hd_type_unqual(e->a->type);
    p.addr = byte_offset(f, base.addr, e->offset);
    p.object = object_of(f, &base);
    p.part_of = base.sym ? base.sym : base.part_of;
    p.part_at = (base.sym ? 0 : base.part_at) + e->offset;
    p.sym = NULL;
    p.type = e->type;
    p.align = offset_align(base.align, e->offset);
    p.bits = NULL;
    if (holder->kind == HD_TY_RECORD) {
        const struct hd_record *rec = holder->record;
        bool direct = e->field >= rec->fields && e->field < rec->fields + rec->nfields;
        if (rec->is_union || !direct) p.any_alias = true; // anonymous members may be unions
    }
    if (e->field && e->field->is_bits) {
        p.bits = e->field;
        p.holder = holder;
        if (p.align > ty_align(e->field->type)) p.align = ty_align(e->field->type);
    }
    return p;
}

static struct place pointee(struct fn *f, const struct hd_expr *e) {
    struct val v = emit_expr(f, e->a);
    at(f, e->loc);
    struct place p = place_at(v.v, e->type);
    if (v.align && v.align < p.align) p.align = v.align;
    p.space = v.space;
    p.any_alias = v.any_alias;
    p.lockstep = f->device && f->g->job->kernel.lockstep.relies && lockstep_pointer(f->g, e->a);
    p.object = v.object;
    if (!p.object.base) p.object.base = v.v;
    return p;
}

static struct place select_place(struct fn *f, const struct hd_expr *e) {
    LLVMBasicBlockRef yes = new_block(f, "c.yes"), no = new_block(f, "c.no"),
                      end = new_block(f, "c.end"), ends[2];
    emit_branch(f, e->a, yes, no);
    f->conditional++;
    LLVMPositionBuilderAtEnd(f->b, yes);
    struct place b = emit_place(f, e->b ? e->b : e->a);
    ends[0] = LLVMGetInsertBlock(f->b);
    LLVMBuildBr(f->b, end);
    LLVMPositionBuilderAtEnd(f->b, no);
    struct place c = emit_place(f, e->c);
    f->conditional--;
    ends[1] = LLVMGetInsertBlock(f->b);
    LLVMBuildBr(f->b, end);
    LLVMPositionBuilderAtEnd(f->b, end);
    struct place p = b;
    p.addr = LLVMBuildPhi(f->b, f->g->ptr, "");
    LLVMAddIncoming(p.addr, (LLVMValueRef[]){b.addr, c.addr}, ends, 2);
    if (c.align < p.align) p.align = c.align;
    p.any_alias |= c.any_alias;
    p.lockstep |= c.lockstep;
    if (c.space != p.space) p.space = SPACE_ANY;
    p.object = (struct object){0};
    p.sym = p.part_of = NULL;
    p.type = e->type;
    return p;
}

static struct place literal_place(struct fn *f, const struct hd_expr *e) {
    struct place p = sym_place(f, e->sym, e->sym->type);
    bool done = e->sym->storage != ST_LOCAL && e->sym->init; // its image is in the variable store
    if (e->init && !done) emit_init(f, e->init, p);
    p.type = e->type;
    return p;
}

static struct place find_place(struct fn *f, const struct hd_expr *e) {
    struct place p;
    switch (e->kind) {
    case EX_VAR: at(f, e->loc); return sym_place(f, e->sym, e->type);
    case EX_TYPE_INFO: return place_at(type_info(f->g, e->compute_type, e->loc), e->type);
    case EX_STRING: p = place_at(string_symbol(f->g, e->string, e->loc), e->type); return p;
    case EX_DEREF:
        f->addressing++;
        p = pointee(f, e);
        f->addressing--;
        return p;
    case EX_MEMBER: return member_place(f, e);
    case EX_COND:
        if (e->is_lvalue) return select_place(f, e);
        break;
    case EX_COMMA:
        if (!e->is_lvalue) break;
        emit_drop(f, e->a);
        return emit_place(f, e->b);
    case EX_ASSIGN: emit_assign(f, e, &p); return p;
    case EX_COMPOUND: emit_compound(f, e, &p); return p;
    case EX_INCDEC:
        if (e->is_post) break;
        emit_incdec(f, e, &p);
        return p;
    case EX_COMPOUND_LITERAL: return literal_place(f, e);
    case EX_TEMP:
        p = sym_place(f, e->sym, e->sym->type);
        if (ty_is_agg(e->a->type))
            emit_into(f, e->a, p);
        else
            access_store(f, p, emit_expr(f, e->a));
        if (e->b) add_cleanup(f, e->b);
        p.type = e->type;
        return p;
    case EX_CAST:
        if (e->is_lvalue && e->a->is_lvalue) { // same representation
            p = emit_place(f, e->a);
            p.type = e->type;
            p.sym = p.part_of = NULL;
            return p;
        }
        break;
    case EX_BUILTIN:
        if (builtin_place(f, e, &p)) return p;
        break;
    case EX_ERROR: return error_place(f, e->type);
    default: break;
    }
    return place_of(f, emit_expr(f, e));
}

struct place emit_place(struct fn *f, const struct hd_expr *e) {
    struct place p = find_place(f, e);
    p.expr = e;
    return p;
}

// ---- addresses and constants --------------------------------------------------------------------

static struct val address_of(struct fn *f, const struct hd_expr *e) { // EX_ADDR, EX_DECAY
    const struct hd_expr *a = e->a;
    if (a->kind == EX_FUNC || a->type->kind == HD_TY_FUNC) {
        struct val v = emit_expr(f, a);
        v.type = e->type;
        return v;
    }
    struct place p = emit_place(f, a);
    struct val v = val_scalar(p.addr, e->type);
    const struct hd_type *to = e->type->kind == HD_TY_PTR ? e->type->base : p.type;
    if (p.align < ty_align(to)) v.align = p.align;
    v.any_alias = e->kind == EX_DECAY && p.any_alias;
    v.space = p.space;
    if (f->g->job->check) check_decayed(f, e, &p, &v);
    return v;
}

static struct val const_value(struct fn *f, const struct hd_expr *e) {
    struct gen *g = f->g;
    const struct hd_const *c = e->value;
    const struct hd_type *t = ty_value(e->type);
    if (t->kind == HD_TY_VOID) return val_none();
    if (t->kind == HD_TY_COMPLEX) {
        long double re = c->kind == CONST_INT ? (long double)c->i : c->f,
                    im = c->kind == CONST_COMPLEX ? c->im : 0;
        return (struct val){.kind = VAL_COMPLEX,
                            .v = const_float(g, t->base, re),
                            .im = const_float(g, t->base, im),
                            .type = e->type};
    }
    if (c->kind == CONST_INT) return val_scalar(const_int(g, t, c->i), e->type);
    if (c->kind == CONST_FLOAT || c->kind == CONST_COMPLEX) {
        if (!ty_is_fp(t)) return val_scalar(const_int(g, t, (hd_int128)c->f), e->type);
        return val_scalar(const_float(g, t, c->f), e->type);
    }
    if (c->kind != CONST_ADDR) return val_scalar(LLVMConstNull(ty_reg(g, t)), e->type);
    LLVMValueRef base;
    if (c->string)
        base = string_symbol(g, c->string, e->loc);
    else if (c->sym && c->sym->kind == SYM_FUNC)
        base = fn_address(g, c->sym, f->device, e->loc);
    else if (c->sym)
        base = sym_place(f, c->sym, c->sym->type).addr;
    else
        return val_scalar(const_int(g, t, c->offset), e->type);
    if (c->offset) base = byte_offset(f, base, (uint64_t)c->offset);
    struct val v = val_scalar(base, hd_type_ptr(hd_ty.void_));
    if (t->kind != HD_TY_PTR && t->kind != HD_TY_NULLPTR) return convert(f, v, e->type);
    v.type = e->type;
    return v;
}

LLVMValueRef type_size(struct fn *f, const struct hd_type *t) {
    struct gen *g = f->g;
    if (!hd_type_is_vla(t) || t->kind != HD_TY_ARRAY) {
        bool byte = t->kind == HD_TY_VOID || t->kind == HD_TY_FUNC;
        return const_i64(g, byte ? 1 : (int64_t)t->size);
    }
    if (t->vla_size) return access_load(f, sym_place(f, t->vla_size, t->vla_size->type)).v;
    LLVMValueRef elem = type_size(f, t->base);
    LLVMValueRef len =
        t->vla_len ? convert(f, emit_expr(f, t->vla_len), hd_ty.ulong_).v : const_i64(g, t->len);
    return LLVMBuildMul(f->b, elem, len, "");
}

// ---- operators ----------------------------------------------------------------------------------

static struct val unary(struct fn *f, const struct hd_expr *e) {
    if (e->op == TK_NOT) {
        LLVMValueRef bit = LLVMBuildNot(f->b, emit_cond(f, e->a), "");
        return bool_val(f, bit, e->type);
    }
    struct val v = emit_expr(f, e->a);
    at(f, e->loc);
    if (e->op == TK_MINUS) {
        v = emit_negate(f, v);
    } else if (e->op == TK_TILDE) {
        if (v.kind == VAL_COMPLEX)
            v.im = LLVMBuildFNeg(f->b, v.im, ""); // GNU: conjugate
        else
            v.v = LLVMBuildNot(f->b, v.v, "");
    }
    v.type = e->type;
    return v;
}

static bool is_effect(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    return e && (e->kind == EX_CALL || e->kind == EX_ASSIGN || e->kind == EX_COMPOUND ||
                 e->kind == EX_INCDEC || e->kind == EX_STMT_EXPR || e->kind == EX_BUILD ||
                 (e->kind == EX_BUILTIN && !(e->builtin->flags & BI_PURE)));
}

bool has_effect(const struct hd_expr *e) { return tree_find_expr(e, is_effect, NULL); }

static bool reads_variable(const struct hd_expr *e) {
    while (e->kind == EX_CAST) e = e->a;
    return e->kind == EX_LOAD && e->a->kind == EX_VAR;
}

// gcc reads a plain variable only when it is used: in `n + next()` after the call. Programs have
// come to count on it.
static void operands(struct fn *f, const struct hd_expr *e, struct val *a, struct val *b) {
    if (reads_variable(e->a) && has_effect(e->b)) {
        *b = emit_expr(f, e->b);
        *a = emit_expr(f, e->a);
    } else {
        *a = emit_expr(f, e->a);
        *b = emit_expr(f, e->b);
    }
    at(f, e->loc);
}

static bool is_comparison(int op) {
    return op == TK_EQ || op == TK_NE || op == TK_LT || op == TK_GT || op == TK_LE || op == TK_GE;
}

static struct val binary(struct fn *f, const struct hd_expr *e) {
    struct val a, b;
    operands(f, e, &a, &b);
    if (is_comparison(e->op)) return emit_compare(f, e->op, a, b, e->type);
    return emit_arith(f, e->op, a, b, e->type);
}

// What a subscript is made of: sums and products up to any other operator, which takes values as
// they come.
static struct val emit_index(struct fn *f, const struct hd_expr *e) {
    bool sum = e->kind == EX_BINARY && (e->op == TK_PLUS || e->op == TK_MINUS || e->op == TK_STAR);
    if (e->kind == EX_CAST && hd_type_is_integer(e->type) && hd_type_is_integer(e->a->type) &&
        hd_type_is_signed(ty_value(e->a->type)) && e->type->size > e->a->type->size) {
        struct val v = emit_index(f, e->a);
        at(f, e->loc);
        return convert(f, v, e->type);
    }
    if (!sum || !hd_type_is_integer(e->type)) return emit_expr(f, e);
    struct val a = emit_index(f, e->a), b = emit_index(f, e->b);
    at(f, e->loc);
    f->stays_in_range = e->op != TK_STAR && (LLVMIsAConstantInt(a.v) || LLVMIsAConstantInt(b.v));
    struct val v = emit_arith(f, e->op, a, b, e->type);
    f->stays_in_range = false;
    return v;
}

static struct val pointer_difference(struct fn *f, const struct hd_expr *e) {
    struct gen *g = f->g;
    struct val a, b;
    operands(f, e, &a, &b);
    LLVMValueRef bytes = LLVMBuildSub(f->b, LLVMBuildPtrToInt(f->b, a.v, g->i64, ""),
                                      LLVMBuildPtrToInt(f->b, b.v, g->i64, ""), "");
    LLVMValueRef size = type_size(f, e->a->type->base);
    if (LLVMIsConstant(size) && LLVMIsNull(size)) return val_scalar(const_i64(g, 0), e->type);
    if (LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size) == 1)
        return val_scalar(bytes, e->type);
    return val_scalar(LLVMBuildExactSDiv(f->b, bytes, size, ""), e->type);
}

static struct val load(struct fn *f, const struct hd_expr *e) {
    struct val v;
    if (e->a->kind == EX_MEMBER && sreg_member(f, e->a, &v)) return v;
    bool copying = f->copying;
    f->copying = false;
    struct place p = emit_place(f, e->a);
    at(f, e->loc);
    f->copying = copying;
    p.guess = hd_map_get(&f->guesses, (const char *)e) != NULL;
    v = access_load(f, p);
    if (v.kind == VAL_SCALAR) v.type = e->type;
    return v;
}

static struct val init_value(struct fn *f, const struct hd_expr *e) { // EX_INIT
    struct place p = place_at(temp_for(f, e->type), hd_type_unqual(e->type));
    p.space = SPACE_LOCAL;
    emit_init(f, e->init, p);
    return access_load(f, p);
}

// The object lives from here on.
static void emit_build(struct fn *f, const struct hd_expr *e) {
    struct place p = emit_place(f, e->a);
    p.type = hd_type_unqual(p.type);
    if (ty_is_agg(e->b->type))
        emit_into(f, e->b, p);
    else
        access_store(f, p, emit_expr(f, e->b));
}

// dst: where the elements go, of an array's value. The temporaries of a round end with it.
static void each(struct fn *f, const struct hd_expr *e, const struct place *dst) {
    struct gen *g = f->g;
    LLVMValueRef n = convert(f, emit_expr(f, e->b), hd_ty.ulong_).v;
    struct place counter = place_at(local_slot(f, e->sym), hd_ty.ulong_);
    counter.space = SPACE_LOCAL;
    access_store(f, counter, val_scalar(e->is_post ? n : const_i64(g, 0), hd_ty.ulong_));
    LLVMBasicBlockRef test = new_block(f, "each"), body = new_block(f, "each.body"),
                      done = new_block(f, "each.end");
    start_block(f, test);
    LLVMValueRef i = access_load(f, counter).v;
    LLVMValueRef more =
        e->is_post ? LLVMBuildIsNotNull(f->b, i, "") : LLVMBuildICmp(f->b, LLVMIntULT, i, n, "");
    LLVMBuildCondBr(f->b, more, body, done);
    LLVMMoveBasicBlockAfter(body, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, body);
    LLVMValueRef one = const_i64(g, 1);
    if (e->is_post) {
        i = LLVMBuildSub(f->b, i, one, "");
        access_store(f, counter, val_scalar(i, hd_ty.ulong_));
    }
    struct vla_scope *around = full_begin(f), *outer;
    if (e->c && f->unwinds) {
        if (dst && e->self) raw_store(f, dst->addr, local_slot(f, e->self), 8);
        push_guard(f, e->c);
    }
    outer = full_begin(f);
    int conditional = f->conditional;
    f->conditional = 0;
    if (dst) {
        struct place p = *dst;
        LLVMValueRef offset = LLVMBuildMul(f->b, i, const_i64(g, (int64_t)e->a->type->size), "");
        p.addr = LLVMBuildInBoundsGEP2(f->b, g->i8, dst->addr, &offset, 1, "");
        p.type = hd_type_unqual(e->a->type);
        p.align = ty_align(p.type);
        p.sym = p.part_of = NULL;
        if (ty_is_agg(e->a->type))
            emit_into(f, e->a, p);
        else
            access_store(f, p, emit_expr(f, e->a));
    } else {
        emit_drop(f, e->a);
    }
    full_end(f, outer);
    end_guards(f, around);
    f->conditional = conditional;
    if (!e->is_post)
        access_store(f, counter, val_scalar(LLVMBuildAdd(f->b, i, one, ""), hd_ty.ulong_));
    LLVMBuildBr(f->b, test);
    LLVMMoveBasicBlockAfter(done, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, done);
}

static struct val emit_each(struct fn *f, const struct hd_expr *e) {
    if (e->type->kind == HD_TY_VOID) {
        each(f, e, NULL);
        return val_none();
    }
    struct place p = place_at(temp_for(f, e->type), hd_type_unqual(e->type));
    p.space = SPACE_LOCAL;
    each(f, e, &p);
    return access_load(f, p);
}

static struct val emit_guarded(struct fn *f, const struct hd_expr *e) {
    struct vla_scope *outer = f->vla;
    if (f->unwinds) push_guard(f, e->b);
    struct val v = emit_expr(f, e->a);
    end_guards(f, outer);
    return v;
}

// One of two values, made where it is to be.
static void select_into(struct fn *f, const struct hd_expr *e, struct place dst) {
    LLVMBasicBlockRef yes = new_block(f, "c.yes"), no = new_block(f, "c.no"),
                      end = new_block(f, "c.end");
    emit_branch(f, e->a, yes, no);
    f->conditional++;
    LLVMPositionBuilderAtEnd(f->b, yes);
    emit_into(f, e->b, dst);
    LLVMBuildBr(f->b, end);
    LLVMMoveBasicBlockAfter(no, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, no);
    emit_into(f, e->c, dst);
    f->conditional--;
    LLVMBuildBr(f->b, end);
    LLVMMoveBasicBlockAfter(end, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, end);
}

static struct val label_address(struct fn *f, const struct hd_expr *e) {
    return val_scalar(LLVMBlockAddress(f->fn, label_block(f, e->label)), e->type);
}

static struct val rvalue(struct fn *f, const struct hd_expr *e) {
    struct val v;
    switch (e->kind) {
    case EX_CONST: return const_value(f, e);
    case EX_REFVAL: {
        struct place p = sym_place(f, e->sym, e->type);
        p.align = 8;
        return access_load(f, p);
    }
    case EX_FUNC: return val_scalar(fn_address(f->g, e->sym, f->device, e->loc), e->type);
    case EX_ADDR:
    case EX_DECAY: return address_of(f, e);
    case EX_LOAD: return load(f, e);
    case EX_UNARY: return unary(f, e);
    case EX_BINARY: return binary(f, e);
    case EX_PTR_ADD: {
        struct val p = emit_expr(f, e->a);
        LLVMValueRef i = wide_index(f, e->b);
        if (!i) i = emit_index(f, e->b).v;
        at(f, e->loc);
        v = pointer_add(f, p, i, e->a->type->base, false);
        v.type = e->type;
        return v;
    }
    case EX_PTR_DIFF: return pointer_difference(f, e);
    case EX_AND:
    case EX_OR: return emit_logical(f, e);
    case EX_COND: return emit_select(f, e);
    case EX_COMMA: emit_drop(f, e->a); return emit_expr(f, e->b);
    case EX_ASSIGN: return emit_assign(f, e, NULL);
    case EX_COMPOUND: return emit_compound(f, e, NULL);
    case EX_INCDEC: return emit_incdec(f, e, NULL);
    case EX_CAST: return emit_cast(f, e);
    case EX_CALL: return emit_call(f, e, NULL);
    case EX_BUILTIN: return emit_builtin(f, e);
    case EX_LAUNCH: return emit_launch(f, e);
    case EX_STMT_EXPR:
        v = emit_block_value(f, e->body);
        if (v.kind != VAL_NONE) v.type = e->type;
        return v;
    case EX_VA_ARG: {
        struct val list = emit_expr(f, e->a);
        at(f, e->loc);
        return emit_va_arg(f, list.v, e->type);
    }
    case EX_VLA_SIZE: return access_load(f, sym_place(f, e->sym, e->sym->type));
    case EX_LABEL_ADDR: return label_address(f, e);
    case EX_INIT: return init_value(f, e);
    case EX_EACH: return emit_each(f, e);
    case EX_BUILD: emit_build(f, e); return val_none();
    case EX_GUARDED: return emit_guarded(f, e);
    case EX_THROW: emit_throw(f, e); return val_none();
    case EX_DEREF: // of a function pointer
        if (e->type->kind == HD_TY_FUNC) return emit_expr(f, e->a);
        break;
    case EX_MEMBER:
        if (sreg_member(f, e, &v)) return v;
        break;
    default: break;
    }
    // An lvalue (or a member of an rvalue) where a value is wanted.
    if (e->kind == EX_ERROR) return val_scalar(LLVMGetUndef(ty_reg(f->g, e->type)), e->type);
    v = access_load(f, emit_place(f, e));
    return v;
}

struct val emit_expr(struct fn *f, const struct hd_expr *e) {
    if (e->kind != EX_LOAD) f->copying = false;
    struct val v = rvalue(f, e);
    if (v.kind == VAL_NONE && e->type->kind != HD_TY_VOID && !ty_is_agg(e->type) &&
        e->kind != EX_CAST)
        return convert(f, val_scalar(const_i32(f->g, 0), hd_ty.int_),
                       e->type); // after a jump out of the expression
    return v;
}

void emit_drop(struct fn *f, const struct hd_expr *e) {
    at(f, e->loc);
    if (e->is_lvalue && e->kind != EX_ASSIGN && e->kind != EX_COMPOUND && e->kind != EX_INCDEC) {
        struct place p = emit_place(f, e);
        if ((p.type->quals & Q_VOLATILE) && !ty_is_agg(p.type)) access_load(f, p);
        return;
    }
    if (e->kind == EX_COND && e->type->kind != HD_TY_VOID && !e->b) {
        emit_expr(f, e);
        return;
    }
    rvalue(f, e);
}

void emit_into(struct fn *f, const struct hd_expr *e, struct place dst) {
    struct val v;
    if (e->kind != EX_LOAD) check_overwritten(f, &dst);
    switch (e->kind) {
    case EX_CALL: {
        bool own = e->type->kind == HD_TY_RECORD && e->type->record->by_address;
        bool plain = dst.align >= ty_align(e->type) && (!f->g->job->check || is_private(dst.addr));
        v = emit_call(f, e, own || plain ? dst.addr : NULL);
        if (v.kind == VAL_MEM && v.v == dst.addr) return;
        break;
    }
    case EX_EACH: each(f, e, &dst); return;
    case EX_COND:
        if (!e->b || e->type->kind != HD_TY_RECORD || !e->type->record->by_address) {
            v = emit_expr(f, e);
            break;
        }
        select_into(f, e, dst);
        return;
    case EX_CAST:
        if (e->cast == CAST_NOOP && ty_is_agg(e->a->type)) {
            emit_into(f, e->a, dst);
            return;
        }
        v = emit_expr(f, e);
        break;
    case EX_INIT: emit_init(f, e->init, dst); return;
    case EX_LOAD:
        if (e->a->kind == EX_COMPOUND_LITERAL && e->a->sym->storage == ST_LOCAL && e->a->init &&
            !e->a->sym->address_taken) {
            emit_init(f, e->a->init, dst);
            return;
        }
        v = emit_copied(f, e);
        break;
    case EX_COMMA:
        emit_drop(f, e->a);
        emit_into(f, e->b, dst);
        return;
    default: v = emit_expr(f, e); break;
    }
    at(f, e->loc);
    access_store(f, dst, v);
}
