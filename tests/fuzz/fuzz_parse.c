// The parser alone: the session is replaced by a table of names (a capital first letter is a type,
// TEMPLATE_ a template).
#include "fuzz.h"

#include "front/parse/parse.h"
#include "front/lex/pp.h"

#include <ctype.h>
#include <stdlib.h>

enum name_class check_classify(struct hd_front *front, struct hd_space *space, const char *name,
                               bool qualified, enum hd_lang lang, struct parse_inner *inner) {
    if (strncmp(name, "sum", 3) == 0) return NAME_TEMPLATE;
    if (isupper((unsigned char)name[0]) || strstr(name, "_t") || strncmp(name, "float", 5) == 0)
        return NAME_TYPE;
    return name[0] == 'u' ? NAME_UNKNOWN : NAME_OTHER;
}

bool check_is_poisoned(const struct hd_front *front, const char *name) {
    (void)front, (void)name;
    return false;
}

const char *hd_suggest(struct hd_front *front, const char *name) {
    return name[0] == 'u' ? "size_t" : NULL;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) { return 0; }

static void lex(const struct hd_source *source, struct hd_arena *arena, struct hd_tokens *out) {
    struct lexer lx;
    HD_VEC(struct hd_token) v = {0};
    lex_init(&lx, source, 0, source->len, arena, NULL);
    for (;;) {
        struct hd_token t = lex_next(&lx);
        if (t.kind == TK_HASH && t.flags & TF_BOL) {
            const char *from = source->text + lx.at, *end = memchr(from, '\n', source->len - lx.at);
            size_t len = end ? (size_t)(end - from) : source->len - lx.at;
            lx.at += len;
            const char *pragma = len ? memmem(from, len, "pragma", 6) : NULL;
            if (!pragma) continue;
            t.kind = TK_PRAGMA;
            t.text_len = (uint32_t)(from + len - pragma - 6);
            t.text = hd_strndup(arena, pragma + 6, t.text_len);
        }
        HD_PUSH(arena, &v, t);
        if (t.kind == TK_EOF) break;
    }
    out->v = v.v;
    out->n = v.n - 1;
}

static void parse_one(const struct fuzz_cell *text, int flags) {
    struct hd_arena *arena = hd_arena_create();
    struct hd_diags diags = {.arena = arena};
    jmp_buf unwind;
    diags.unwind = &unwind;
    struct hd_source *source = hd_source_add("fuzz", NULL, text->text, text->len);
    source->lang = flags & FUZZ_C ? HD_LANG_C : HD_LANG_CU;
    struct hd_tokens *toks = HD_NEW(arena, struct hd_tokens);
    lex(source, arena, toks);
    struct parser p, body;
    struct hd_buf shown = {0};
    parse_init(&p, NULL, toks, source->lang);
    p.arena = arena;
    p.diags = &diags;
    p.cell = !(flags & FUZZ_PROGRAM);
    p.trial = flags & FUZZ_ASK;
    p.skip_bodies = flags & FUZZ_COLLECT;
    if (setjmp(unwind) == 0)
        for (struct hd_ast *item; (item = parse_item(&p));) {
            if (item->kind == AST_FUNCTION && item->body_toks) {
                parse_init(&body, NULL, toks, source->lang);
                body.arena = arena;
                body.diags = &diags;
                parse_function_body(&body, item);
            }
            if (shown.len < 100000) hd_ast_print(&shown, item);
        }
    for (struct hd_diag *d = diags.first; d; d = d->next) hd_diag_render(&shown, d, false, 0);
    hd_buf_finish(&shown);
    hd_arena_destroy(arena);
    hd_source_release(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_cell cells[FUZZ_MAX_CELLS];
    int flags, n = fuzz_cells(data, size, &flags, cells);
    for (int i = 0; i < n; i++) parse_one(&cells[i], flags);
    return 0;
}
