// An array expression as a kernel: one thread for each element (of a fold: for each partial
// result).
//
// The form says what is known when the loop is made: how many indices there are beside the
// innermost one, and how far each operand moves along that (0, 1 or some number of elements), so
// that contiguous operands are read as vectors. For `out[i, j] = x[i, j] + y[j]` with a row of out
// that is not contiguous with the next one, the kernel is
//
//     row = blockIdx.x / blocks_in_a_row;  i = (blockIdx.x - row * blocks_in_a_row) * 1024 +
//     threadIdx.x; at_out = row * out_row;  at_x = row * x_row;  at_y = 0 * ... if (i < n) { x_ =
//     x[at_x + i]; y_ = y[at_y + i]; out[at_out + i] = x_ + y_; }
//
// All but the last line is the same for the threads of a block. When rows are short, `flat`, each
// thread finds its row.
#include "front/check/array/fused.h"

#include <string.h>

struct maker {
    struct hd_arena *arena;
    const struct hd_fused *fused;
    const struct hd_fused_form *form;
    struct hd_func *func;
    HD_VEC(struct hd_sym *) params;
    HD_VEC(struct hd_stmt *) body;
    struct hd_expr *inner; // the inner index
    struct hd_sym *row;    // the number of the row
    struct hd_sym *index[HD_FUSED_DIMS];
    struct hd_sym *fold; // the index of a fold
};

struct moved {   // a pointer that moves with the indices
    bool counts; // `pointer` is a number
    bool core;   // what it points to is meant, not the element
    struct hd_sym *pointer, *stride, *fold, *outer[HD_FUSED_DIMS], *offset;
    int class;
};

// ---- nodes --------------------------------------------------------------------------------------

static struct hd_expr *node(struct maker *m, enum hd_expr_kind kind, struct hd_type *type) {
    struct hd_expr *e = HD_NEW(m->arena, struct hd_expr);
    e->kind = kind;
    e->type = type;
    e->range = m->fused->range;
    e->loc = m->fused->loc;
    return e;
}

static struct hd_expr *number(struct maker *m, int64_t value) {
    struct hd_expr *e = node(m, EX_CONST, hd_ty.long_);
    e->value = HD_NEW(m->arena, struct hd_const);
    e->value->kind = CONST_INT;
    e->value->i = value;
    return e;
}

static struct hd_expr *place(struct maker *m, struct hd_sym *sym) {
    struct hd_expr *e = node(m, EX_VAR, sym->type);
    e->sym = sym;
    e->is_lvalue = true;
    return e;
}

static struct hd_expr *load(struct maker *m, struct hd_expr *lvalue) {
    struct hd_expr *e = node(m, EX_LOAD, hd_type_unqual(lvalue->type));
    e->a = lvalue;
    return e;
}

static struct hd_expr *value_of(struct maker *m, struct hd_sym *sym) {
    return load(m, place(m, sym));
}

static struct hd_expr *op(struct maker *m, int op, struct hd_expr *a, struct hd_expr *b) {
    struct hd_expr *e = node(m, EX_BINARY, op == TK_LT ? hd_ty.bool_ : hd_ty.long_);
    e->op = (uint16_t)op;
    e->a = a;
    e->b = b;
    return e;
}

static struct hd_expr *assign(struct maker *m, struct hd_expr *lvalue, struct hd_expr *value) {
    struct hd_expr *e = node(m, EX_ASSIGN, lvalue->type);
    e->a = lvalue;
    e->b = value;
    return e;
}

static struct hd_stmt *stmt(struct maker *m, enum hd_stmt_kind kind) {
    struct hd_stmt *s = HD_NEW(m->arena, struct hd_stmt);
    s->kind = kind;
    s->range = m->fused->range;
    s->loc = m->fused->loc;
    return s;
}

static struct hd_stmt *expr_stmt(struct maker *m, struct hd_expr *e) {
    struct hd_stmt *s = stmt(m, STM_EXPR);
    s->a = e;
    return s;
}

static struct hd_sym *variable(struct maker *m, struct hd_type *type) {
    struct hd_sym *sym = HD_NEW(m->arena, struct hd_sym);
    sym->kind = SYM_VAR;
    sym->type = type;
    sym->range = m->fused->range;
    sym->defined = true;
    return sym;
}

static struct hd_stmt *declare(struct maker *m, struct hd_sym *sym, struct hd_expr *value) {
    struct hd_stmt *s = stmt(m, STM_VAR);
    s->sym = sym;
    struct hd_init *init = s->var_init = HD_NEW(m->arena, struct hd_init);
    init->type = sym->type;
    init->covers = true;
    init->nitems = 1;
    init->items = HD_NEW(m->arena, struct hd_init_item);
    init->items[0].value = value;
    init->items[0].repeat = 1;
    return s;
}

static void add(struct maker *m, struct hd_stmt *s) { HD_PUSH(m->arena, &m->body, s); }

static struct hd_sym *local(struct maker *m, struct hd_expr *value) {
    struct hd_sym *sym = variable(m, value->type);
    add(m, declare(m, sym, value));
    return sym;
}

static struct hd_sym *param(struct maker *m, struct hd_type *type) {
    struct hd_sym *sym = variable(m, type);
    sym->is_param = true;
    HD_PUSH(m->arena, &m->params, sym);
    return sym;
}

static struct hd_stmt *block(struct maker *m, int from) {
    struct hd_stmt *s = stmt(m, STM_BLOCK);
    s->nlist = m->body.n - from;
    s->list = HD_NEW_ARRAY(m->arena, struct hd_stmt *, s->nlist + 1);
    memcpy(s->list, m->body.v + from, sizeof *s->list * (size_t)s->nlist);
    m->body.n = from;
    return s;
}

// ---- indices ------------------------------------------------------------------------------------

static struct moved moved_params(struct maker *m, struct hd_type *elem, int slot,
                                 const struct hd_fused_operand *op) {
    struct moved p = {.class = (int)(m->form->classes >> 2 * slot & 3)};
    p.counts = op && op->counts;
    p.core = op && op->core;
    p.pointer = param(m, p.counts ? hd_ty.long_ : p.core ? elem : hd_type_ptr(elem));
    p.stride = param(m, hd_ty.long_);
    if (m->form->folds) p.fold = param(m, hd_ty.long_);
    for (int d = 0; d < m->form->outer; d++) p.outer[d] = param(m, hd_ty.long_);
    return p;
}

// Where the row begins: one number for the whole block unless rows are short.
static void row_offset(struct maker *m, struct moved *p) {
    struct hd_expr *sum = NULL;
    for (int d = 0; d < m->form->outer; d++) {
        struct hd_expr *part = op(m, TK_STAR, value_of(m, m->index[d]), value_of(m, p->outer[d]));
        sum = sum ? op(m, TK_PLUS, sum, part) : part;
    }
    p->offset = sum ? local(m, sum) : NULL;
}

static struct hd_expr *element(struct maker *m, const struct moved *p, struct hd_sym *fold) {
    struct hd_expr *at = NULL;
    if (p->class == 1) at = m->inner;
    if (p->class == 2) at = op(m, TK_STAR, m->inner, value_of(m, p->stride));
    if (fold) {
        struct hd_expr *part = op(m, TK_STAR, value_of(m, fold), value_of(m, p->fold));
        at = at ? op(m, TK_PLUS, at, part) : part;
    }
    if (p->offset) {
        struct hd_expr *from = value_of(m, p->offset);
        at = at ? op(m, TK_PLUS, from, at) : from;
    }
    struct hd_expr *sum = value_of(m, p->pointer);
    if (at && p->counts) {
        sum = op(m, TK_PLUS, sum, at);
    } else if (at) {
        struct hd_expr *moved = node(m, EX_PTR_ADD, sum->type);
        moved->a = sum;
        moved->b = at;
        sum = moved;
    }
    if (p->core || p->counts) return sum;
    struct hd_expr *e = node(m, EX_DEREF, sum->type->base);
    e->a = sum;
    e->is_lvalue = true;
    return e;
}

// The thread's own indices; what it returns is whether they are inside.
static struct hd_expr *find_indices(struct maker *m, struct hd_sym *n, struct hd_sym *rows) {
    const struct hd_fused *f = m->fused;
    struct hd_expr *size = number(m, HD_FUSED_BLOCK);
    struct hd_sym *row = NULL, *i;
    struct hd_expr *inside;
    if (m->form->flat) {
        struct hd_sym *t = local(m, op(m, TK_PLUS, op(m, TK_STAR, f->block, size), f->thread));
        row = local(m, op(m, TK_SLASH, value_of(m, t), value_of(m, n)));
        i = local(
            m, op(m, TK_MINUS, value_of(m, t), op(m, TK_STAR, value_of(m, row), value_of(m, n))));
        inside = op(m, TK_LT, value_of(m, t), op(m, TK_STAR, value_of(m, n), value_of(m, rows)));
    } else {
        struct hd_expr *in_row = f->block;
        if (m->form->many) {
            row = m->row;
        } else if (m->form->outer) {
            row = local(m, op(m, TK_SLASH, f->block, value_of(m, rows)));
            in_row = op(m, TK_MINUS, f->block, op(m, TK_STAR, value_of(m, row), value_of(m, rows)));
        }
        i = m->form->many ? local(m, f->thread)
                          : local(m, op(m, TK_PLUS, op(m, TK_STAR, in_row, size), f->thread));
        inside = op(m, TK_LT, value_of(m, i), value_of(m, n));
    }
    m->inner = value_of(m, i);
    m->row = row;
    return inside;
}

// The outer indices of the row.
static void split_row(struct maker *m, struct hd_sym **sizes) {
    struct hd_sym *row = m->row;
    for (int d = 0; d < m->form->outer; d++) {
        if (d == m->form->outer - 1) {
            m->index[d] = row;
            break;
        }
        struct hd_sym *rest = local(m, op(m, TK_SLASH, value_of(m, row), value_of(m, sizes[d])));
        m->index[d] = local(m, op(m, TK_MINUS, value_of(m, row),
                                  op(m, TK_STAR, value_of(m, rest), value_of(m, sizes[d]))));
        row = rest;
    }
}

// ---- the body -----------------------------------------------------------------------------------

// An operand before k that is the same variable: x in `where(x > 0, x, y)` is read once.
static const struct hd_fused_operand *read_already(const struct hd_fused *f, int k) {
    const struct hd_expr *e = f->ops[k].from;
    if (e->kind != EX_LOAD || e->a->kind != EX_VAR || f->ops[k].core) return NULL;
    for (int i = 0; i < k; i++) {
        const struct hd_expr *from = f->ops[i].from;
        if (from->kind == EX_LOAD && from->a->kind == EX_VAR && from->a->sym == e->a->sym)
            return &f->ops[i];
    }
    return NULL;
}

static void read_operands(struct maker *m, struct moved *from, struct hd_sym *fold) {
    for (int k = 0; k < m->fused->n; k++) {
        if (m->fused->ops[k].scalar) continue;
        const struct hd_fused_operand *same = read_already(m->fused, k);
        if (same) {
            add(m, declare(m, m->fused->ops[k].sym, value_of(m, same->sym)));
            continue;
        }
        struct hd_expr *e = element(m, &from[k], fold);
        add(m, declare(m, m->fused->ops[k].sym, e->is_lvalue ? load(m, e) : e));
    }
}

static struct hd_stmt *store(struct maker *m, const struct moved *target) {
    const struct hd_fused *f = m->fused;
    if (f->sub && f->sub->out >= 0) {
        add(m, declare(m, f->sub->to, element(m, target, NULL)));
        return expr_stmt(m, f->value);
    }
    struct hd_stmt *s = expr_stmt(m, assign(m, element(m, target, NULL), f->value));
    if (!f->stores_mask) return s;
    struct hd_stmt *guard = stmt(m, STM_IF);
    guard->a = value_of(m, f->ops[0].sym);
    guard->body = s;
    return guard;
}

static struct hd_stmt *fold_loop(struct maker *m, struct moved *from, struct hd_sym *count) {
    const struct hd_fused *f = m->fused;
    struct hd_sym *j = variable(m, hd_ty.long_);
    struct hd_stmt *loop = stmt(m, STM_FOR);
    int at = m->body.n;
    read_operands(m, from, j);
    add(m, declare(m, f->item, f->value));
    add(m, expr_stmt(m, assign(m, place(m, f->acc), f->combine)));
    loop->body = block(m, at);
    loop->init = declare(m, j, number(m, 1));
    loop->a = op(m, TK_LT, value_of(m, j), value_of(m, count));
    loop->step = assign(m, place(m, j), op(m, TK_PLUS, value_of(m, j), number(m, 1)));
    return loop;
}

static void fold_body(struct maker *m, struct moved *target, struct moved *from,
                      struct hd_sym *count) {
    const struct hd_fused *f = m->fused;
    int at = m->body.n;
    read_operands(m, from, NULL);
    add(m, expr_stmt(m, assign(m, place(m, f->acc), f->value)));
    struct hd_stmt *first = block(m, at);
    struct hd_stmt *acc = stmt(m, STM_VAR);
    acc->sym = f->acc;
    add(m, acc);
    add(m, first);
    add(m, fold_loop(m, from, count));
    add(m, expr_stmt(m, assign(m, element(m, target, NULL), value_of(m, f->acc))));
    m->func->has_loop = true;
}

// for (m->row = block * each; m->row < rows && m->row < (block + 1) * each; m->row++)
static struct hd_stmt *rows_loop(struct maker *m, struct hd_sym *rows, struct hd_sym *each,
                                 struct hd_stmt *body) {
    struct hd_stmt *loop = stmt(m, STM_FOR);
    struct hd_expr *block = m->fused->block;
    struct hd_sym *last =
        local(m, op(m, TK_STAR, op(m, TK_PLUS, block, number(m, 1)), value_of(m, each)));
    struct hd_stmt *less = stmt(m, STM_IF);
    less->a = op(m, TK_LT, value_of(m, rows), value_of(m, last));
    less->body = expr_stmt(m, assign(m, place(m, last), value_of(m, rows)));
    add(m, less);
    loop->init = declare(m, m->row, op(m, TK_STAR, block, value_of(m, each)));
    loop->a = op(m, TK_LT, value_of(m, m->row), value_of(m, last));
    loop->step = assign(m, place(m, m->row), op(m, TK_PLUS, value_of(m, m->row), number(m, 1)));
    loop->body = body;
    m->func->has_loop = true;
    return loop;
}

struct hd_func *hd_fused_kernel(struct hd_arena *arena, const struct hd_fused *f,
                                const struct hd_fused_form *form) {
    struct maker m = {.arena = arena, .fused = f, .form = form};
    struct hd_func *func = m.func = HD_NEW(arena, struct hd_func);
    func->wraps = true;
    struct hd_type *elem = form->folds ? f->acc_type : f->elem;
    struct hd_sym *n = param(&m, hd_ty.long_), *rows = param(&m, hd_ty.long_), *count = NULL;
    struct hd_sym *sizes[HD_FUSED_DIMS] = {NULL};
    struct moved target, from[HD_FUSED_OPERANDS] = {{0}};
    struct hd_sym *each = form->many ? param(&m, hd_ty.long_) : NULL;
    if (form->folds) count = param(&m, hd_ty.long_);
    struct hd_fused_operand out = {.core = 1};
    bool whole = f->sub && f->sub->out >= 0; // the target is sub-arrays, too
    target = moved_params(&m, whole ? f->sub->to->type : elem, 0, whole ? &out : NULL);
    for (int k = 0, slot = 1; k < f->n; k++)
        if (!f->ops[k].scalar) from[k] = moved_params(&m, f->ops[k].sym->type, slot++, &f->ops[k]);
    for (int d = 0; d + 1 < form->outer; d++) sizes[d] = param(&m, hd_ty.long_);
    for (int k = 0; k < f->n; k++) {
        if (!f->ops[k].scalar) continue;
        f->ops[k].sym->is_param = true;
        HD_PUSH(arena, &m.params, f->ops[k].sym);
    }
    if (form->many) m.row = variable(&m, hd_ty.long_);
    struct hd_expr *inside = find_indices(&m, n, rows);
    struct hd_stmt *guard = stmt(&m, STM_IF);
    guard->a = inside;
    int at = m.body.n;
    split_row(&m, sizes);
    row_offset(&m, &target);
    for (int k = 0; k < f->n; k++)
        if (!f->ops[k].scalar) row_offset(&m, &from[k]);
    if (form->folds) {
        fold_body(&m, &target, from, count);
    } else {
        read_operands(&m, from, NULL);
        add(&m, store(&m, &target));
    }
    struct hd_stmt *body = block(&m, at);
    if (form->many) {
        add(&m, rows_loop(&m, rows, each, body));
        body = block(&m, at);
    }
    guard->body = body;
    add(&m, guard);
    func->body = block(&m, 0);
    func->params = m.params.v;
    func->nparams = m.params.n;
    struct hd_type **types = HD_NEW_ARRAY(arena, struct hd_type *, func->nparams);
    for (int i = 0; i < func->nparams; i++) types[i] = func->params[i]->type;
    func->type = hd_type_func(arena, hd_ty.void_, types, func->nparams, false, false);
    func->sym = variable(&m, func->type);
    func->sym->kind = SYM_FUNC;
    func->sym->spec = SPEC_GLOBAL;
    func->sym->name = hd_intern_str("fused");
    func->sym->link_name = hd_printf(arena, "fused.%llu", (unsigned long long)f->serial);
    func->sym->func = func;
    func->calls = f->calls;
    func->ncalls = f->ncalls;
    func->is_kernel = func->is_device = true;
    func->source = hd_source_at(f->loc);
    func->max_threads = HD_FUSED_BLOCK; // on a GPU: registers are left for so many
    func->arena = arena;
    return func;
}
