// The `check` request: what would be said of an input, without running it. It is checked as a
// transaction that is rolled back, so the session is as before. Magics in it are stepped over, and
// what they would change is not known to the code behind them.
//
//     {"op": "check", "code": "int x = y;"}  ->  {"status": "error", "diagnostics": [...]}
#include "run/magic/magic.h"

#include <ctype.h>
#include <string.h>

// The input with its magics blanked out, so that places stay what they are.
static char *without_magics(const char *code, size_t len) {
    char *text = hd_strndup(hd_engine.arena, code, len);
    struct hd_piece piece = {0};
    while (hd_magic_next(hd_engine.front, code, len, &piece))
        for (size_t i = piece.from; piece.magic && i < piece.to; i++)
            if (text[i] != '\n') text[i] = ' ';
    return text;
}

json_t *hd_check_reply(const char *code, size_t len) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_source *source =
        hd_source_add(hd_intern_str("<check>"), NULL, without_magics(code, len), len);
    source->lang = HD_LANG_CU;
    struct hd_cell cell;
    bool ok = hd_front_cell(hd_engine.front, source, false, &cell, &diags);
    json_t *list = json_array(), *defines = json_array();
    for (const struct hd_diag *d = diags.first; d; d = d->next)
        json_array_append_new(list, hd_diag_json(d));
    for (int i = 0; ok && i < cell.defs.n; i++) {
        const struct hd_def *def = cell.defs.v[i];
        if (def->source == source && def->name && !def->is_result)
            json_array_append_new(defines, json_string(def->name));
    }
    if (ok) hd_front_rollback(hd_engine.front, &cell);
    return json_pack("{s:s, s:o, s:o}", "status", ok ? "ok" : "error", "diagnostics", list,
                     "defines", defines);
}
