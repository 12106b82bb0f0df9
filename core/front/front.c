// One input through the front end: the transaction around preprocess, parse and check.
//
//     hd_front_cell: preprocess -> for each top-level item { parse; check } -> finish -> (commit |
//     rollback)
//
// Top-level statements, and initialisers that need code, are collected in the cell's entry function
// in the order in which they stand. Items are checked as soon as they are parsed, so that the
// parser knows every type name. After an item that did not parse, the names in its text are
// `poisoned`: using them is no further error.
#include "front/check/check.h"
#include "front/check/decl/decl.h"
#include "front/check/expr/expr.h"
#include "front/device_text.h"
#include "front/editor/highlight.h"
#include "front/omp/omp.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hd_front *hd_front_create(const struct hd_front_hooks *hooks) {
    hd_types_init();
    struct hd_front *front = hd_xcalloc(1, sizeof *front);
    front->arena = hd_arena_create();
    if (hooks) front->hooks = *hooks;
    pp_init(front);
    return front;
}

void hd_front_destroy(struct hd_front *front) {
    if (!front) return;
    pp_finish(front);
    builtins_finish(front);
    for (int i = 0; i < front->mems.n; i++) mem_destroy(front->mems.v[i]);
    const char *name;
    void *value;
    for (int i = 0; (i = hd_map_next(&front->users, i, &name, &value)) > 0;) {
        struct name_users *users = value;
        HD_FREE_VEC(&users->defs);
        free(users);
    }
    for (int i = 0; (i = hd_map_next(&front->families, i, &name, &value)) > 0;) {
        struct name_family *family = value;
        HD_FREE_VEC(&family->keys);
        free(family);
    }
    HD_FREE_VEC(&front->mems);
    HD_FREE_VEC(&front->defs);
    HD_FREE_VEC(&front->include_dirs);
    HD_FREE_VEC(&front->ahead);
    hd_map_finish(&front->names);
    hd_map_finish(&front->tags);
    hd_map_finish(&front->macros);
    hd_map_finish(&front->users);
    hd_map_finish(&front->families);
    spaces_finish(front);
    hd_map_finish(&front->sources);
    hd_map_finish(&front->prelude);
    hd_map_finish(&front->mem_of);
    hd_map_finish(&front->failed);
    hd_map_finish(&front->poisoned);
    hd_arena_destroy(front->arena);
    free(front);
}

void hd_front_on_stale(struct hd_front *front, void (*fn)(void *user, struct hd_def *def),
                       void *user) {
    front->on_stale = fn;
    front->on_stale_user = user;
}

void hd_front_on_cell_dead(struct hd_front *front, void (*fn)(void *user, int cell), void *user) {
    front->on_cell_dead = fn;
    front->on_cell_dead_user = user;
}

void hd_front_set_unit(struct hd_front *front, const char *unit) { front->unit = unit; }

const char *hd_front_unit(const struct hd_front *front) { return front->unit; }

void hd_front_touch(struct hd_front *front, const char *name) { global_macro_changed(front, name); }

bool hd_front_set_up(struct hd_front *front, const char *text, struct hd_diags *diags) {
    struct hd_source *source =
        hd_source_add(hd_intern_str("<command line>"), NULL, text, strlen(text));
    struct hd_cell cell;
    source->lang = HD_LANG_CU;
    if (!hd_front_cell(front, source, true, &cell, diags)) return false;
    hd_front_commit(front, &cell);
    return true;
}

void hd_front_set_serial(struct hd_front *front, int next) { front->serial = next - 1; }

int hd_front_serial(const struct hd_front *front) { return front->serial; }

void hd_front_set_frame(struct hd_front *front, const struct hd_front_frame *frame) {
    front->frame = frame;
}

// The names of the stopped function that a cell is checked in.
static void enter_frame(struct check *c) {
    const struct hd_front_frame *frame = c->front->frame;
    if (!frame) return;
    if (frame->record) {
        owner_enter(c, frame->record, NULL);
    } else if (frame->space && frame->space->session) {
        c->scope = frame->space;
        c->record = space_record(c->front, c->scope);
    }
    space_push(c, SPACE_BLOCK);
    for (int i = 0; i < frame->n; i++)
        hd_map_set(&c->scope->names, frame->names[i]->name, frame->names[i]);
    c->front->frame_space = c->scope;
}

static void leave_frame(struct check *c) {
    if (c->front->frame_space) space_pop(c);
    c->front->frame_space = NULL;
}

bool hd_front_changed(const struct hd_front *front) { return front->txn && front->txn->undo.n > 0; }

void check_begin(struct check *c, struct hd_front *front, struct hd_arena *arena,
                 struct hd_source *source) {
    memset(c, 0, sizeof *c);
    c->outer = front->check;
    c->front = front;
    c->diags = front->diags;
    c->arena = arena;
    c->source = source;
    c->lang = source ? source->lang : HD_LANG_CU;
    c->system = source && source->system;
    c->scope = hd_space_global(front);
    front->check = c;
}

void check_end(struct check *c) {
    space_finish(c, c->labels);
    if (c->front->check == c) c->front->check = c->outer;
}

static struct hd_func *entry_create(struct hd_front *front, struct hd_cell *cell) {
    struct hd_func *func = HD_NEW(cell->arena, struct hd_func);
    struct hd_sym *sym = HD_NEW(cell->arena, struct hd_sym);
    if (!front->entry_type)
        front->entry_type = hd_type_func(front->arena, hd_ty.void_, NULL, 0, false, false);
    func->type = front->entry_type;
    sym->kind = SYM_FUNC;
    sym->name = hd_intern_str(cell->source->name);
    sym->type = func->type;
    sym->defined = true;
    sym->func = func;
    sym->link_name = hd_printf(cell->arena, "cell.%d", cell->serial);
    func->sym = sym;
    func->is_entry = true;
    func->is_device = front->frame && front->frame->device;
    func->is_host = !func->is_device;
    func->front = front;
    func->source = cell->source;
    func->arena = cell->arena;
    func->body = HD_NEW(cell->arena, struct hd_stmt);
    func->body->kind = STM_BLOCK;
    sym->range =
        (struct hd_range){cell->source->base, cell->source->base + (hd_loc)cell->source->len};
    func->body->range = sym->range; // also tells the line table which source this is
    return func;
}

// ---- items --------------------------------------------------------------------------------------

struct item_loop { // one text's items
    struct hd_front *front;
    struct hd_cell *cell;
    struct hd_tokens *toks;
    struct parser parser;
    HD_VEC(struct hd_stmt *) body;
    bool top;                   // the cell's own text: statements are allowed
    struct device_text *device; // the same text as device code sees it, where that differs
};

static struct hd_range token_range(const struct hd_token *from, const struct hd_token *last) {
    hd_loc end = last->loc + last->len;
    return (struct hd_range){from->loc, end > from->loc ? end : from->loc + from->len};
}

static void poison(struct item_loop *loop, int from, int to) {
    for (int i = from; i < to && i < loop->toks->n; i++)
        if (loop->toks->v[i].kind == TK_IDENT &&
            !hd_map_get(&loop->front->tags, loop->toks->v[i].text)) // still known
            hd_map_set(&loop->front->poisoned, loop->toks->v[i].text, loop);
}

static void check_one(struct item_loop *loop, struct hd_ast *item, int from, int to,
                      bool host_version) {
    struct hd_front *front = loop->front;
    const struct hd_token *first = &loop->toks->v[from];
    struct hd_source *source = hd_source_at(first->loc);
    struct check c;
    check_begin(&c, front, loop->cell->arena, source ? source : loop->cell->source);
    c.lang = loop->parser.lang;
    c.system = (first->flags & TF_SYSTEM) != 0 || c.system;
    c.recording = !c.system;
    c.item = item;
    c.host_version = host_version;
    c.func = front->txn->entry;
    c.ret = hd_ty.void_;
    if (item->space) c.scope = item->space;
    if (loop->top && front->frame_space) {
        c.scope = front->frame_space;
        c.record =
            front->frame->record ? front->frame->record : space_record(front, c.scope->outer);
    }
    // `assert(x > 0);` is an item of its cell, though its first token is spelled in a header.
    bool of_header = source && source->system;
    if (!of_header && front->hooks.on_item) front->hooks.on_item(front->hooks.user, item);
    struct hd_stmt *stmt = NULL;
    check_item(&c, item, &stmt);
    labels_finish(&c); // of initialisers: `void *p = &&nowhere;`
    struct txn *txn = front->txn;
    for (int i = 0; i < txn->pending.n; i++)
        HD_PUSH(loop->cell->arena, &loop->body, txn->pending.v[i]);
    txn->pending.n = 0;
    if (stmt) HD_PUSH(loop->cell->arena, &loop->body, stmt);
    if (front->diags->errors == 0) check_jumps(&c, stmt, false);
    const struct hd_token *last = &loop->toks->v[to > from ? to - 1 : from];
    global_finish_item(&c, token_range(first, last), loop->toks, from, to);
    for (int i = 0; i < c.made.n; i++) {
        c.made.v[i]->pack = loop->parser.item_pack;
        c.made.v[i]->no_contract = loop->parser.item_no_contract;
        c.made.v[i]->extern_c = loop->parser.item_extern_c;
    }
    check_end(&c);
}

static void run_items(struct item_loop *loop) {
    struct hd_front *front = loop->front;
    struct hd_diags *diags = front->diags;
    struct parser *outer = front->parser;
    front->parser = &loop->parser;
    for (;;) {
        hd_diags_poll(diags);
        int from = loop->parser.at, errors = diags->errors;
        struct hd_ast *item = parse_item(&loop->parser);
        int to = loop->parser.at;
        if (diags->errors > errors) poison(loop, from, to);
        if (!item) break;
        errors = diags->errors;
        struct hd_ast *other =
            loop->device ? device_text_item(loop->device, loop->toks, item, to == from) : NULL;
        check_one(loop, item, item->tok_from, item->tok_to, other != NULL);
        if (other) device_text_check(loop->device, other);
        if (diags->errors > errors) poison(loop, from, to);
    }
    if (loop->device && diags->errors == 0) device_text_rest(loop->device, loop->toks);
    front->parser = outer;
}

void front_include_ahead(struct hd_front *front, const char *header) {
    for (int i = 0; i < front->ahead.n; i++)
        if (strcmp(front->ahead.v[i], header) == 0) return;
    if (!front->diags->unwind) return;
    HD_XPUSH(&front->ahead, header);
    front->again = true;
    hd_diags_abort(front->diags);
}

// Whether headers that the cell includes itself are read, but not declared yet.
static bool headers_wait(const struct hd_front *front) {
    const struct hd_tokens *toks = &front->txn->cell->tokens;
    if (!front->cell_parser) return false; // not begun, or all checked
    for (int i = front->cell_parser->at; i < toks->n; i++)
        if (toks->v[i].flags & TF_SYSTEM) return true;
    return false;
}

enum {
    MOST_INCLUDING = 8
}; // headers that a name in another includes by itself: ends a cycle of them

bool front_include_now(struct hd_front *front, const char *header) {
    if (!front->txn || front->auto_including > MOST_INCLUDING) return false;
    if (front->auto_including == 0 && headers_wait(front)) front_include_ahead(front, header);
    front_include_text(front, header);
    return true;
}

void front_include_text(struct hd_front *front, const char *header) {
    struct hd_arena *arena = front->txn->cell->arena;
    const char *text = hd_printf(arena, "#include <%s>\n", header);
    struct hd_source *source =
        hd_source_add(hd_intern_str("<included by itself>"), NULL, text, strlen(text));
    source->lang = HD_LANG_CU;
    source->system = true;
    source->cell = front->txn->cell->serial;
    struct cell_mem *mem = hd_map_get(&front->mem_of, (const char *)arena);
    HD_XPUSH(&mem->texts, source);
    front->auto_including++;
    struct txn *txn = front->txn;
    stmt_vec outer = txn->pending; // of the item that is interrupted
    txn->pending = (stmt_vec){0};
    struct check c;
    check_begin(&c, front, arena, source);
    struct item_loop loop = {.front = front, .cell = front->txn->cell};
    loop.toks = HD_NEW(arena, struct hd_tokens);
    int own_text = txn->own_text;
    txn->own_text = txn->undo.n; // what the device's reading begins with is from before this text
    omp_rewrite(front, source->lang, pp_run(front, source, 0, source->len, NULL, loop.toks),
                loop.toks);
    loop.device = device_text_create(front, source, loop.toks);
    txn->own_text = own_text;
    parse_init(&loop.parser, front, loop.toks, source->lang);
    loop.parser.arena = arena;
    loop.parser.skip_bodies = true;
    run_items(&loop);
    check_end(&c);
    txn->pending = outer;
    front->auto_including--;
}

// ---- cells --------------------------------------------------------------------------------------

// ---- values of cells ----------------------------------------------------------------------------

// Arrays up to this are copied as other values are; `_` is another name for longer ones.
#define COPIED_BYTES (64 * 1024)

void hd_front_set_input(struct hd_front *front, int n) { front->input = n; }

struct hd_def **hd_front_results(struct hd_front *front, int *n) {
    int live = 0;
    for (int i = 0; i < front->results.n; i++)
        if (!front->results.v[i]->dead) front->results.v[live++] = front->results.v[i];
    *n = front->results.n = live;
    return front->results.v;
}

static bool is_result(const struct hd_def *def) {
    return def && !def->dead && def->sym && def->is_result;
}

void hd_front_drop_result(struct hd_front *front, struct hd_cell *cell) {
    const char *last = hd_intern_str("_");
    int n;
    if (!cell->kept_result) return;
    bool shown = hd_map_get(&front->names, last) == cell->kept_result;
    hd_def_remove(front, cell->kept_result);
    struct hd_def **results = hd_front_results(front, &n);
    if (shown && n)
        hd_map_set(&front->names, last, results[n - 1]);
    else if (shown)
        hd_map_remove(&front->names, last);
}

const char *result_key(struct hd_front *front, const char *name) {
    int n, back = 0;
    if (name[0] != '_' || !name[1]) return NULL;
    if (isdigit((unsigned char)name[1]) && name[1] != '0') {
        const char *end = name + 1;
        while (isdigit((unsigned char)*end)) end++;
        const char *key = hd_intern_str(hd_printf(front->arena, "Out[%s]", name + 1));
        return *end || !is_result(hd_map_get(&front->names, key)) ? NULL : key;
    }
    while (name[back] == '_') back++;
    if (name[back] || back > 3) return NULL;
    struct hd_def **results = hd_front_results(front, &n);
    const struct hd_def *last = hd_map_get(&front->names, hd_intern_str("_"));
    if (n && last != results[n - 1]) back--; // `_` is a long array's other name
    return n >= back ? results[n - back]->name : NULL;
}

static bool is_copied(const struct hd_type *type) {
    const struct hd_type *element = type;
    while (element->kind == HD_TY_ARRAY) element = element->base;
    bool plain = element->kind != HD_TY_RECORD && element->kind != HD_TY_NDARRAY;
    return plain && type->size <= COPIED_BYTES && !(element->quals & (Q_CONST | Q_VOLATILE));
}

// The last expression's value becomes Out[n], and `_` another name for it. A long array variable is
// not copied: `_` is another name for that.
static void take_result(struct hd_front *front, struct hd_cell *cell, struct item_loop *loop) {
    struct hd_stmt *last = loop->body.n ? loop->body.v[loop->body.n - 1] : NULL;
    if (!last || last->kind != STM_RESULT) return;
    struct hd_expr *e = last->a;
    if (check_shows_variable(e) || (e->type->kind == HD_TY_ARRAY && e->kind == EX_VAR &&
                                    e->sym->storage == ST_GLOBAL && !is_copied(e->type))) {
        loop->body.n--;
        cell->result = e->sym;
        cell->result_is_lvalue_array = true;
    } else {
        cell->result = last->sym;
    }
    struct check c;
    check_begin(&c, front, cell->arena, cell->source);
    const char *last_name = hd_intern_str("_"), *name = last_name;
    bool kept = front->input > 0 && !cell->result_is_lvalue_array;
    if (kept) name = hd_intern_str(hd_printf(front->arena, "Out[%d]", front->input));
    struct hd_def *old = hd_map_get(&front->names, name),
                  *shown = hd_map_get(&front->names, last_name);
    if (old && old->dead) old = NULL;
    if (shown && shown->dead) shown = NULL;
    struct hd_sym *alias = HD_NEW(cell->arena, struct hd_sym);
    *alias = *cell->result;
    alias->name = last_name;
    if (!cell->result_is_lvalue_array) alias = cell->result;
    bool theirs = shown && !shown->is_result; // a variable of their own
    if (theirs && !kept) {
        check_end(&c);
        return;
    }
    if (old && (kept || old->name == last_name))
        old->dead = true; // nothing is made stale: code that used `_` keeps its type until it is
                          // entered again
    struct hd_def *def = HD_NEW(cell->arena, struct hd_def);
    *def = (struct hd_def){.kind = DEF_VAR,
                           .front = front,
                           .name = name,
                           .source = cell->source,
                           .arena = cell->arena,
                           .home = cell->arena,
                           .cell = cell->serial,
                           .space = hd_space_global(front),
                           .text_space = hd_space_global(front),
                           .sym = alias,
                           .is_result = true,
                           .version = 1};
    def->sibling = def;
    alias->def = def;
    HD_XPUSH(&front->txn->undo,
             ((struct txn_undo){.kind = UNDO_NAME, .name = name, .old = old, .def = def}));
    hd_map_set(&front->names, name, def);
    if (kept && !theirs) { // the value before goes on as Out[n]
        HD_XPUSH(
            &front->txn->undo,
            ((struct txn_undo){.kind = UNDO_NAME, .name = last_name, .old = shown, .def = def}));
        hd_map_set(&front->names, last_name, def);
    }
    if (kept) cell->kept_result = def;
    HD_XPUSH(&front->defs, def);
    HD_PUSH(cell->arena, &cell->defs, def);
    if (last->kind == STM_RESULT && last->sym == alias && !front->frame &&
        class_is_nontrivial(alias->type, SPECIAL_DTOR)) {
        c.func = front->txn->entry;
        struct hd_stmt *made = object_made(&c, alias, last->range);
        if (made) HD_PUSH(cell->arena, &loop->body, made);
    }
    check_end(&c);
}

struct cell_check {
    struct hd_front *front;
    struct hd_cell *cell;
    bool program;
};

static void check_cell(void *user) {
    struct cell_check *it = user;
    struct hd_front *front = it->front;
    struct hd_cell *cell = it->cell;
    bool program = it->program;
    struct check c;
    check_begin(&c, front, cell->arena, cell->source);
    struct item_loop loop = {.front = front, .cell = cell, .toks = &cell->tokens, .top = true};
    if (!program) waiting_all(front);
    for (int i = 0; i < front->ahead.n; i++) front_include_now(front, front->ahead.v[i]);
    auto_include_macros(front, cell->source, false);
    omp_rewrite(front, cell->source->lang,
                pp_run(front, cell->source, 0, cell->source->len, NULL, &cell->tokens),
                &cell->tokens);
    if (front->diags->errors > 0) hd_diags_abort(front->diags);
    for (int i = 0; i < cell->tokens.included.n; i++)
        if (!cell->tokens.included.v[i]->system)
            auto_include_macros(front, cell->tokens.included.v[i], true);
    loop.device = device_text_create(front, cell->source, &cell->tokens);
    parse_init(&loop.parser, front, &cell->tokens, cell->source->lang);
    loop.parser.arena = cell->arena;
    loop.parser.cell = !program;
    loop.parser.skip_bodies = true;
    front->cell_parser = &loop.parser;
    struct hd_func *entry = entry_create(front, cell);
    front->txn->entry = entry;
    enter_frame(&c);
    run_items(&loop);
    leave_frame(&c);
    waiting_finish(front);
    check_tentative(cell);
    templates_finish(&c);
    if (!program) take_result(front, cell, &loop);
    entry->body->list = loop.body.v;
    entry->body->nlist = loop.body.n;
    cell->entry = loop.body.n > 0 ? entry : NULL;
    struct hd_def *main_def = hd_map_get(&front->names, hd_intern_str("main"));
    cell->has_main =
        main_def && !main_def->dead && main_def->cell == cell->serial && main_def->kind == DEF_FUNC;
    check_end(&c);
}

struct ends {
    struct hd_front *front;
    struct hd_cell *cell;
    struct hd_def **defs;
    int n;
};

static void check_ends(void *user) {
    struct ends *it = user;
    struct check c;
    check_begin(&c, it->front, it->cell->arena, it->cell->source);
    struct txn *txn = it->front->txn;
    txn->entry = entry_create(it->front, it->cell);
    for (int i = 0; i < it->n; i++) object_destroy(&c, it->defs[i]);
    templates_finish(&c);
    txn->entry->body->list = txn->pending.v;
    txn->entry->body->nlist = txn->pending.n;
    it->cell->entry = txn->pending.n > 0 ? txn->entry : NULL;
    check_end(&c);
}

static void txn_finish(struct hd_front *front) {
    HD_FREE_VEC(&front->txn->undo);
    free(front->txn);
    front->txn = NULL;
}

bool front_protect(struct hd_front *front, struct hd_diags *diags, void (*fn)(void *user),
                   void *user) {
    struct hd_diags *outer = front->diags;
    struct check *check = front->check;
    struct parser *parser = front->parser;
    struct hd_space *spaces = front->live_spaces;
    front->diags = diags;
    bool ok = hd_diags_protect(diags, fn, user);
    spaces_release(front, spaces);
    front->check = check;
    front->parser = parser;
    front->diags = outer;
    return ok;
}

// Whoever uses these names is told why they mean nothing.
static void note_failed(struct hd_front *front, const struct hd_cell *cell) {
    for (int i = 0; front->input > 0 && i < cell->defs.n; i++) {
        const struct hd_def *def = cell->defs.v[i];
        if (def->system || def->is_result || def->kind == DEF_SPACE) continue;
        hd_map_set(&front->failed, def->name, (void *)(intptr_t)front->input);
    }
}

int front_failed_input(const struct hd_front *front, const char *name) {
    return (int)(intptr_t)hd_map_get(&front->failed, name);
}

void front_begin(struct hd_front *front, struct hd_source *source, struct hd_cell *cell,
                 struct hd_diags *diags) {
    assert(!front->txn);
    memset(cell, 0, sizeof *cell);
    cell->serial = ++front->serial;
    cell->source = source;
    source->cell = cell->serial;
    cell->arena = global_arena(front, source, cell->serial);
    front->txn = hd_xcalloc(1, sizeof *front->txn);
    front->txn->cell = cell;
    front->diags = diags;
    front->lang = source->lang;
    front->depth = front->auto_including = 0;
    front->lets_wait = false;
    waiting_begin(front);
    hd_map_finish(&front->poisoned);
}

bool hd_front_ends(struct hd_front *front, struct hd_source *source, struct hd_def **defs, int n,
                   struct hd_cell *cell, struct hd_diags *diags) {
    front_begin(front, source, cell, diags);
    front_protect(front, diags, check_ends, &(struct ends){front, cell, defs, n});
    if (diags->errors == 0) return true;
    hd_front_rollback(front, cell);
    return false;
}

// false: stopped, with errors, or to be done again.
static bool try_cell(struct hd_front *front, struct hd_source *source, bool program,
                     struct hd_cell *cell, struct hd_diags *diags) {
    front_begin(front, source, cell, diags);
    front->lets_wait = program && source->lang == HD_LANG_CU;
    struct cell_check it = {front, cell, program};
    front->frame_space = NULL;
    front_protect(front, diags, check_cell, &it);
    front->frame_space = NULL;
    front->cell_parser = NULL;
    if (diags->errors == 0 && !front->again) return true;
    if (diags->errors > 0 && !program) note_failed(front, cell);
    hd_front_rollback(front, cell);
    return false;
}

// A line of an input that failed, when it is a command of the system's shell: that is said, and
// nothing of what the line would be as code.
static void explain_shell(struct hd_front *front, struct hd_source *source,
                          const struct hd_diags *before, struct hd_diags *diags) {
    const struct hd_diag *first = before->last ? before->last->next : diags->first;
    while (first && first->severity != HD_ERROR) first = first->next;
    if (!first || first->range.from < source->base ||
        first->range.from > source->base + source->len)
        return;
    const char *end = source->text + source->len,
               *at = source->text + (first->range.from - source->base);
    while (at > source->text && at[-1] != '\n') at--;
    struct shell_command shell;
    if (!front_shell_command(front, at, end, &shell)) return;
    *diags = *before;
    if (diags->last) diags->last->next = NULL;
    hd_loc from = source->base + (hd_loc)(shell.word - source->text);
    struct hd_diag *diag =
        hd_error(diags, (struct hd_range){from, from + (hd_loc)shell.len},
                 "`%.*s` is a command of %s", (int)shell.len, shell.word, shell.of);
    const char *stop = memchr(shell.word, '\n', (size_t)(end - shell.word));
    int len = (int)((stop ? stop : end) - shell.word);
    if (shell.help)
        hd_help(diags, diag, "%s", shell.help);
    else
        hd_help(diags, diag, "`!%.*s` runs it", len, shell.word);
}

bool hd_front_cell(struct hd_front *front, struct hd_source *source, bool program,
                   struct hd_cell *cell, struct hd_diags *diags) {
    struct hd_diags before = *diags;
    struct hd_diag *last = diags->last;
    front->ahead.n = 0;
    for (;;) {
        front->again = false;
        bool ok = try_cell(front, source, program, cell, diags);
        if (!front->again && !ok && !program && diags->errors > before.errors)
            explain_shell(front, source, &before, diags);
        if (!front->again) return ok;
        struct cell_mem *mem = hd_map_get(&front->mem_of, (const char *)cell->arena);
        mem->source = NULL; // the next try's
        *diags = before;    // what was said so far is said again
        if (last) last->next = NULL;
    }
}

void hd_front_commit(struct hd_front *front, struct hd_cell *cell) {
    assert(front->txn && front->txn->cell == cell);
    if (cell->defs.n > 0 || front->txn->undo.n > 0) global_mark_journaled(front, cell->arena);
    global_commit(front, front->txn);
    if (cell->kept_result) HD_XPUSH(&front->results, cell->kept_result);
    txn_finish(front);
}

void hd_front_rollback(struct hd_front *front, struct hd_cell *cell) {
    assert(front->txn && front->txn->cell == cell);
    waiting_rollback(front);
    global_rollback(front, front->txn);
    txn_finish(front);
}

// ---- smaller services ---------------------------------------------------------------------------

struct body_check {
    struct check *c;
    struct hd_func *func;
};

static void check_body(void *user) {
    struct body_check *it = user;
    struct hd_func *func = it->func;
    struct hd_diags *diags = it->c->diags;
    int errors = diags->errors;
    struct hd_tokens toks = {.v = (struct hd_token *)func->ast->body_toks, .n = func->ast->body_to};
    struct parser p;
    parse_init(&p, it->c->front, &toks, func->source ? func->source->lang : HD_LANG_CU);
    p.arena = func->arena;
    p.space = func->space;
    it->c->front->parser = &p;
    struct hd_ast *body = parse_function_body(&p, func->ast);
    if (!body || diags->errors != errors) return;
    func->ast->kids[0] = body;
    check_function_body(it->c, func, func->ast);
}

bool hd_func_body(struct hd_front *front, struct hd_func *func, struct hd_diags *diags) {
    if (func->body) return true;
    if (!func->ast || !func->ast->body_toks) return false;
    struct check c;
    int errors = diags->errors;
    check_begin(&c, front, func->arena, func->source);
    c.diags = diags;
    c.system = true;
    if (func->space) c.scope = func->space;
    front_protect(front, diags, check_body, &(struct body_check){&c, func});
    c.labels = NULL; // with the other scopes
    check_end(&c);
    if (diags->errors != errors) func->body = NULL; // the next use says so, too
    return func->body != NULL;
}

struct hd_type *hd_type_of_text(struct hd_front *front, const char *text, struct hd_diags *diags) {
    struct hd_source *source =
        hd_source_add(hd_intern_str("<inspection>"), NULL, text, strlen(text));
    struct hd_cell cell;
    if (!hd_front_cell(front, source, false, &cell, diags)) return NULL;
    struct hd_type *type = cell.result ? cell.result->type : hd_ty.void_;
    hd_front_rollback(front, &cell);
    return type;
}
