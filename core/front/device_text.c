// What device code sees of a cell: nvcc reads a text twice, the second time with __CUDA_ARCH__
// defined.
//
// Here a text is read again only when an #if of the first reading looked at __CUDA_ARCH__, or at a
// macro that such an #if had defined (hd_tokens.two_sided). Both readings are walked side by side,
// item by item; what stands at the same place with the same tokens is the same. Where they differ,
//
// - a function in both gets a second body, hd_func.device_version, which kernels and what they call
//   are compiled from (a template: hd_template.device_ast). Both are the same symbol, so that
//   everything else in the system knows one function.
// - a function that stands elsewhere, in the #else of the other, is found by name and type.
// - what only device code has is declared as usual.
//
// A declaration of which the two readings differ has one meaning here, and is refused, but for a
// constant that is `__device__` or `__constant__` in device code only: kernels read the host's.
//
// Example: `__host__ __device__ int f() {` `#ifdef __CUDA_ARCH__` `return 1;` `#else` `return 2;`
// `#endif` `}`: f is checked twice, and f's second tree is that with `return 1`.
#include "front/device_text.h"
#include "front/omp/omp.h"

#include <stdlib.h>
#include <string.h>

struct device_text {
    struct hd_front *front;
    struct hd_cell *cell;
    struct hd_tokens toks;
    struct parser parser;
    int *by_place;   // indices of the tokens, in the order of where they begin
    int at, host_at; // the first tokens, here and in the host's text, not dealt with
    bool in_step;    // the last item differs: the members that it hoists are read in step
    bool same_heads; // of the last item that differs: what differs are functions' bodies
};

static int compare_places(const void *a, const void *b, void *toks) {
    int i = *(const int *)a, k = *(const int *)b;
    hd_loc x = ((struct hd_token *)toks)[i].loc, y = ((struct hd_token *)toks)[k].loc;
    return x != y ? (x > y) - (x < y) : (i > k) - (i < k);
}

static void sort_places(struct device_text *text) {
    int n = text->toks.n;
    text->by_place = HD_NEW_ARRAY(text->cell->arena, int, n + 1);
    for (int i = 0; i < n; i++) text->by_place[i] = i;
    qsort_r(text->by_place, (size_t)n, sizeof *text->by_place, compare_places, text->toks.v);
}

struct device_text *device_text_create(struct hd_front *front, const struct hd_source *source,
                                       const struct hd_tokens *host) {
    struct hd_cell *cell = front->txn->cell;
    if (!host->two_sided || source->lang != HD_LANG_CU) return NULL;
    struct device_text *text = HD_NEW(cell->arena, struct device_text);
    text->front = front;
    text->cell = cell;
    omp_rewrite(front, source->lang,
                pp_run_device(front, source, 0, source->len, NULL, &text->toks), &text->toks);
    if (front->diags->errors > 0) hd_diags_abort(front->diags);
    sort_places(text);
    parse_init(&text->parser, front, &text->toks, source->lang);
    text->parser.arena = cell->arena;
    text->parser.skip_bodies = true;
    return text;
}

static bool same_token(const struct hd_token *a, const struct hd_token *b) {
    return a->kind == b->kind && a->loc == b->loc && a->text_len == b->text_len &&
           (a->text == b->text || !memcmp(a->text, b->text, a->text_len));
}

static bool same_tokens(const struct hd_token *a, const struct hd_token *b, int n) {
    for (int i = 0; i < n; i++)
        if (!same_token(&a[i], &b[i])) return false;
    return true;
}

// Behind the body of a function that begins at v[i]; i: none does.
static int behind_body(const struct hd_token *v, int i, int n) {
    bool body = v[i].kind == TK_LBRACE && i > 0 &&
                (v[i - 1].kind == TK_RPAREN || v[i - 1].kind == TK_CONST);
    for (int depth = 0; body && i < n; i++) {
        depth += (v[i].kind == TK_LBRACE) - (v[i].kind == TK_RBRACE);
        if (!depth) return i + 1;
    }
    return i;
}

static bool same_heads(const struct hd_token *a, int na, const struct hd_token *b, int nb) {
    int i = 0, k = 0;
    while (i < na && k < nb && same_token(&a[i], &b[k])) {
        int body = behind_body(a, i, na);
        k = body > i ? behind_body(b, k, nb) : k + 1;
        i = body > i ? body : i + 1;
    }
    return i == na && k == nb;
}

// Where the token at `loc` is, at or behind text->at; -1: device code does not see it.
static int find(const struct device_text *text, hd_loc loc) {
    int low = 0, high = text->toks.n; // the first that is not before
    while (low < high) {
        int mid = (low + high) / 2, i = text->by_place[mid];
        hd_loc at = text->toks.v[i].loc;
        if (at < loc || (at == loc && i < text->at))
            low = mid + 1;
        else
            high = mid;
    }
    if (low == text->toks.n) return -1;
    int i = text->by_place[low];
    return text->toks.v[i].loc == loc ? i : -1;
}

static struct hd_range range_of(const struct device_text *text, int from, int to) {
    const struct hd_token *first = &text->toks.v[from], *last = &text->toks.v[to - 1];
    hd_loc end = last->loc + last->len;
    return (struct hd_range){first->loc, end > first->loc ? end : first->loc + first->len};
}

static bool is_declared(const struct hd_ast *item) {
    return item->kind == AST_FUNCTION || item->kind == AST_DECLARATION || item->kind == AST_USING ||
           item->kind == AST_STATIC_ASSERT;
}

// Checks an item of the device's text, which host code has too or not.
static void check_device_item(struct device_text *text, struct hd_ast *item) {
    int from = item->tok_from, to = item->tok_to;
    const struct hd_token *first = &text->toks.v[from];
    struct hd_source *source = hd_source_at(first->loc);
    struct hd_range range = range_of(text, from, to > from ? to : from + 1);
    struct check c;
    check_begin(&c, text->front, text->cell->arena, source ? source : text->cell->source);
    c.system = (first->flags & TF_SYSTEM) != 0 || c.system;
    c.recording = !c.system;
    c.item = item;
    c.func = text->front->txn->entry;
    c.ret = hd_ty.void_;
    c.device_version = true;
    if (item->space) c.scope = item->space;
    struct hd_stmt *stmt = NULL;
    check_item(&c, item, &stmt);
    labels_finish(&c);
    if (c.versioned)
        global_add_device_text(&c, c.versioned, range, &text->toks, from, to);
    else
        global_finish_item(&c, range, &text->toks, from, to);
    for (int i = 0; i < c.made.n; i++) {
        c.made.v[i]->device_only = true;
        c.made.v[i]->pack = text->parser.item_pack;
        c.made.v[i]->no_contract = text->parser.item_no_contract;
        c.made.v[i]->extern_c = text->parser.item_extern_c;
    }
    check_end(&c);
}

static struct hd_ast *parse(struct device_text *text) {
    struct parser *outer = text->front->parser;
    text->front->parser = &text->parser;
    struct hd_ast *item = parse_item(&text->parser);
    text->front->parser = outer;
    return item;
}

// Begins at token `at`; members left over from an item before are not this one's.
static struct hd_ast *parse_at(struct device_text *text, int at) {
    parse_restart(&text->parser, at);
    return parse(text);
}

// Braces of `extern "C"` around items: host code's may open before and close behind.
static void skip_braces(struct device_text *text, int to) {
    while (text->at < to) {
        const struct hd_token *v = &text->toks.v[text->at];
        if (v->kind == TK_RBRACE || v->kind == TK_SEMI)
            text->at++;
        else if (v->kind == TK_EXTERN && v[1].kind == TK_STRING && v[2].kind == TK_LBRACE)
            text->at += 3;
        else
            break;
    }
}

// What device code alone sees up to its token `to`. Statements are the host's.
static void check_between(struct device_text *text, int to) {
    text->parser.n = to; // `extern "C" {` is no item: the next one may be the host's too
    for (;;) {
        skip_braces(text, to);
        if (text->at >= to || text->front->diags->errors > 0) break;
        int from = text->at;
        struct hd_ast *item = parse_at(text, from);
        text->at = text->parser.at;
        for (; item; item = parse(text)) {
            if (text->front->diags->errors == 0 && is_declared(item)) check_device_item(text, item);
            if (!parse_has_hoisted(&text->parser)) break;
        }
        if (!item || text->at <= from) break;
    }
    text->parser.n = text->toks.n;
    if (text->at < to) text->at = to;
}

// Tokens that belong to no item, such as `}` of `extern "C" {`.
static void skip_common(struct device_text *text, const struct hd_tokens *host, int to) {
    while (text->host_at < to && text->at < text->toks.n &&
           same_token(&host->v[text->host_at], &text->toks.v[text->at])) {
        text->host_at++;
        text->at++;
    }
}

static bool is_specifier(enum hd_tok kind) {
    return kind == TK_DEVICE || kind == TK_CONSTANT || kind == TK_MANAGED || kind == TK_HOST ||
           kind == TK_STATIC;
}

// The specifiers before token `at`, which host code does not see: a macro that is `__constant__`
// for one side and nothing for the other. The first of them.
static int with_specifiers(const struct device_text *text, int at) {
    while (at > text->at && is_specifier(text->toks.v[at - 1].kind)) at--;
    return at;
}

static int specifiers(const struct hd_token *v, int n) {
    int i = 0;
    while (i < n && is_specifier(v[i].kind)) i++;
    return i;
}

static bool is_constant_variable(const struct hd_ast *item) {
    return item->kind == AST_DECLARATION && item->spec && !item->spec->has_body &&
           (item->spec->quals & Q_CONST || item->spec->flags & SPEC_CONSTEXPR);
}

struct hd_ast *device_text_item(struct device_text *text, const struct hd_tokens *host,
                                const struct hd_ast *item, bool hoisted) {
    const struct hd_token *first = &host->v[item->tok_from];
    int n = item->tok_to - item->tok_from;
    if (hoisted) {
        struct hd_ast *mine = text->in_step ? parse(text) : NULL;
        if (!mine) return NULL;
        bool same = mine->tok_to - mine->tok_from == n &&
                    same_tokens(first, &text->toks.v[mine->tok_from], n);
        return same ? NULL : mine;
    }
    text->in_step = false;
    if (item->space) text->parser.space = item->space;
    skip_common(text, host, item->tok_from);
    text->host_at = item->tok_to;
    int at = find(text, first->loc);
    if (at < 0) return NULL;
    int begin = with_specifiers(text, at);
    check_between(text, begin);
    if (begin == at && at + n <= text->toks.n && same_tokens(first, &text->toks.v[at], n)) {
        text->at = at + n;
        return NULL;
    }
    int own = specifiers(first, n), more = specifiers(&text->toks.v[begin], text->toks.n - begin);
    if (is_constant_variable(item) && begin + more + n - own <= text->toks.n &&
        same_tokens(first + own, &text->toks.v[begin + more], n - own)) {
        text->at = begin + more + n - own;
        return NULL;
    }
    struct hd_ast *mine = parse_at(text, begin);
    text->at = text->parser.at;
    text->in_step = mine != NULL;
    text->same_heads =
        mine && same_heads(first, n, &text->toks.v[mine->tok_from], mine->tok_to - mine->tok_from);
    return mine;
}

// A struct whose member functions differ, or what cannot have two meanings.
static void check_declaration(struct device_text *text, struct hd_ast *mine) {
    if (mine->kind == AST_DECLARATION && mine->spec->has_body && text->same_heads) {
        if (mine->is_template || mine->is_specialisation) check_device_item(text, mine);
        return; // others' functions come as items
    }
    struct hd_diag *d = hd_error(text->front->diags, range_of(text, mine->tok_from, mine->tok_to),
                                 "`__CUDA_ARCH__` makes this another declaration in device code "
                                 "than in host code");
    hd_help(text->front->diags, d,
            "only the bodies of functions may depend on it, and "
            "whether a `const` variable is `__constant__`");
}

void device_text_check(struct device_text *text, struct hd_ast *mine) {
    if (text->front->diags->errors > 0) return;
    if (mine->kind == AST_FUNCTION)
        check_device_item(text, mine);
    else if (is_declared(mine))
        check_declaration(text, mine);
}

void device_text_rest(struct device_text *text, const struct hd_tokens *host) {
    skip_common(text, host, host->n);
    check_between(text, text->toks.n);
}
