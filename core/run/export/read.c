// Cells to items. Each cell is checked by a front end that belongs to the export, in order, so that
// types, storage and what is looked up are known; nothing runs. The text of an item is what was
// written. What has to change in it (launches are checked, static arrays that kernels get become
// memory that both sides reach) is a list of edits, found in the syntax tree.
#include "run/export/export.h"
#include "run/magic/magic.h"
#include "front/front.h"

#include <ctype.h>
#include <string.h>

struct reader {
    struct ex_plan *plan;
    const struct ex_cell *cell;
    int index; // of the cell
    const struct hd_source *source;
    const struct hd_space *space;        // the namespace that is read in, or NULL
    HD_VEC(const struct hd_ast *) items; // of the piece being checked
};

static const char *source_text(const struct ex_plan *plan, struct hd_range range) {
    const struct hd_source *source = hd_source_at(range.from);
    if (!source || range.to <= range.from) return "";
    return hd_strndup(plan->arena, source->text + (range.from - source->base),
                      range.to - range.from);
}

static struct ex_item *add_item(struct reader *r, enum ex_kind kind) {
    struct ex_plan *plan = r->plan;
    struct ex_item *item = HD_NEW(plan->arena, struct ex_item);
    *item = (struct ex_item){.kind = kind,
                             .index = plan->items.n,
                             .cell = r->index,
                             .source = r->source,
                             .space = r->space,
                             .failed = r->cell->failed};
    HD_PUSH(plan->arena, &plan->items, item);
    return item;
}

static void add_note(struct reader *r, const char *text, size_t len) {
    if (len == SIZE_MAX) len = strlen(text);
    while (len && isspace((unsigned char)text[len - 1])) len--;
    while (len && (*text == '\n' || *text == '\r')) text++, len--;
    if (!len) return;
    add_item(r, ITEM_NOTE)->text = hd_strndup(r->plan->arena, text, len);
}

static void add_name(struct ex_plan *plan, ex_names *names, const char *name) {
    for (int i = 0; i < names->n; i++)
        if (names->v[i] == name) return;
    HD_PUSH(plan->arena, names, name);
}

static bool has_name(const ex_names *names, const char *name) {
    for (int i = 0; i < names->n; i++)
        if (names->v[i] == name) return true;
    return false;
}

// ---- names in a text ----------------------------------------------------------------------------

void ex_each_name(struct ex_plan *plan, const struct hd_source *source, struct hd_range range,
                  void (*fn)(void *user, const char *name, struct hd_range at, bool standard),
                  void *user) {
    struct lexer lx;
    lex_init(&lx, source, range.from - source->base, range.to - source->base, plan->arena, NULL);
    lx.cuda = true;
    int before = TK_EOF, before_that = TK_EOF;
    const char *scope = "";
    for (struct hd_token t = lex_next(&lx); t.kind != TK_EOF; t = lex_next(&lx)) {
        bool member = before == TK_DOT || before == TK_ARROW;
        bool scoped = before == TK_SCOPE && before_that == TK_IDENT;
        if (t.kind == TK_IDENT && !member)
            fn(user, t.text, (struct hd_range){t.loc, t.loc + t.len},
               scoped && (!strcmp(scope, "std") || !strcmp(scope, "chrono")));
        before_that = before;
        before = t.kind;
        if (t.kind == TK_IDENT) scope = t.text;
    }
}

struct uses {
    struct ex_plan *plan;
    struct ex_item *item;
};

// The pictures that only Heddle draws.
static const char *const shows[] = {
    "imshow",   "plot",         "display",      "display_png",      "update_display",
    "progress", "clear_output", "display_html", "display_markdown", "display_svg"};

static void need_header(struct ex_plan *plan, const char *header) {
    for (int i = 0; header && i < plan->headers.n; i++)
        if (strcmp(plan->headers.v[i], header) == 0) return;
    if (header) HD_PUSH(plan->arena, &plan->headers, header);
}

static void take_use(void *user, const char *name, struct hd_range at, bool standard) {
    struct uses *u = user;
    if (standard) {
        need_header(u->plan, hd_std_header_of(name));
        return;
    }
    if (has_name(&u->item->members, name)) return;
    const char *result = ex_result_named(u->plan, u->item, name, &at);
    add_name(u->plan, &u->item->uses, result ? result : name);
    const ex_names *keys = hd_map_get(&u->plan->inner, name); // of which one may be meant
    for (int i = 0; keys && i < keys->n; i++) add_name(u->plan, &u->item->uses, keys->v[i]);
}

static char char_at(const struct hd_source *source, hd_loc loc);

const char *ex_result_named(struct ex_plan *plan, const struct ex_item *item, const char *name,
                            struct hd_range *at) {
    int back = 0, last = plan->shown.n;
    while (last > 0 && plan->shown.v[last - 1]->index >= item->index) last--;
    while (name[back] == '_') back++;
    if (hd_map_get(&plan->known, name)) return NULL;
    if (back && !name[back] && back <= last) return plan->shown.v[last - back]->name;
    const char *number = back == 1 ? name + 1 : NULL;
    if (strcmp(name, "Out") == 0 && item->source) {
        hd_loc open = at->to, end = open + 1;
        while (isdigit((unsigned char)char_at(item->source, end))) end++;
        if (char_at(item->source, open) != '[' || char_at(item->source, end) != ']') return NULL;
        number = hd_strndup(plan->arena, item->source->text + (open + 1 - item->source->base),
                            end - open - 1);
        at->to = end + 1;
    }
    for (int i = 0; number && i < last; i++)
        if (plan->shown.v[i]->name == hd_intern_str(hd_printf(plan->arena, "Out[%s]", number)))
            return plan->shown.v[i]->name;
    return NULL;
}

static void use_names_of_text(struct reader *r, struct ex_item *item, struct hd_range range) {
    if (range.to > range.from)
        ex_each_name(r->plan, r->source, range, take_use, &(struct uses){r->plan, item});
}

// ---- the syntax tree: launches, static arrays, what kernels may reach ---------------------------

struct walk {
    struct reader *r;
    struct ex_item *item;
    bool reach; // the value of what is looked at may go to a kernel
};

static char char_at(const struct hd_source *source, hd_loc loc) {
    return loc - source->base < source->len ? source->text[loc - source->base] : 0;
}

// Where the statement that ends at or before `loc` has its semicolon behind it; loc itself without.
static hd_loc after_semicolon(const struct hd_source *source, hd_loc loc) {
    if (loc > source->base && char_at(source, loc - 1) == ';') return loc;
    hd_loc at = loc;
    while (isspace((unsigned char)char_at(source, at))) at++;
    return char_at(source, at) == ';' ? at + 1 : loc;
}

static void edit(struct walk *w, hd_loc at, hd_loc to, const char *text) {
    HD_PUSH(w->r->plan->arena, &w->item->edits, ((struct ex_edit){at, to, text}));
}

static bool is_launch(const struct hd_ast *stmt) {
    return stmt && stmt->kind == AST_EXPR_STMT && stmt->nkids && stmt->kids[0] &&
           stmt->kids[0]->kind == AST_LAUNCH;
}

// What follows waits for the kernel itself, or does not look at memory: no need to wait before.
static bool waits(const struct hd_ast *next) {
    static const char *const waiting[] = {"cudaDeviceSynchronize",
                                          "cudaStreamSynchronize",
                                          "cudaEventRecord",
                                          "cudaEventSynchronize",
                                          "cudaMemcpy",
                                          "cudaGetLastError",
                                          "cudaPeekAtLastError",
                                          "cudaMemcpyFromSymbol"};
    if (is_launch(next)) return true;
    if (!next || next->kind != AST_EXPR_STMT || !next->nkids || !next->kids[0]) return false;
    const struct hd_ast *call = next->kids[0];
    if (call->kind != AST_CALL || call->kids[0]->kind != AST_NAME) return false;
    for (int i = 0; i < HD_COUNT(waiting); i++)
        if (strcmp(call->kids[0]->name, waiting[i]) == 0) return true;
    return false;
}

static const char *indent_at(struct walk *w, hd_loc loc) {
    const struct hd_source *s = w->r->source;
    size_t at = loc - s->base, line = at;
    while (line > 0 && s->text[line - 1] != '\n') line--;
    size_t end = line;
    while (end < at && (s->text[end] == ' ' || s->text[end] == '\t')) end++;
    return hd_strndup(w->r->plan->arena, s->text + line, end - line);
}

static void mend_launch(struct walk *w, const struct hd_ast *stmt, bool in_block,
                        const struct hd_ast *next) {
    const struct hd_ast *launch = stmt->kids[0];
    const char *kernel = launch->kids[0]->kind == AST_NAME ? launch->kids[0]->name : "kernel";
    const char *call = hd_printf(w->r->plan->arena, "%s(\"%s\", __LINE__);",
                                 waits(next) ? "launched" : "finished", kernel);
    hd_loc end = after_semicolon(w->r->source, stmt->range.to);
    bool ended = char_at(w->r->source, end - 1) == ';';
    w->item->launches = w->r->plan->launches = true;
    if (!in_block) edit(w, stmt->range.from, stmt->range.from, "{ ");
    edit(w, end, end,
         in_block ? hd_printf(w->r->plan->arena, "%s\n%s%s", ended ? "" : ";",
                              indent_at(w, stmt->range.from), call)
                  : hd_printf(w->r->plan->arena, "%s %s }", ended ? "" : ";", call));
}

// Whether a variable of a declaration is an array, or its address is taken in the text: a kernel
// may get it.
static bool may_be_reached(struct walk *w, const struct hd_ast *decl) {
    const char *text = source_text(w->r->plan, w->item->range);
    for (int i = 0; i < decl->nkids; i++) {
        const struct hd_declr *declr = decl->kids[i]->declr;
        if (!declr || !declr->name) continue;
        for (const struct hd_deriv *d = declr->derivs; d; d = d->next)
            if (d->kind == DERIV_ARRAY) return true;
        if (strstr(text, hd_printf(w->r->plan->arena, "&%s", declr->name))) return true;
    }
    return false;
}

// `static float x[100];` in a function: kernels that get x read it on the device.
static void static_local(struct walk *w, const struct hd_ast *decl) {
    const struct hd_spec *spec = decl->spec;
    struct ex_plan *plan = w->r->plan;
    if (!(spec->flags & SPEC_STATIC) || spec->flags & (SPEC_SHARED | SPEC_DEVICE | SPEC_CONSTANT) ||
        spec->base == BASE_AUTO || spec->has_body || !may_be_reached(w, decl))
        return;
    struct hd_buf out = {0};
    const char *type = source_text(plan, spec->range), *word = strstr(type, "static");
    if (!word) return;
    const char *plain = hd_printf(plan->arena, "%.*s%s", (int)(word - type), type,
                                  word[6] == ' ' ? word + 7 : word + 6);
    for (int i = 0; i < decl->nkids; i++) {
        const struct hd_ast *d = decl->kids[i];
        if (!d->declr || !d->declr->name) return;
        const char *declr = source_text(plan, d->declr->range),
                   *name = strstr(declr, d->declr->name);
        if (!name) return;
        int before = (int)(name - declr);
        const char *after = name + strlen(d->declr->name);
        const char *value = d->nkids && d->kids[0] ? source_text(plan, d->kids[0]->range) : NULL;
        if (i) hd_buf_printf(&out, "\n%s", indent_at(w, decl->range.from));
        // typedefs, because a reference to an array cannot be initialised from a cast otherwise
        hd_buf_printf(&out,
                      "typedef %s %.*s%s_memory%s; static %s_memory &%s = "
                      "*(%s_memory *)managed_memory(sizeof(%s_memory));",
                      plain, before, declr, d->declr->name, after, d->declr->name, d->declr->name,
                      d->declr->name, d->declr->name);
        if (value)
            hd_buf_printf(
                &out,
                " { static bool set; %s%s_memory first%s; "
                "if (!set) memcpy((void *)&%s, (const void *)&first, sizeof first); set = true; }",
                "", d->declr->name, hd_printf(plan->arena, " = %s", value), d->declr->name);
    }
    edit(w, decl->range.from, after_semicolon(w->r->source, decl->range.to),
         hd_strdup(plan->arena, hd_buf_str(&out)));
    need_header(plan, "string.h");
    hd_map_set(&plan->shows, hd_intern_str("managed_memory"), w->item);
    hd_buf_finish(&out);
}

static void walk(struct walk *w, const struct hd_ast *node, bool in_block,
                 const struct hd_ast *next);

static void walk_all(struct walk *w, struct hd_ast **kids, int n, bool block) {
    for (int i = 0; i < n; i++) walk(w, kids[i], block, block && i + 1 < n ? kids[i + 1] : NULL);
}

static void reach_name(struct walk *w, const char *name) {
    struct ex_plan *plan = w->r->plan;
    for (int i = plan->items.n; i-- > 0;) {
        struct ex_item *item = plan->items.v[i];
        if (item->kind == ITEM_VARIABLE && item->name == name) {
            item->reached = true;
            return;
        }
    }
}

static bool array_of_session(struct walk *w, const char *name) {
    struct ex_plan *plan = w->r->plan;
    for (int i = plan->items.n; i-- > 0;) {
        struct ex_item *item = plan->items.v[i];
        if (item->kind == ITEM_VARIABLE && item->name == name)
            return item->type->kind == HD_TY_ARRAY;
    }
    return false;
}

static void walk_call(struct walk *w, const struct hd_ast *node) {
    const struct hd_ast *callee = node->kids[0];
    bool outer = w->reach;
    bool launch = node->kind == AST_LAUNCH;
    // Functions of libraries do not launch kernels; the session's may.
    bool library = !launch && (callee->kind != AST_NAME || callee->qual ||
                               !hd_map_get(&w->r->plan->known, callee->name));
    w->reach = false;
    walk(w, callee, false, NULL);
    for (int i = 1; i < node->nkids; i++) {
        w->reach = launch ? i >= 5 : !library;
        walk(w, node->kids[i], false, NULL);
    }
    w->reach = outer;
}

static void walk(struct walk *w, const struct hd_ast *node, bool in_block,
                 const struct hd_ast *next) {
    if (!node) return;
    bool outer = w->reach;
    if (is_launch(node)) mend_launch(w, node, in_block, next);
    switch (node->kind) {
    case AST_CALL: walk_call(w, node); return;
    case AST_LAUNCH:
        w->item->launches = w->r->plan->launches = true;
        walk_call(w, node);
        return;
    case AST_NAME:
        if (w->reach && array_of_session(w, node->name)) reach_name(w, node->name);
        break;
    case AST_UNARY:
        if (node->op == TK_AMP && node->kids[0]->kind == AST_NAME) {
            if (w->reach) reach_name(w, node->kids[0]->name);
            return;
        }
        break;
    case AST_SIZEOF: return;
    case AST_INDEX:
        walk(w, node->kids[0], false, NULL);
        w->reach = false;
        walk(w, node->kids[1], false, NULL);
        w->reach = outer;
        return;
    case AST_ASSIGN: // p = a
        walk(w, node->kids[0], false, NULL);
        w->reach = node->op == TK_ASSIGN && node->kids[1]->kind != AST_INDEX;
        walk(w, node->kids[1], false, NULL);
        w->reach = outer;
        return;
    case AST_DECLARATION:
        for (int i = 0; i < node->nkids; i++) {
            const struct hd_ast *d = node->kids[i];
            if (d->kind != AST_DECLARATOR_INIT) continue;
            bool pointer = d->declr && d->declr->derivs && d->declr->derivs->kind != DERIV_ARRAY;
            w->reach = pointer && d->nkids && d->kids[0] && d->kids[0]->kind != AST_INDEX;
            walk_all(w, d->kids, d->nkids, false);
            w->reach = outer;
        }
        return;
    case AST_BLOCK:
        for (int i = 0; i < node->nkids; i++) {
            const struct hd_ast *kid = node->kids[i];
            if (kid && kid->kind == AST_DECLARATION && w->item->launches) static_local(w, kid);
        }
        walk_all(w, node->kids, node->nkids, true);
        return;
    default: break;
    }
    // `case 1: k<<<1, 1>>>();` and labels stand in a block with what follows them.
    bool block = node->kind == AST_CASE || node->kind == AST_DEFAULT || node->kind == AST_LABEL;
    walk_all(w, node->kids, node->nkids, block);
}

static bool has_launch(const struct hd_ast *node) {
    if (!node) return false;
    if (node->kind == AST_LAUNCH) return true;
    for (int i = 0; i < node->nkids; i++)
        if (has_launch(node->kids[i])) return true;
    return false;
}

// ---- items --------------------------------------------------------------------------------------

static void collect_members(struct ex_plan *plan, struct ex_item *item,
                            const struct hd_spec *spec) {
    if (!spec || !spec->has_body || spec->tag_kind == TK_ENUM) return;
    for (int i = 0; i < spec->nmembers; i++) {
        const struct hd_ast *m = spec->members[i];
        if (!m) continue;
        if (m->kind == AST_FUNCTION && m->declr && m->declr->name)
            add_name(plan, &item->members, m->declr->name);
        for (int k = 0; m->kind == AST_DECLARATION && k < m->nkids; k++)
            if (m->kids[k]->declr && m->kids[k]->declr->name)
                add_name(plan, &item->members, m->kids[k]->declr->name);
        if (m->kind == AST_DECLARATION) collect_members(plan, item, m->spec);
    }
}

// A name that an item defines, and the word by which text names it.
static void know(struct ex_plan *plan, const struct hd_def *def, struct ex_item *item) {
    hd_map_set(&plan->known, def->name, item);
    if (!def->space || !def->space->key) return;
    const char *word = hd_intern_str(hd_def_plain(def));
    ex_names *keys = hd_map_get(&plan->inner, word);
    if (!keys) hd_map_set(&plan->inner, word, keys = HD_NEW(plan->arena, ex_names));
    add_name(plan, keys, def->name);
    hd_map_set(&plan->words, def->name, (void *)word);
}

// Whether an item is what defines `def`: not its struct, nor the template that made it.
static bool is_definition_of(const struct ex_item *item, const struct hd_def *def) {
    bool member = def->space && hd_space_is_in_class(def->space);
    bool brings = def->sym && (def->sym->kind == SYM_USING || def->sym->kind == SYM_ALIAS);
    return !def->instance_of && !brings && (!member || item->body);
}

// What the front end found in the text of an item: names that it defines, and needs.
static void take_definitions(struct reader *r, struct ex_item *item, const struct hd_cell *cell) {
    struct ex_plan *plan = r->plan;
    bool by_text = false;
    for (int i = 0; i < cell->defs.n; i++) {
        const struct hd_def *def = cell->defs.v[i];
        if (def->range.from < item->range.from || def->range.to > item->range.to || !def->name ||
            def->range.to <= def->range.from)
            continue;
        if (is_definition_of(item, def)) {
            add_name(plan, &item->defines, def->name);
            know(plan, def, item);
            // an operator or a member, one of several of its name
            if (def->family) hd_map_set(&plan->fixed, def->name, item);
        }
        for (int k = 0; k < def->nneeds; k++)
            if (!has_name(&item->members, def->needs[k]))
                add_name(plan, &item->uses, def->needs[k]);
        for (int k = 0; k < def->nmacro_uses; k++)
            if (def->macro_uses[k].macro) add_name(plan, &item->uses, def->macro_uses[k].name);
        by_text |= def->kind == DEF_TEMPLATE;
    }
    if (by_text || !item->defines.n) use_names_of_text(r, item, item->range);
}

static const struct hd_def *def_of(const struct hd_cell *cell, const char *name) {
    for (int i = cell->defs.n; i-- > 0;)
        if (cell->defs.v[i]->name == name && cell->defs.v[i]->kind == DEF_VAR)
            return cell->defs.v[i];
    return NULL;
}

static struct ex_item *variable_named(struct ex_plan *plan, const char *name) {
    for (int i = plan->items.n; i-- > 0;) {
        struct ex_item *item = plan->items.v[i];
        if (has_name(&item->defines, name)) return item->kind == ITEM_VARIABLE ? item : NULL;
    }
    return NULL;
}

static struct hd_range with_scope(const struct hd_source *source, struct hd_range range);

static bool add_variable(struct reader *r, const struct hd_ast *ast, const struct hd_ast *d,
                         const struct hd_cell *cell) {
    struct ex_plan *plan = r->plan;
    const struct hd_def *def = d->declr && d->declr->name ? def_of(cell, d->declr->name) : NULL;
    if (!def || !def->sym || def->sym->kind != SYM_VAR) return false;
    const struct hd_sym *sym = def->sym;
    bool is_const = (sym->type->quals & Q_CONST) != 0 || ast->spec->flags & SPEC_CONSTEXPR;
    struct ex_item *old = variable_named(plan, sym->name);
    if (old && (is_const || !hd_type_same(old->type, sym->type) || old->qualified)) old = NULL;
    struct ex_item *item = add_item(r, old ? ITEM_AGAIN : ITEM_VARIABLE);
    item->of = old;
    item->name = sym->name;
    item->type = sym->type;
    item->spec = with_scope(r->source, ast->spec->range);
    item->declr = d->declr->range;
    item->range = (struct hd_range){ast->spec->range.from, d->range.to};
    if (d->nkids && d->kids[0]) {
        item->init = (struct hd_range){d->kids[0]->range.from, d->kids[d->nkids - 1]->range.to};
        item->init = with_scope(r->source, item->init);
        item->init_op = d->op;
    }
    item->deduced = ast->spec->base == BASE_AUTO;
    item->constant = !sym->has_initializer || sym->init || sym->is_const_value;
    if (sym->type->kind == HD_TY_RECORD && d->nkids) item->constant = sym->init != NULL;
    const struct hd_record *record = sym->type->kind == HD_TY_RECORD ? sym->type->record : NULL;
    item->closure = record && record->closure;
    item->constructed = record && (record->has_ctors || record->closure);
    item->qualified = (ast->spec->flags & (SPEC_DEVICE | SPEC_CONSTANT | SPEC_MANAGED |
                                           SPEC_EXTERN | SPEC_SHARED | SPEC_THREAD)) != 0 ||
                      sym->type->kind == HD_TY_REF;
    plan->devices |= item->qualified;
    for (int k = 0; k < def->nneeds; k++) add_name(plan, &item->uses, def->needs[k]);
    use_names_of_text(r, item, item->spec);
    use_names_of_text(r, item, item->declr);
    use_names_of_text(r, item, item->init);
    if (!old) add_name(plan, &item->defines, sym->name);
    hd_map_set(&plan->known, sym->name, item);
    struct walk w = {.r = r, .item = item, .reach = sym->type->kind == HD_TY_PTR};
    walk_all(&w, d->kids, d->nkids, false);
    return true;
}

// The syntax tree has no `std::`: the text has it.
static struct hd_range with_scope(const struct hd_source *source, struct hd_range range) {
    if (range.to <= range.from) return range;
    for (;;) {
        size_t at = range.from - source->base;
        while (at > 0 && (source->text[at - 1] == ' ' || source->text[at - 1] == '\t')) at--;
        if (at < 2 || source->text[at - 1] != ':' || source->text[at - 2] != ':') return range;
        at -= 2;
        while (at > 0 &&
               (isalnum((unsigned char)source->text[at - 1]) || source->text[at - 1] == '_'))
            at--;
        range.from = source->base + (hd_loc)at;
    }
}

static struct hd_range token_range(const struct hd_cell *cell, const struct hd_ast *ast) {
    const struct hd_token
        *from = &cell->tokens.v[ast->tok_from],
        *last = &cell->tokens.v[ast->tok_to > ast->tok_from ? ast->tok_to - 1 : ast->tok_from];
    return (struct hd_range){from->loc, last->loc + last->len};
}

// `__device__` somewhere in it: at a function, or at a member of a struct.
static bool says_device(const struct hd_cell *cell, const struct hd_ast *ast) {
    for (int i = ast->tok_from; i < ast->tok_to; i++)
        if (cell->tokens.v[i].kind == TK_DEVICE) return true;
    return false;
}

static struct ex_item *add_definition(struct reader *r, const struct hd_ast *ast,
                                      struct hd_range range, const struct hd_cell *cell) {
    struct ex_item *item = add_item(r, ITEM_DEFINITION);
    item->range = range;
    collect_members(r->plan, item, ast->spec);
    item->kernel = ast->spec && ast->spec->flags & SPEC_GLOBAL;
    item->device = item->kernel || says_device(cell, ast);
    if (ast->kind == AST_FUNCTION && ast->nkids && ast->kids[0])
        item->body = ast->kids[0]->range.from;
    take_definitions(r, item, cell);
    item->launches = has_launch(ast);
    struct walk w = {.r = r, .item = item};
    if (ast->kind == AST_FUNCTION) walk_all(&w, ast->kids, ast->nkids, false);
    return item;
}

// `struct fit { int n; } table[4];` is the struct, and then the variable.
static void add_declaration(struct reader *r, const struct hd_ast *ast, struct hd_range range,
                            const struct hd_cell *cell) {
    bool variables = ast->nkids > 0 && !(ast->spec->flags & SPEC_TYPEDEF);
    for (int i = 0; variables && i < ast->nkids; i++) {
        const struct hd_ast *d = ast->kids[i];
        const struct hd_def *def = d->kind == AST_DECLARATOR_INIT && d->declr && d->declr->name
                                       ? def_of(cell, d->declr->name)
                                       : NULL;
        variables = def && def->sym && def->sym->kind == SYM_VAR && !hd_type_is_vla(def->sym->type);
    }
    if (variables && ast->spec->has_body && !ast->spec->name) variables = false;
    if (!variables) {
        add_definition(r, ast, range, cell);
        return;
    }
    bool apart = ast->spec->has_body;
    if (apart) {
        struct ex_item *tag = add_item(r, ITEM_DEFINITION);
        tag->range = ast->spec->range;
        collect_members(r->plan, tag, ast->spec);
        take_definitions(r, tag, cell);
        add_name(r->plan, &tag->defines, ast->spec->name);
        hd_map_set(&r->plan->known, ast->spec->name, tag);
        tag->trail = ";";
    }
    for (int i = 0; i < ast->nkids; i++) {
        add_variable(r, ast, ast->kids[i], cell);
        if (apart) r->plan->items.v[r->plan->items.n - 1]->apart = true;
    }
}

static void add_statement(struct reader *r, const struct hd_ast *ast, struct hd_range range,
                          const struct hd_cell *cell, const struct hd_ast *next) {
    struct hd_type *shown = NULL;
    bool given = false;
    if (!next && ast->kind == AST_EXPR_STMT && !ast->op && cell->result && cell->entry == NULL)
        shown = cell->result->type; // an array of the session
    // (behind the result of a class with a destructor stands that it has been made)
    for (int i = 1; cell->entry && i <= 2 && i <= cell->entry->body->nlist; i++)
        given |= cell->entry->body->list[cell->entry->body->nlist - i]->kind == STM_RESULT;
    if (!next && ast->kind == AST_EXPR_STMT && !ast->op && cell->entry && cell->result &&
        (cell->result_is_lvalue_array || given))
        shown = cell->result->type;
    struct ex_item *item = add_item(r, shown ? ITEM_SHOWN : ITEM_STATEMENT);
    item->range = range;
    item->type = shown;
    item->launches = has_launch(ast);
    use_names_of_text(r, item, range);
    if (shown) {
        item->name = hd_intern_str(hd_printf(r->plan->arena, "Out[%d]", r->cell->n));
        add_name(r->plan, &item->defines, item->name);
        HD_PUSH(r->plan->arena, &r->plan->shown, item);
    }
    const struct hd_ast *init = ast->kind == AST_FOR && ast->nkids ? ast->kids[0] : NULL;
    for (int i = 0; init && init->kind == AST_DECLARATION && i < init->nkids; i++)
        if (init->kids[i]->declr && init->kids[i]->declr->name)
            add_name(r->plan, &item->loops, init->kids[i]->declr->name);
    struct walk w = {.r = r, .item = item};
    walk(&w, ast, true, next);
}

// `using namespace geo;`, of a namespace that cells have made.
static bool of_session(struct ex_plan *plan, const struct hd_ast *ast) {
    const struct hd_qual *first = ast->qual;
    return first && strncmp(source_text(plan, ast->range), "using namespace std", 19) != 0;
}

static void add_ast(struct reader *r, const struct hd_ast *ast, struct hd_range range,
                    const struct hd_cell *cell, const struct hd_ast *next) {
    const struct hd_space *space = ast->space;
    r->space = space && space->kind == SPACE_NAMESPACE && !space->is_std ? space : NULL;
    switch (ast->kind) {
    case AST_NAMESPACE: // `namespace geo {`: what is in it knows that
        if (!ast->op || ast->op == TK_INLINE) return;
        if (ast->op == TK_USING && !of_session(r->plan, ast))
            add_statement(r, ast, range, cell, next);
        else
            add_definition(r, ast, range, cell);
        return;
    case AST_DECLARATION: add_declaration(r, ast, range, cell); return;
    case AST_FUNCTION:
    case AST_USING:
    case AST_STATIC_ASSERT: add_definition(r, ast, range, cell); return;
    case AST_EMPTY: {
        const char *text = source_text(r->plan, range);
        if (strncmp(text, "using", 5) == 0) add_definition(r, ast, range, cell);
        return;
    }
    case AST_INSTANTIATION: return;
    default: add_statement(r, ast, range, cell, next);
    }
}

// ---- between the items: comments and directives -------------------------------------------------

struct gap {
    struct reader *r;
    struct hd_buf comments;
    int conditions; // #if that are open
};

static void add_directive(struct gap *gap, const char *line, size_t len, hd_loc loc) {
    struct reader *r = gap->r;
    struct ex_plan *plan = r->plan;
    const char *p = line + 1, *end = line + len;
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    size_t n = 0;
    while (p + n < end && isalpha((unsigned char)p[n])) n++;
    const char *word = hd_strndup(plan->arena, p, n), *rest = p + n;
    while (rest < end && (*rest == ' ' || *rest == '\t')) rest++;
    size_t name_len = 0;
    while (rest + name_len < end &&
           (isalnum((unsigned char)rest[name_len]) || rest[name_len] == '_'))
        name_len++;
    if (strncmp(word, "if", 2) == 0) gap->conditions++;
    if (strcmp(word, "endif") == 0) gap->conditions--;
    if (strcmp(word, "pragma") == 0) {
        hd_buf_add(&gap->comments, line, len);
        hd_buf_putc(&gap->comments, '\n');
    }
    struct ex_item *item = NULL;
    if (strcmp(word, "include") == 0 && gap->conditions == 0) {
        item = add_item(r, ITEM_INCLUDE);
    } else if (strcmp(word, "define") == 0 && name_len) {
        const char *name = hd_intern(rest, name_len);
        const struct hd_macro *macro = hd_macro_find(plan->front, name);
        if (gap->conditions && !(macro && macro->loc >= loc && macro->loc < loc + len)) return;
        item = add_item(r, ITEM_MACRO);
        add_name(plan, &item->defines, name);
        hd_map_set(&plan->known, name, item);
        for (int i = 0; macro && i < macro->nparams; i++)
            add_name(plan, &item->members, macro->params[i]);
        hd_loc body = loc + (hd_loc)(rest + name_len - line);
        item->range = (struct hd_range){loc, loc + (hd_loc)len};
        use_names_of_text(r, item, (struct hd_range){body, loc + (hd_loc)len});
    } else if (strcmp(word, "undef") == 0 && name_len && gap->conditions == 0) {
        item = add_item(r, ITEM_UNDEF);
        add_name(plan, &item->defines, hd_intern(rest, name_len));
    }
    if (item) item->text = hd_strndup(plan->arena, line, len);
}

// The text between two items. What is neither a comment nor a directive was left out by an #if.
static void add_gap(struct gap *gap, hd_loc from, hd_loc to) {
    const struct hd_source *source = gap->r->source;
    const char *p = source->text + (from - source->base), *end = source->text + (to - source->base);
    bool line_start = true;
    while (p < end) {
        const char *start = p;
        if (*p == '#' && line_start) {
            while (p < end && *p != '\n') p += *p == '\\' && p + 1 < end ? 2 : 1;
            add_directive(gap, start, (size_t)(p - start),
                          source->base + (hd_loc)(start - source->text));
            continue;
        }
        bool line = p + 1 < end && p[0] == '/' && p[1] == '/',
             block = p + 1 < end && p[0] == '/' && p[1] == '*';
        if (line) {
            while (p < end && *p != '\n') p++;
        } else if (block) {
            const char *close = memmem(p + 2, (size_t)(end - p - 2), "*/", 2);
            p = close ? close + 2 : end;
        } else {
            line_start = *p == '\n' || (line_start && isspace((unsigned char)*p));
            p++;
            continue;
        }
        if (strncmp(start, "// %%", 5) == 0) continue; // marks of cells
        hd_buf_add(&gap->comments, start, (size_t)(p - start));
        hd_buf_putc(&gap->comments, '\n');
    }
}

static const char *take_comments(struct gap *gap) {
    if (!gap->comments.len) return NULL;
    const char *text = hd_strdup(gap->r->plan->arena, hd_buf_str(&gap->comments));
    hd_buf_clear(&gap->comments);
    return text;
}

// A comment that begins in the line in which an item ends. *to gets its end.
static const char *trailing(struct reader *r, hd_loc *to) {
    hd_loc at = *to;
    while (char_at(r->source, at) == ' ' || char_at(r->source, at) == '\t') at++;
    if (char_at(r->source, at) != '/' || char_at(r->source, at + 1) != '/') return NULL;
    hd_loc end = at;
    while (char_at(r->source, end) && char_at(r->source, end) != '\n') end++;
    *to = end;
    return source_text(r->plan, (struct hd_range){at, end});
}

// ---- cells --------------------------------------------------------------------------------------

static void on_item(void *user, const struct hd_ast *ast) {
    struct reader *r = *(struct reader **)user;
    if (!r || !r->source) return;
    const struct hd_source *source = hd_source_at(ast->range.from);
    if (source != r->source || ast->member & MEMBER_INSIDE) return;
    // The front end may begin anew, with a header in front.
    while (r->items.n && r->items.v[r->items.n - 1]->tok_from >= ast->tok_from &&
           r->items.v[r->items.n - 1]->range.from >= ast->range.from)
        r->items.n--;
    HD_PUSH(r->plan->arena, &r->items, ast);
}

static void read_code(struct reader *r, const char *text, size_t len) {
    bool blank = true;
    for (size_t i = 0; i < len && blank; i++) blank = isspace((unsigned char)text[i]);
    if (blank) return;
    struct ex_plan *plan = r->plan;
    const char *name = hd_printf(plan->arena, "In[%d]", r->cell->n);
    struct hd_source *source = hd_source_add(hd_intern_str(name), NULL, text, len);
    source->lang = HD_LANG_CU;
    r->source = source;
    r->items.n = 0;
    struct hd_diags diags = {.arena = plan->arena};
    r->space = NULL;
    hd_front_set_input(plan->front, r->cell->n);
    struct hd_cell *cell = HD_NEW(plan->arena, struct hd_cell);
    if (!hd_front_cell(plan->front, source, false, cell, &diags)) {
        const struct hd_diag *first = diags.first;
        while (first && first->severity != HD_ERROR) first = first->next;
        add_note(r,
                 hd_printf(plan->arena, "This cell has an error (%s):\n%.*s",
                           first ? first->message : "?", (int)len, text),
                 SIZE_MAX);
        plan->problems++;
        return;
    }
    hd_front_commit(plan->front, cell);
    struct gap gap = {.r = r};
    hd_loc at = source->base, end = source->base + (hd_loc)len;
    for (int i = 0; i < r->items.n; i++) {
        struct hd_range range = with_scope(source, token_range(cell, r->items.v[i]));
        // Of a reading that began anew with a header in front, or of the same use of a macro.
        if (hd_source_at(range.from) != source || range.from < at) continue;
        add_gap(&gap, at, range.from);
        int first = plan->items.n;
        // A statement may end without its semicolon at the end of the cell.
        bool opens = r->items.v[i]->kind == AST_NAMESPACE && r->items.v[i]->op != TK_USING &&
                     r->items.v[i]->op != TK_ASSIGN;
        if (!opens) range.to = after_semicolon(source, range.to);
        add_ast(r, r->items.v[i], range, cell, i + 1 < r->items.n ? r->items.v[i + 1] : NULL);
        at = range.to;
        const char *trail = trailing(r, &at);
        if (plan->items.n > first) {
            plan->items.v[first]->lead = take_comments(&gap);
            struct ex_item *last = plan->items.v[plan->items.n - 1];
            struct ex_edit *check = last->edits.n ? &last->edits.v[last->edits.n - 1] : NULL;
            if (trail && check && check->at == last->range.to) // before the line that checks
                check->text = hd_printf(plan->arena, "  %s%s", trail, check->text);
            else if (!last->trail)
                last->trail = trail;
        }
    }
    add_gap(&gap, at, end);
    const char *rest = take_comments(&gap);
    if (rest) add_note(r, rest, strlen(rest));
    hd_buf_finish(&gap.comments);
}

// A magic: its line is a comment; code that it runs once is code.
static void read_magic(struct reader *r, const char *text, size_t len) {
    const char *p = text, *end = text + len;
    while (p < end && isspace((unsigned char)*p)) p++;
    const char *newline = memchr(p, '\n', (size_t)(end - p));
    bool whole = end - p > 2 && p[0] == '%' && p[1] == '%';
    size_t line = newline ? (size_t)(newline - p) : (size_t)(end - p);
    if (whole && strncmp(p, "%%time", 6) == 0 && !isalnum((unsigned char)p[6])) {
        add_note(r, p, line);
        if (newline) read_code(r, newline + 1, (size_t)(end - newline - 1));
    } else if (!whole && strncmp(p, "%time ", 6) == 0) {
        add_note(r, "%time", 5);
        const char *code = hd_printf(r->plan->arena, "%.*s;", (int)(line - 6), p + 6);
        read_code(r, code, strlen(code));
    } else {
        add_note(r, p, (size_t)(end - p));
    }
}

static void read_cell(struct reader *r) {
    const struct ex_cell *cell = r->cell;
    if (cell->prose) {
        add_note(r, cell->text, cell->len);
        return;
    }
    struct hd_piece piece = {0};
    while (hd_magic_next(r->plan->front, cell->text, cell->len, &piece)) {
        const char *text =
            hd_strndup(r->plan->arena, cell->text + piece.from, piece.to - piece.from);
        if (piece.magic)
            read_magic(r, text, piece.to - piece.from);
        else
            read_code(r, text, piece.to - piece.from);
    }
}

// A variable without a value to begin with, whose constructor must be called where it stands, is
// main's own unless a function needs it.
static void find_locals(struct ex_plan *plan) {
    for (int i = 0; i < plan->items.n; i++) {
        struct ex_item *item = plan->items.v[i];
        item->local = item->kind == ITEM_VARIABLE && item->constructed && !item->qualified;
        for (int k = 0; item->local && k < plan->items.n; k++) {
            const struct ex_item *other = plan->items.v[k];
            bool outside = other->kind == ITEM_DEFINITION || other->kind == ITEM_MACRO;
            if (outside && has_name(&other->uses, item->name)) item->local = false;
        }
    }
}

// What no cell defines is the library's: its headers, or Heddle's own.
static void find_headers(struct ex_plan *plan) {
    for (int i = 0; i < plan->items.n; i++) {
        const struct ex_item *item = plan->items.v[i];
        for (int k = 0; k < item->uses.n; k++) {
            const char *name = item->uses.v[k];
            if (hd_map_get(&plan->known, name)) continue;
            for (int s = 0; s < HD_COUNT(shows); s++)
                if (strcmp(shows[s], name) == 0) hd_map_set(&plan->shows, name, (void *)item);
            need_header(plan, hd_header_of(name));
            struct hd_prelude known;
            bool cuda = hd_builtin_find(name) || hd_prelude_find(name, &known);
            if (cuda && strstr(name, "half")) need_header(plan, "cuda_fp16.h");
            if (cuda && strstr(name, "bfloat16")) need_header(plan, "cuda_bf16.h");
        }
    }
}

bool ex_read(struct ex_plan *plan) {
    struct reader reader = {.plan = plan}, *hook = NULL;
    plan->front = hd_front_create(&(struct hd_front_hooks){.user = &hook, .on_item = on_item});
    const char **dirs;
    int added = 0;
    if (plan->from->like) hd_include_dirs(plan->from->like, &dirs, &added);
    for (int i = 0; i < added; i++) hd_include_dir_add(plan->front, dirs[i]);
    hook = &reader;
    for (int i = 0; i < plan->from->ncells; i++) {
        reader.cell = &plan->from->cells[i];
        reader.index = i;
        read_cell(&reader);
    }
    hook = NULL;
    find_headers(plan);
    find_locals(plan);
    return true;
}
