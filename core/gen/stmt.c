// Statements.
//
// A loop is header, body, step, end; its back edge polls for interrupts where the loop may spend
// its time in libraries (analysis/poll.c), and gives way to the block's other threads where it
// spins. A block that declares a VLA restores the stack when it is left, by whatever way: each jump
// out frees what the outermost block left had saved.
//
// Example: `for (i = 0; i < n; i++) { int v[i]; if (v[0]) break; }` saves the stack at the body's
// start and restores it at the body's end and before the jump to the loop's end.
#include "gen/emit.h"

#include <stdlib.h>

// ---- VLA scopes ---------------------------------------------------------------------------------

static bool declares_vla(const struct hd_stmt *s) {
    return s->kind == STM_VAR && s->sym->storage == ST_LOCAL && s->sym->type->kind == HD_TY_ARRAY &&
           hd_type_is_vla(s->sym->type);
}

static bool is_vla_block(const struct hd_stmt *block) {
    for (int i = 0; i < block->nlist; i++) {
        const struct hd_stmt *s = block->list[i];
        while (s && (s->kind == STM_LABEL || s->kind == STM_CASE || s->kind == STM_DEFAULT))
            s = s->body;
        if (s &&
            (declares_vla(s) || (s->kind == STM_BLOCK && s->range.from == 0 && is_vla_block(s))))
            return true;
    }
    return false;
}

static bool is_scopeless(const struct hd_stmt *s) { // the variables of one declaration
    return s->kind == STM_BLOCK && s->range.from == 0;
}

// Notes for every label the innermost scope around it. The result: the scope that holds after `s`.
static const struct hd_stmt *scopes_of(struct fn *f, struct hd_stmt *s,
                                       const struct hd_stmt *scope) {
    static const struct hd_stmt none;
    if (!s) return scope;
    if (s->kind == STM_LABEL)
        hd_map_set(&f->label_scope, (const char *)s->label, (void *)(scope ? scope : &none));
    if ((s->kind == STM_VAR && s->a) || s->kind == STM_CLEANUP) {
        hd_map_set(&f->label_scope, (const char *)s, (void *)scope);
        return s;
    }
    if (s->kind == STM_TRY) {
        scopes_of(f, s->body, scope);
        for (int i = 0; i < s->nlist; i++) scopes_of(f, s->list[i], scope);
        return scope;
    }
    if (s->kind == STM_CATCH) {
        hd_map_set(&f->label_scope, (const char *)s, (void *)scope);
        scopes_of(f, s->body, s);
        return scope;
    }
    const struct hd_stmt *inner = scope;
    if (s->kind == STM_BLOCK) {
        if (is_vla_block(s) && !is_scopeless(s)) {
            hd_map_set(&f->label_scope, (const char *)s, (void *)scope);
            inner = s;
        }
        for (int i = 0; i < s->nlist; i++) inner = scopes_of(f, s->list[i], inner);
    }
    if (is_scopeless(s)) return inner;
    inner = scopes_of(f, s->init, inner);
    const struct hd_stmt *after = scopes_of(f, s->body, inner);
    scopes_of(f, s->otherwise, inner);
    return s->kind == STM_LABEL || s->kind == STM_CASE || s->kind == STM_DEFAULT ? after : scope;
}

void find_vla_scopes(struct fn *f, struct hd_stmt *s, const struct hd_stmt *scope) {
    scopes_of(f, s, scope);
}

void restore_stack(struct fn *f, const struct vla_scope *scope) {
    LLVMValueRef saved = raw_load(f, f->g->ptr, scope->saved, 8);
    intrinsic(f, "llvm.stackrestore", &f->g->ptr, 1, &saved, 1);
}

// Leaves all scopes inside `until` (NULL: none is left standing): cleanup functions first, then the
// stack.
// While it is done the scope itself is no longer there, for what it does may leave scopes.
void clean_scope(struct fn *f, const struct vla_scope *s, struct vla_scope *around) {
    struct vla_scope *now = f->vla;
    LLVMBasicBlockRef done = NULL;
    if (!s->cleanup) return;
    f->vla = around;
    if (s->flag) {
        LLVMBasicBlockRef due = new_block(f, "cleanup");
        done = new_block(f, "cleanup.end");
        LLVMBuildCondBr(f->b, raw_load(f, f->g->i1, s->flag, 1), due, done);
        LLVMPositionBuilderAtEnd(f->b, due);
        raw_store(f, LLVMConstInt(f->g->i1, 0, false), s->flag, 1);
    }
    emit_drop(f, s->cleanup);
    if (done) start_block(f, done);
    f->vla = now;
}

static void clean(struct fn *f, const struct vla_scope *s) {
    if (s->kind == SCOPE_CATCH)
        let_caught_go(f);
    else if (!s->on_throw)
        clean_scope(f, s, s->outer);
}

static void leave_scopes(struct fn *f, const struct vla_scope *until) {
    const struct vla_scope *outermost = NULL;
    for (const struct vla_scope *s = f->vla; s && s != until; s = s->outer) {
        if (s->saved)
            outermost = s;
        else
            clean(f, s);
    }
    if (outermost) restore_stack(f, outermost);
}

static bool has_label(const struct hd_stmt *s, const struct hd_label *label) {
    if (!s) return false;
    if (s->kind == STM_LABEL && s->label == label) return true;
    for (int i = 0; (s->kind == STM_BLOCK || s->kind == STM_TRY) && i < s->nlist; i++)
        if (has_label(s->list[i], label)) return true;
    return has_label(s->body, label) || has_label(s->otherwise, label);
}

// Whether the label stands in the block before its first VLA: a jump there frees those that follow.
static bool is_before_vlas(const struct hd_stmt *block, const struct hd_label *label) {
    for (int i = 0; i < block->nlist; i++) {
        const struct hd_stmt *s = block->list[i];
        if (has_label(s, label)) return true;
        if (declares_vla(s) || (is_scopeless(s) && is_vla_block(s))) return false;
    }
    return false;
}

static void leave_scopes_for(struct fn *f, const struct hd_label *label) {
    if (!f->vla) return;
    const struct hd_stmt *target = hd_map_get(&f->label_scope, (const char *)label);
    if (!target) return; // inside a statement expression: the jump stays there
    for (; target; target = hd_map_get(&f->label_scope, (const char *)target)) {
        const struct vla_scope *s = f->vla;
        while (s && s->block != target) s = s->outer;
        if (s) {
            leave_scopes(f, s);
            if (s->saved && s->block == hd_map_get(&f->label_scope, (const char *)label) &&
                is_before_vlas(s->block, label))
                restore_stack(f, s);
            return;
        }
    }
    leave_scopes(f, NULL);
}

// ---- blocks, declarations -----------------------------------------------------------------------

static void own_copy(struct fn *f, struct val *value) {
    struct place p = place_of(f, *value),
                 own = place_at(temp_for(f, p.type), hd_type_unqual(p.type));
    own.space = SPACE_LOCAL;
    access_store(f, own, *value);
    value->v = own.addr;
    value->align = own.align;
}

static void emit_list(struct fn *f, struct hd_stmt *block, struct val *value) {
    for (int i = 0; i < block->nlist; i++) {
        struct hd_stmt *s = block->list[i];
        if (!value || i != block->nlist - 1) {
            emit_stmt(f, s);
            continue;
        }
        while (s->kind == STM_LABEL) { // the last statement of ({ ... }) gives the value
            start_block(f, label_block(f, s->label));
            s = s->body;
        }
        if (s->kind == STM_BLOCK && s->nlist) {
            *value = emit_block_value(f, s);
        } else if (s->kind == STM_EXPR && s->a && s->a->type->kind != HD_TY_VOID) {
            at(f, s->loc);
            *value = emit_expr(f, s->a);
            if (value->kind == VAL_MEM && f->vla) own_copy(f, value); // before the memory may go
        } else {
            emit_stmt(f, s);
        }
    }
}

static void push_scope(struct fn *f, const struct hd_stmt *s, LLVMValueRef saved) {
    struct vla_scope *scope = HD_NEW(f->g->arena, struct vla_scope);
    *scope = (struct vla_scope){.outer = f->vla,
                                .block = s,
                                .saved = saved,
                                .cleanup = saved ? NULL : s->a,
                                .on_throw = !saved && s->on_throw};
    f->vla = scope;
}

// ---- full expressions ---------------------------------------------------------------------------

// A temporary that may not come to be has a flag, which is off unless it lives.
void add_cleanup(struct fn *f, const struct hd_expr *cleanup) {
    struct vla_scope *scope = HD_NEW(f->g->arena, struct vla_scope);
    *scope = (struct vla_scope){.outer = f->vla, .cleanup = cleanup};
    if (f->conditional) {
        scope->flag = temp(f, f->g->i1, 1);
        LLVMBuildStore(f->ab, LLVMConstInt(f->g->i1, 0, false), scope->flag);
        raw_store(f, LLVMConstInt(f->g->i1, 1, false), scope->flag, 1);
    }
    f->vla = scope;
}

struct vla_scope *full_begin(struct fn *f) { return f->vla; }

void full_end(struct fn *f, struct vla_scope *outer) {
    if (f->vla == outer) return;
    if (!is_dead(f)) leave_scopes(f, outer);
    f->vla = outer;
}

static bool has_cleanup(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    return e && e->kind == EX_TEMP && e->b;
}

static void full_branch(struct fn *f, const struct hd_expr *e, LLVMBasicBlockRef yes,
                        LLVMBasicBlockRef no) {
    if (!f->func || !f->func->has_cleanups || !tree_find_expr(e, has_cleanup, NULL)) {
        emit_branch(f, e, yes, no);
        return;
    }
    struct vla_scope *outer = full_begin(f);
    LLVMValueRef bit = emit_cond(f, e);
    full_end(f, outer);
    LLVMBuildCondBr(f->b, bit, yes, no);
}

static void full_drop(struct fn *f, const struct hd_expr *e) {
    struct vla_scope *outer = full_begin(f);
    emit_drop(f, e);
    full_end(f, outer);
}

static void pop_scopes(struct fn *f, struct vla_scope *outer) {
    if (!is_dead(f)) leave_scopes(f, outer);
    f->vla = outer;
}

static void emit_block(struct fn *f, struct hd_stmt *block, struct val *value) {
    bool scopes = f->func && (f->func->uses_vla || f->func->has_cleanups);
    if (!scopes || is_scopeless(block)) {
        emit_list(f, block, value);
        return;
    }
    struct vla_scope *outer = f->vla;
    if (is_vla_block(block)) {
        LLVMValueRef saved = temp(f, f->g->ptr, 8);
        raw_store(f, intrinsic(f, "llvm.stacksave", &f->g->ptr, 1, NULL, 0), saved, 8);
        push_scope(f, block, saved);
    }
    emit_list(f, block, value);
    pop_scopes(f, outer);
}

struct val emit_block_value(struct fn *f, struct hd_stmt *block) {
    struct val v = val_none();
    if (block->kind == STM_BLOCK)
        emit_block(f, block, &v);
    else
        emit_stmt(f, block);
    return v;
}

static void emit_vla(struct fn *f, struct hd_stmt *s) {
    struct gen *g = f->g;
    struct hd_sym *sym = s->sym;
    uint32_t align = sym->align > 16 ? sym->align : 16;
    LLVMValueRef size = type_size(f, sym->type);
    LLVMValueRef memory = LLVMBuildArrayAlloca(f->b, g->i8, size, "");
    LLVMSetAlignment(memory, align);
    raw_store(f, memory, local_slot(f, sym), 8);
    if (g->job->check) check_begins(f, sym, memory, size, true);
}

static bool has_label_address(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    return e && e->kind == EX_LABEL_ADDR;
}

static bool init_find(const struct hd_init *init, stmt_visit_fn *fn) {
    for (int i = 0; init && i < init->nitems; i++)
        if (tree_find_expr(init->items[i].value, fn, NULL)) return true;
    return false;
}

struct table_entry {
    uint64_t offset;
    const struct hd_init_item *item;
};

static int by_offset(const void *a, const void *b) {
    const struct table_entry *x = a, *y = b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return x->item < y->item ? -1 : x->item > y->item;
}

// The value of an entry: an address of a label, the distance of two, or any other constant. `type`
// as stored.
static LLVMValueRef table_value(struct fn *f, const struct hd_init_item *item) {
    struct gen *g = f->g;
    const struct hd_expr *e = item->value;
    while (e->kind == EX_CAST) e = e->a;
    if (e->kind == EX_LABEL_ADDR) return LLVMBlockAddress(f->fn, label_block(f, e->label));
    const struct hd_expr *a = e->a, *b = e->b;
    while (e->kind == EX_PTR_DIFF && a->kind == EX_CAST) a = a->a;
    while (e->kind == EX_PTR_DIFF && b->kind == EX_CAST) b = b->a;
    if (e->kind == EX_PTR_DIFF && a->kind == EX_LABEL_ADDR && b->kind == EX_LABEL_ADDR) {
        LLVMValueRef from =
            LLVMConstPtrToInt(LLVMBlockAddress(f->fn, label_block(f, b->label)), g->i64);
        LLVMValueRef to =
            LLVMConstPtrToInt(LLVMBlockAddress(f->fn, label_block(f, a->label)), g->i64);
        LLVMValueRef distance = LLVMConstSub(to, from);
        uint64_t size = item->value->type->size;
        return size < 8 ? LLVMConstTrunc(distance, LLVMIntTypeInContext(g->ctx, (unsigned)size * 8))
                        : distance;
    }
    struct hd_init_item alone = *item;
    alone.offset = 0;
    alone.repeat = 0;
    struct hd_init init = {
        .type = item->value->type, .items = &alone, .nitems = 1, .constant = true};
    return image_constant(g, &init, item->value->type->size, f->device, f->loc);
}

// `static void *const table[] = {&&a, &&b}`: addresses of this very code, so the table is the
// module's own.
static void emit_label_table(struct fn *f, struct hd_sym *sym, const struct hd_init *init) {
    struct gen *g = f->g;
    HD_VEC(struct table_entry) entries = {0};
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_init_item *item = &init->items[i];
        for (int64_t k = 0; k < (item->repeat > 1 ? item->repeat : 1); k++) {
            struct table_entry entry = {item->offset + (uint64_t)k * item->stride, item};
            HD_PUSH(g->arena, &entries, entry);
        }
    }
    if (entries.n) qsort(entries.v, (size_t)entries.n, sizeof *entries.v, by_offset);
    LLVMValueRef *parts = HD_NEW_ARRAY(g->arena, LLVMValueRef, entries.n * 2 + 1);
    unsigned n = 0;
    uint64_t done = 0, size = init->type->size;
    for (int i = 0; i < entries.n; i++) {
        const struct table_entry *entry = &entries.v[i];
        uint64_t bytes = entry->item->value->type->size;
        bool overridden = i + 1 < entries.n && entries.v[i + 1].offset == entry->offset;
        if (overridden || entry->offset < done || entry->offset + bytes > size) continue;
        if (entry->offset > done) parts[n++] = LLVMConstNull(ty_bytes(g, entry->offset - done));
        parts[n++] = table_value(f, entry->item);
        done = entry->offset + bytes;
    }
    if (done < size) parts[n++] = LLVMConstNull(ty_bytes(g, size - done));
    LLVMValueRef image = LLVMConstStructInContext(g->ctx, parts, n, true);
    LLVMValueRef var = hidden_constant(g, image, 16);
    LLVMSetGlobalConstant(var, false);
    LLVMSetUnnamedAddress(var, LLVMNoUnnamedAddr);
    hd_map_set(&f->locals, (const char *)sym, var);
}

static void emit_var(struct fn *f, struct hd_stmt *s) {
    struct hd_sym *sym = s->sym;
    if (sym->storage == ST_STATIC &&
        init_find(s->var_init ? s->var_init : sym->init, has_label_address)) {
        emit_label_table(f, sym, s->var_init ? s->var_init : sym->init);
        return;
    }
    if (sym->storage != ST_LOCAL) return;
    if (f->twin)
        twin_local(f, sym, local_slot(f, sym), s->range.to > s->loc ? s->range.to : s->loc + 1);
    if (declares_vla(s)) {
        emit_vla(f, s);
        return;
    }
    if (f->g->job->check)
        check_begins(f, sym, local_slot(f, sym), const_i64(f->g, (int64_t)sym->type->size),
                     !s->var_init);
    if (!s->var_init) {
        if (f->g->job->check) check_declared(f, sym);
        return;
    }
    struct place p = place_at(local_slot(f, sym), sym->type);
    p.space = SPACE_LOCAL;
    if (f->g->job->check) p.sym = sym;
    if (sym->type->kind == HD_TY_REF) { // the address that it is bound to
        struct val v = emit_expr(f, s->var_init->items[0].value);
        p.type = v.type;
        p.align = 8;
        access_store(f, p, v);
        return;
    }
    const struct hd_init *init = s->var_init;
    bool whole = init->nitems == 1 && ty_is_agg(sym->type) && !init->items[0].offset &&
                 !init->items[0].bits && init->items[0].repeat <= 1 &&
                 init->items[0].value->kind != EX_STRING &&
                 init->items[0].value->type->size == sym->type->size &&
                 ty_is_agg(init->items[0].value->type);
    bool constructs =
        whole && (init->items[0].value->constructs || // where it lives: it may keep its own address
                  (sym->type->kind == HD_TY_RECORD && sym->type->record->by_address) ||
                  init->items[0].value->kind == EX_EACH);
    if (whole && sym->address_taken && !constructs)
        access_store(f, p, emit_copied(f, init->items[0].value));
    else if (whole)
        emit_into(f, init->items[0].value, p);
    else
        emit_init(f, init, p);
}

// ---- loops --------------------------------------------------------------------------------------

static LLVMMetadataRef loop_hint(struct gen *g, const char *name, LLVMValueRef value) {
    LLVMMetadataRef ops[2] = {LLVMMDStringInContext2(g->ctx, name, strlen(name)), NULL};
    if (value) ops[1] = LLVMValueAsMetadata(value);
    return LLVMMDNodeInContext2(g->ctx, ops, value ? 2 : 1);
}

static struct jam jam_for(struct fn *f, const struct hd_stmt *s) {
    bool jams = f->g->job->opt == 1 && !f->g->gpu && s->kind == STM_FOR;
    return jams ? loop_jam(s) : (struct jam){.kind = JAM_NONE};
}

static void hint_unroll(struct fn *f, LLVMValueRef br, const struct hd_stmt *s, struct jam jam) {
    struct gen *g = f->g;
    int unroll = s->unroll;
    bool strides = f->loops && f->loops->columns == s;
    if ((!unroll && jam.kind == JAM_NONE && !strides) || !g->job->opt) return;
    LLVMMetadataRef self = LLVMTemporaryMDNode(g->ctx, NULL, 0), hint;
    if (jam.kind != JAM_NONE) {
        hint = loop_hint(g, "llvm.loop.unroll_and_jam.count", const_i32(g, jam.turns));
        LLVMGetOrInsertNamedMetadata(g->mod, "heddle.jam", 10); // tells passes.c
    } else if (strides) { // else it would be vectorised by gathers
        hint = loop_hint(g, "llvm.loop.vectorize.width", const_i32(g, 1));
    } else if (unroll == 1)
        hint = loop_hint(g, "llvm.loop.unroll.disable", NULL);
    else if (unroll < 0)
        hint = loop_hint(g, "llvm.loop.unroll.enable", NULL);
    else
        hint = loop_hint(g, "llvm.loop.unroll.count", const_i32(g, unroll));
    LLVMMetadataRef ops[2] = {self, hint}, node = LLVMMDNodeInContext2(g->ctx, ops, 2);
    LLVMMetadataReplaceAllUsesWith(self, node);
    set_md(g, br, MD_LOOP, node);
}

// What every iteration of a loop does at its end. `entry`: where a loop that is left by its quick
// code goes on.
static void back_edge(struct fn *f, struct hd_stmt *s, LLVMBasicBlockRef header,
                      LLVMBasicBlockRef entry, struct jam jam) {
    if (is_dead(f)) return;
    at(f, s->loc);
    twin_turn(f);
    if (!f->g->gpu && needs_poll(f->g, s)) emit_poll(f);
    if (f->device && f->thread && (loop_spins(s) || (f->g->job->check && loop_idles(s)))) {
        struct val none;
        extern_call(f, "hd_rt_yield", HD_REF_RUNTIME, hd_ty.void_, &none, 0, 0, true, NULL);
    }
    if (!heat_turn(f, entry)) hint_unroll(f, LLVMBuildBr(f->b, header), s, jam);
    after_terminator(f);
}

// What checked code tells of the loop's condition.
static void set_waits(struct fn *f, const struct hd_stmt *s) {
    if (!f->g->job->check) return;
    f->spins = loop_spins(s);
    f->idles = loop_idles(s) || (f->spins && s->a && stmt_is_empty(s->body));
}

static void emit_loop(struct fn *f, struct hd_stmt *s) { // STM_WHILE, STM_FOR
    if (s->init) emit_stmt(f, s->init);
    LLVMBasicBlockRef header = new_block(f, "loop"), body = new_block(f, "loop.body"),
                      end = new_block(f, "loop.end");
    LLVMBasicBlockRef step = new_block(f, "loop.step");
    struct jam jam = jam_for(f, s);
    struct loop loop = {.outer = f->loops,
                        .brk = end,
                        .cont = step,
                        .vla = f->vla,
                        .columns = jam.kind == JAM_COLUMNS ? jam.inner : NULL};
    struct wide_counter wide = wide_begin(f, s);
    if (wide.sym) loop.wide = &wide;
    start_block(f, header);
    bool outer = f->spins, idles = f->idles;
    set_waits(f, s);
    if (s->a) {
        twin_at(f, s->a->loc);
        at(f, s->a->loc);
        if (wide.sym)
            wide_test(f, &wide, s->a, body, end);
        else
            full_branch(f, s->a, body, end);
    } else {
        if (!s->step && stmt_is_empty(s->body)) twin_at(f, s->loc); // or it could not be stopped in
        LLVMBuildBr(f->b, body);
    }
    LLVMMoveBasicBlockAfter(body, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, body);
    f->loops = &loop;
    f->idles = idles;
    if (s->a) f->spins = outer; // `for (;;)` waits in its body
    emit_stmt(f, s->body);
    f->spins = outer;
    f->loops = loop.outer;
    start_block(f, step);
    f->counter = loop_counter(s);
    if (s->step) {
        twin_at(f, s->step->loc);
        if (wide.sym)
            wide_step(f, &wide, s->step);
        else
            full_drop(f, s->step);
    }
    f->counter = NULL;
    back_edge(f, s, header, wide.sym ? wide.entry : header, jam);
    start_block(f, end);
}

static void emit_do(struct fn *f, struct hd_stmt *s) {
    LLVMBasicBlockRef body = new_block(f, "do"), cond = new_block(f, "do.cond"),
                      end = new_block(f, "do.end");
    LLVMBasicBlockRef again = new_block(f, "do.again");
    struct loop loop = {.outer = f->loops, .brk = end, .cont = cond, .vla = f->vla};
    start_block(f, body);
    f->loops = &loop;
    emit_stmt(f, s->body);
    f->loops = loop.outer;
    start_block(f, cond);
    twin_at(f, s->a->loc);
    at(f, s->a->loc);
    bool outer = f->spins, idles = f->idles;
    set_waits(f, s);
    full_branch(f, s->a, again, end);
    f->spins = outer;
    f->idles = idles;
    LLVMMoveBasicBlockAfter(again, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, again);
    back_edge(f, s, body, body, (struct jam){.kind = JAM_NONE});
    start_block(f, end);
}

// `__heddle_in_kernel()`, as the function's side has it: what is for the other side is left out.
static bool is_side(const struct hd_expr *e) {
    while (e->kind == EX_CAST) e = e->a;
    return e->kind == EX_BUILTIN && e->builtin->lower == LOWER_IN_KERNEL;
}

static void emit_if(struct fn *f, struct hd_stmt *s) {
    if (is_side(s->a)) {
        emit_stmt(f, f->device ? s->body : s->otherwise);
        return;
    }
    LLVMBasicBlockRef yes = new_block(f, "if"), end = new_block(f, "if.end");
    LLVMBasicBlockRef no = s->otherwise ? new_block(f, "else") : end;
    full_branch(f, s->a, yes, no);
    LLVMMoveBasicBlockAfter(yes, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, yes);
    emit_stmt(f, s->body);
    if (s->otherwise) {
        jump(f, end);
        start_block(f, no);
        emit_stmt(f, s->otherwise);
    }
    start_block(f, end);
}

// ---- switch -------------------------------------------------------------------------------------

static LLVMBasicBlockRef case_block(struct fn *f, const struct hd_stmt *s) {
    LLVMBasicBlockRef bb = hd_map_get(&f->cases, (const char *)s);
    if (bb) return bb;
    bb = new_block(f, s->kind == STM_DEFAULT ? "default" : "case");
    hd_map_set(&f->cases, (const char *)s, bb);
    return bb;
}

#define MAX_EXPANDED 64 // a longer range `case a ... b:` becomes a comparison

static void emit_switch(struct fn *f, struct hd_stmt *s) {
    struct gen *g = f->g;
    struct vla_scope *outer = full_begin(f);
    struct val v = emit_expr(f, s->a);
    full_end(f, outer);
    at(f, s->loc);
    LLVMTypeRef type = LLVMTypeOf(v.v);
    LLVMBasicBlockRef end = new_block(f, "switch.end"),
                      dflt = s->dflt ? case_block(f, s->dflt) : end;
    unsigned n = 0;
    for (const struct hd_case *c = s->cases; c; c = c->next) {
        hd_int128 span = c->to - c->from;
        if (span < 0) continue;
        if (span < MAX_EXPANDED) {
            n += (unsigned)span + 1;
            continue;
        }
        LLVMBasicBlockRef next = new_block(f, "switch.next");
        LLVMValueRef off = LLVMBuildSub(f->b, v.v, const_int(g, v.type, c->from), "");
        LLVMValueRef in = LLVMBuildICmp(f->b, LLVMIntULE, off, const_int(g, v.type, span), "");
        LLVMBuildCondBr(f->b, in, case_block(f, c->stmt), next);
        LLVMPositionBuilderAtEnd(f->b, next);
    }
    LLVMValueRef sw = LLVMBuildSwitch(f->b, v.v, dflt, n);
    for (const struct hd_case *c = s->cases; c; c = c->next) {
        if (c->to - c->from >= MAX_EXPANDED || c->to < c->from) continue;
        for (hd_int128 k = c->from; k <= c->to; k++) {
            LLVMValueRef value = const_int(g, v.type, k);
            if (type == g->i1 && k > 1) continue;
            LLVMAddCase(sw, value, case_block(f, c->stmt));
        }
    }
    after_terminator(f);
    struct loop loop = {.outer = f->loops, .brk = end, .cont = NULL, .vla = f->vla};
    f->loops = &loop;
    emit_stmt(f, s->body);
    f->loops = loop.outer;
    start_block(f, end);
}

// ---- jumps --------------------------------------------------------------------------------------

LLVMBasicBlockRef label_block(struct fn *f, struct hd_label *label) {
    LLVMBasicBlockRef bb = hd_map_get(&f->labels, (const char *)label);
    if (bb) return bb;
    bb = new_block(f, label->name ? label->name : "label");
    hd_map_set(&f->labels, (const char *)label, bb);
    return bb;
}

static void emit_goto(struct fn *f, struct hd_stmt *s) {
    leave_scopes_for(f, s->label);
    LLVMBasicBlockRef to = label_block(f, s->label);
    bool back = LLVMGetFirstInstruction(to) != NULL;
    if (back && !is_dead(f) && heat_turn(f, to))
        after_terminator(f);
    else
        jump(f, to);
}

static void emit_goto_ptr(struct fn *f, struct hd_stmt *s) {
    if (!is_dead(f) && (f->counts || f->from_turn)) { // where it leads is not known
        LLVMBasicBlockRef here = new_block(f, "goto");
        if (heat_turn(f, here)) after_terminator(f);
        start_block(f, here);
    }
    struct val v = emit_expr(f, s->a);
    at(f, s->loc);
    if (f->vla) leave_scopes(f, NULL);
    if (is_dead(f)) return;
    if (!f->goto_block) {
        f->goto_block = new_block(f, "goto.ptr");
        f->goto_slot = temp(f, f->g->ptr, 8);
    }
    raw_store(f, v.v, f->goto_slot, 8);
    jump(f, f->goto_block);
}

// One jump for all computed gotos of a function: as many jumps as there are labels would be a graph
// of the square of that. Code generation makes copies of it in the end.
void emit_goto_block(struct fn *f) {
    if (!f->goto_block) return;
    LLVMMoveBasicBlockAfter(f->goto_block, LLVMGetLastBasicBlock(f->fn));
    LLVMPositionBuilderAtEnd(f->b, f->goto_block);
    LLVMValueRef to = raw_load(f, f->g->ptr, f->goto_slot, 8);
    LLVMValueRef br = LLVMBuildIndirectBr(f->b, to, (unsigned)f->func->nlabels);
    for (int i = 0; i < f->func->nlabels; i++)
        LLVMAddDestination(br, label_block(f, f->func->labels[i]));
}

static void emit_break(struct fn *f, struct hd_stmt *s) {
    struct loop *loop = f->loops;
    while (s->kind == STM_CONTINUE && loop && !loop->cont) loop = loop->outer;
    if (!loop) return;
    leave_scopes(f, loop->vla);
    jump(f, s->kind == STM_BREAK ? loop->brk : loop->cont);
}

// The functions of all variables with cleanup functions, when the function's value is known.
static void clean_up(struct fn *f, struct val *v) {
    bool any = false;
    for (const struct vla_scope *s = f->vla; s && !any; s = s->outer) any = !s->saved;
    if (!any) return;
    if (v && v->kind == VAL_MEM) own_copy(f, v);
    leave_scopes(f, NULL);
}

static void emit_return(struct fn *f, struct hd_stmt *s) {
    struct gen *g = f->g;
    struct val v = val_none();
    struct vla_scope *outer = full_begin(f);
    bool is_void = f->sig->ret.type->kind == HD_TY_VOID;
    if (s->sym && s->sym == f->func->returned && f->sret) {
        for (const struct vla_scope *k = f->vla; k; k = k->outer) // all but its own end
            if (!k->block || k->block->kind != STM_VAR || k->block->sym != s->sym) clean(f, k);
        at(f, s->loc);
        twin_leave(f);
        LLVMBuildRetVoid(f->b);
        after_terminator(f);
        return;
    }
    if (s->a && (is_void || s->a->type->kind == HD_TY_VOID)) {
        emit_drop(f, s->a);
    } else if (s->a && f->sig->sret && ty_is_agg(s->a->type)) {
        emit_into(f, s->a, place_at(f->sret, hd_type_unqual(f->sig->ret.type)));
        clean_up(f, NULL);
        f->vla = outer;
        at(f, s->loc);
        twin_leave(f);
        LLVMBuildRetVoid(f->b);
        after_terminator(f);
        return;
    } else if (s->a) {
        v = emit_expr(f, s->a);
    }
    clean_up(f, &v);
    f->vla = outer;
    at(f, s->loc);
    if (f->flavour == HD_KERNEL_CPU &&
        f->fibers) { // the others must not wait for this thread any more
        struct val loc = val_scalar(const_i32(g, s->loc), hd_ty.uint_);
        extern_call(f, "hd_rt_return", HD_REF_RUNTIME, hd_ty.void_, &loc, 1, 1, true, NULL);
    }
    twin_leave(f);
    LLVMTypeRef type = LLVMGetReturnType(f->sig->type);
    if (v.kind != VAL_NONE)
        abi_return(f, v);
    else if (type == g->void_)
        LLVMBuildRetVoid(f->b);
    else
        LLVMBuildRet(f->b, LLVMConstNull(type));
    after_terminator(f);
}

// ---- the cell's own statements ------------------------------------------------------------------

static void emit_global_init(struct fn *f, struct hd_stmt *s) {
    struct hd_sym *sym = s->sym;
    if (sym->storage == ST_THREAD && (!s->var_init || s->var_init->constant)) return;
    struct place p = place_at(sym->storage == ST_THREAD ? thread_local_address(f, sym)
                                                        : var_symbol(f->g, sym, s->loc),
                              sym->type);
    if (sym->type->kind == HD_TY_REF && s->var_init) {
        struct val v = emit_expr(f, s->var_init->items[0].value);
        p.type = v.type;
        p.align = 8;
        access_store(f, p, v);
    } else if (s->var_init) {
        emit_init(f, s->var_init, p);
    } else if (s->a) {
        access_store(f, p, emit_expr(f, s->a));
    }
}

static void emit_result(struct fn *f, struct hd_stmt *s) {
    struct place p = place_at(var_symbol(f->g, s->sym, s->loc), hd_type_unqual(s->sym->type));
    const struct hd_expr *e = s->a;
    if (e->type->kind == HD_TY_VOID) {
        emit_drop(f, e);
    } else if (e->is_lvalue || e->type->kind == HD_TY_ARRAY) {
        struct place from = emit_place(f, e);
        at(f, s->loc);
        if (p.type->kind == HD_TY_ARRAY) {
            uint64_t size = p.type->size < from.type->size ? p.type->size : from.type->size;
            access_copy(f, p.addr, p.align, from.addr, from.align, size, false);
        } else {
            access_store(f, p, access_load(f, from));
        }
    } else if (p.type->kind == HD_TY_RECORD && p.type->record->by_address) {
        emit_into(f, e, p);
    } else {
        struct val v = emit_expr(f, e);
        at(f, s->loc);
        access_store(f, p, v);
    }
}

// ---- all statements -----------------------------------------------------------------------------

// something jumps into it
static bool has_entry(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    return (s && (s->kind == STM_LABEL || s->kind == STM_CASE || s->kind == STM_DEFAULT)) ||
           (e && e->kind == EX_STMT_EXPR);
}

static void labelled(struct fn *f, struct hd_stmt *s, LLVMBasicBlockRef bb) {
    start_block(f, bb);
    if (s->body) emit_stmt(f, s->body);
}

// Another file of the program makes the object, and ends it.
static bool is_made_elsewhere(const struct hd_stmt *s) {
    bool makes = s->kind == STM_GLOBAL_INIT || s->kind == STM_EXPR;
    return makes && s->sym && s->sym->linked;
}

void emit_stmt(struct fn *f, struct hd_stmt *s) {
    if (!s || is_made_elsewhere(s)) return;
    hd_diags_poll(f->g->job->diags);
    if (is_dead(f) && !tree_find(s, has_entry, NULL)) return; // locals are made on first use
    if (s->kind != STM_BLOCK) at(f, s->loc);
    hd_loc scope_end = f->scope_end;
    bool scoped =
        s->range.from && (s->kind == STM_BLOCK || s->kind == STM_FOR || s->kind == STM_IF ||
                          s->kind == STM_WHILE || s->kind == STM_SWITCH);
    if (scoped) f->scope_end = s->range.to;
    if (f->twin) twin_statement(f, s);
    switch (s->kind) {
    case STM_BLOCK: emit_block(f, s, NULL); break;
    case STM_EXPR:
        f->dropped = s->a;
        if (s->a) full_drop(f, s->a);
        break;
    case STM_CLEANUP:
        if (!s->on_throw || f->unwinds) push_scope(f, s, NULL);
        break;
    case STM_TRY: emit_try(f, s); break;
    case STM_CATCH: break;
    case STM_IF: emit_if(f, s); break;
    case STM_WHILE:
    case STM_FOR: {
        struct vla_scope *outer = f->vla;
        emit_loop(f, s);
        if (f->vla != outer) pop_scopes(f, outer); // a variable of the loop's head
        break;
    }
    case STM_DO: emit_do(f, s); break;
    case STM_SWITCH: emit_switch(f, s); break;
    case STM_CASE:
    case STM_DEFAULT: labelled(f, s, case_block(f, s)); break;
    case STM_LABEL: labelled(f, s, label_block(f, s->label)); break;
    case STM_BREAK:
    case STM_CONTINUE: emit_break(f, s); break;
    case STM_RETURN: emit_return(f, s); break;
    case STM_GOTO: emit_goto(f, s); break;
    case STM_GOTO_PTR: emit_goto_ptr(f, s); break;
    case STM_VAR: {
        struct vla_scope *outer = full_begin(f);
        emit_var(f, s);
        full_end(f, outer);
        if (s->a) push_scope(f, s, NULL);
        break;
    }
    case STM_ASM: emit_asm(f, s); break;
    case STM_EMPTY: break;
    case STM_GLOBAL_INIT:
    case STM_RESULT: {
        struct vla_scope *outer = full_begin(f);
        if (s->kind == STM_RESULT)
            emit_result(f, s);
        else
            emit_global_init(f, s);
        full_end(f, outer);
        break;
    }
    }
    f->scope_end = scope_end;
}
