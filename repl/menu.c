// The completion menu: the engine's matches, those of them that begin with what is typed, the one
// that is selected, and its rows below the cell: each name with its signature beside it.
#include "repl.h"

#include <stdlib.h>
#include <string.h>

static char *copy_member(const json_t *match, const char *key) {
    const char *text = json_string_value(json_object_get(match, key));
    return hd_xstrdup(text ? text : "");
}

static void clear(struct menu *menu) {
    for (int i = 0; i < menu->matches.n; i++) {
        free(menu->matches.v[i].text);
        free(menu->matches.v[i].kind);
        free(menu->matches.v[i].signature);
    }
    menu->matches.n = menu->nshown = 0;
    menu->selected = -1;
    menu->top = 0;
}

void menu_set(struct menu *menu, const json_t *reply, const struct text *text) {
    const json_t *match, *matches = json_object_get(reply, "matches");
    size_t i;
    clear(menu);
    json_array_foreach(matches, i, match) {
        struct match m = {copy_member(match, "text"), copy_member(match, "kind"),
                          copy_member(match, "signature")};
        HD_XPUSH(&menu->matches, m);
    }
    menu->start = (size_t)json_integer_value(json_object_get(reply, "start"));
    if (menu->start > text->cursor) menu->start = text->cursor;
    menu->loose = json_is_true(json_object_get(reply, "loose"));
    menu->shown = hd_xrealloc(menu->shown, sizeof *menu->shown * (size_t)(menu->matches.n + 1));
    menu->open = menu_filter(menu, text->s + menu->start, text->cursor - menu->start);
}

bool menu_filter(struct menu *menu, const char *typed, size_t len) {
    menu->nshown = 0;
    for (int i = 0; i < menu->matches.n; i++)
        if (menu->loose || (strlen(menu->matches.v[i].text) >= len &&
                            !memcmp(menu->matches.v[i].text, typed, len)))
            menu->shown[menu->nshown++] = i;
    menu->selected = -1;
    menu->top = 0;
    hd_buf_clear(&menu->typed);
    hd_buf_add(&menu->typed, typed, len);
    return menu->nshown > 0;
}

size_t menu_common(const struct menu *menu) {
    if (!menu->nshown) return 0;
    const char *first = menu->matches.v[menu->shown[0]].text;
    size_t n = strlen(first);
    for (int i = 1; i < menu->nshown; i++) {
        const char *other = menu->matches.v[menu->shown[i]].text;
        size_t k = 0;
        while (k < n && other[k] == first[k]) k++;
        n = k;
    }
    while (n > 0 && n < strlen(first) && ((unsigned char)first[n] & 0xC0) == 0x80)
        n--; // whole characters
    return n;
}

void menu_move(struct menu *menu, int by, int page) {
    int n = menu->nshown;
    if (!n) return;
    if (page) {
        int to = menu->selected + by * page;
        menu->selected = to < 0 ? 0 : to >= n ? n - 1 : to;
    } else if (menu->selected < 0) {
        menu->selected = by > 0 ? 0 : n - 1;
    } else {
        menu->selected = (menu->selected + by + n) % n;
    }
}

void menu_close(struct menu *menu) {
    menu->open = false;
    clear(menu);
}

static void put_spaces(struct screen *screen, int n, unsigned style) {
    while (n-- > 0) screen_glyph(screen, " ", 1, 1, false, style);
}

static void draw_match(struct screen *screen, const struct match *m, int name_width, int indent,
                       bool selected) {
    unsigned chosen = selected ? STYLE_SELECTED : 0;
    put_spaces(screen, indent, CLASS_MENU);
    int room = screen->columns - 1 - indent;
    screen_put(screen, m->text, strlen(m->text), CLASS_MENU | chosen);
    put_spaces(screen, name_width - text_columns(m->text, strlen(m->text)), CLASS_MENU | chosen);
    const char *beside = *m->signature ? m->signature : m->kind;
    if (room < name_width + 6) return;
    put_spaces(screen, 2, CLASS_MENU);
    screen_put(screen, beside, strcspn(beside, "\n"), CLASS_DIM);
}

void menu_draw(struct menu *menu, struct screen *screen, int indent, int most_rows) {
    int rows = menu->nshown < most_rows ? menu->nshown : most_rows, widest = 0;
    bool more = menu->nshown > rows && rows > 1;
    if (more) rows--; // for the line that says so
    if (rows < 1) return;
    if (menu->selected >= 0 && menu->selected < menu->top) menu->top = menu->selected;
    if (menu->selected >= menu->top + rows) menu->top = menu->selected - rows + 1;
    if (menu->top > menu->nshown - rows) menu->top = menu->nshown - rows;
    if (menu->top < 0) menu->top = 0;
    for (int i = 0; i < rows; i++) {
        const char *text = menu->matches.v[menu->shown[menu->top + i]].text;
        int width = text_columns(text, strlen(text));
        if (width > widest) widest = width;
    }
    int most = (screen->columns - 2) * 2 / 3;
    if (widest > most) widest = most;
    if (indent + widest + 2 > screen->columns) indent = screen->columns - widest - 2;
    if (indent < 0) indent = 0;
    for (int i = 0; i < rows; i++) {
        int k = menu->top + i;
        screen_newline(screen);
        draw_match(screen, &menu->matches.v[menu->shown[k]], widest, indent, k == menu->selected);
    }
    if (!more) return;
    char text[48];
    snprintf(text, sizeof text, "%d of %d",
             menu->selected >= 0 ? menu->selected + 1 : menu->top + rows, menu->nshown);
    screen_newline(screen);
    put_spaces(screen, indent, CLASS_DIM);
    screen_put(screen, text, strlen(text), CLASS_DIM);
}

void menu_finish(struct menu *menu) {
    clear(menu);
    HD_FREE_VEC(&menu->matches);
    free(menu->shown);
    hd_buf_finish(&menu->typed);
}
