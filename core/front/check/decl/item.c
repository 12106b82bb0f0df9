// Top-level items: which of the files beside this one checks what, and a cell's last expression.
#include "front/check/array/array.h"
#include "front/check/decl/decl.h"

#include <string.h>

// A prototype of a template, as a function without a body.
static struct hd_ast *as_function(struct check *c, struct hd_ast *item) {
    struct hd_ast *fn = HD_NEW(c->arena, struct hd_ast);
    *fn = *item;
    fn->kind = AST_FUNCTION;
    fn->declr = item->kids[0]->declr;
    fn->name = fn->declr->name;
    fn->loc = fn->declr->name_range.from;
    fn->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 1);
    fn->nkids = 1;
    return fn;
}

static void entry_stmts(struct check *c, const struct hd_ast *item, const stmt_vec *out,
                        struct hd_stmt **entry_stmt) {
    if (out->n == 0 || !entry_stmt) return;
    struct hd_stmt *s = out->v[0];
    if (out->n > 1) {
        s = decl_stmt(c, STM_BLOCK, item->range);
        s->list = out->v;
        s->nlist = out->n;
    }
    *entry_stmt = s;
}

// `template <> int R<double>::count = 9;`: what the template's text gave that instance is taken
// back.
static void drop_instance_static(struct check *c, const struct hd_declr *declr) {
    struct inner in;
    if (!check_qual(c, declr->qual, &in) || !in.record || !in.space->session) return;
    struct hd_def *def =
        hd_map_get(&c->front->names, hd_space_key(c->front, in.space, declr->name));
    if (def && !def->dead && def->instance_of && global_in_this_cell(c->front, def))
        global_withdraw(c->front, def);
}

static void declaration_item(struct check *c, struct hd_ast *item, struct hd_stmt **entry_stmt) {
    stmt_vec out = {0};
    if ((item->is_template || item->is_specialisation) && item->nkids == 0 &&
        item->spec->base == BASE_TAG) {
        struct_template_declare(c, item);
        return;
    }
    if ((item->is_template || item->is_specialisation) && item->nkids == 1 &&
        !function_deriv(item->kids[0]->declr)) {
        if (item->is_specialisation && item->kids[0]->declr->qual && !item->kids[0]->declr->targs) {
            drop_instance_static(c, item->kids[0]->declr);
            check_decl(c, item, &out);
            entry_stmts(c, item, &out, entry_stmt);
        } else if (item->kids[0]->declr->qual && !item->kids[0]->declr->targs) {
            struct_template_member(c, item);
        } else {
            variable_template_declare(c, item);
        }
        return;
    }
    if ((item->is_template || item->is_specialisation) && item->nkids == 1) {
        struct hd_ast *fn = as_function(c, item);
        function_item(c, fn, entry_stmt);
        return;
    }
    check_decl(c, item, &out);
    entry_stmts(c, item, &out, entry_stmt);
}

bool check_shows_variable(const struct hd_expr *e) {
    bool variable = e->kind == EX_VAR && e->sym->storage == ST_GLOBAL && e->is_lvalue;
    unsigned copies = 1u << SPECIAL_COPY;
    return variable && is_record(e->type) && (e->type->record->deleted & copies);
}

// The cell's last expression without `;`: STM_RESULT, or STM_EXPR for void.
static struct hd_stmt *check_result(struct check *c, struct hd_expr *e, int before) {
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, e->range);
    e = expr_settled(c, e);
    if (is_error(e)) {
        s->kind = STM_EMPTY;
        return s;
    }
    bool array = e->type->kind == HD_TY_ARRAY && e->is_lvalue && !hd_type_is_vla(e->type) &&
                 hd_type_is_complete(e->type);
    array = array || check_shows_variable(e);
    if (!array) e = rvalue(c, e);
    if (!array && !is_stream(e->type)) e = class_value(c, e);
    bool display = is_display(e);
    if (!array && c->lang == HD_LANG_CU) e = is_array(e) ? e : array_scope(c, e, before);
    s->a = e;
    if (e->type->kind == HD_TY_VOID || is_error(e) || display || is_stream(e->type)) return s;
    struct hd_sym *sym = sym_new(c, SYM_VAR, hd_intern_str("_"), hd_type_unqual(e->type), e->range);
    sym->storage = ST_GLOBAL;
    sym->defined = true;
    sym->is_result = true;
    note_use(c, sym);
    s->kind = STM_RESULT;
    s->sym = sym;
    if (is_array(e)) s->a = array_result(c, sym, e, before);
    return s;
}

static struct hd_stmt *check_shown(struct check *c, struct hd_ast *item) {
    int before = c->arrays;
    struct hd_expr *e = check_expr(c, item->kids[0]);
    slip_in_result(c, e);
    return check_result(c, e, before);
}

static void statement_item(struct check *c, struct hd_ast *item, struct hd_stmt **entry_stmt) {
    struct hd_stmt *s;
    bool shown = item->kind == AST_EXPR_STMT && !item->op && item->nkids && item->kids[0];
    if (shown)
        s = check_shown(c, item);
    else
        s = check_stmt(c, item);
    labels_finish(c);
    if (s->kind != STM_EMPTY && entry_stmt) *entry_stmt = s;
}

void check_item(struct check *c, struct hd_ast *item, struct hd_stmt **entry_stmt) {
    enum hd_lang outer_lang = type_str_lang;
    type_str_lang = c->lang;
    c->at = item->range;
    if (!c->func &&
        c->front->txn) { // a definition checked again: its code runs in the current cell
        c->func = c->front->txn->entry;
        c->ret = hd_ty.void_;
    }
    switch (item->kind) {
    case AST_DECLARATION: declaration_item(c, item, entry_stmt); break;
    case AST_FUNCTION: function_item(c, item, entry_stmt); break;
    case AST_STATIC_ASSERT: check_static_assert(c, item); break;
    case AST_USING: check_using(c, item); break;
    case AST_NAMESPACE: check_namespace(c, item); break;
    case AST_EMPTY: break;
    case AST_INSTANTIATION:
        if (item->declr)
            template_instantiate(c, item);
        else
            struct_template_instantiate(c, item->spec);
        break;
    case AST_ASM:
        hd_error(c->diags, item->range, "`asm` outside of a function is not supported");
        break;
    default: statement_item(c, item, entry_stmt); break;
    }
    type_str_lang = outer_lang;
}
