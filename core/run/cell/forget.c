// Definitions that `%reset NAME` or `%undo` has taken out of a cell of which others are still in
// use. A new engine runs that cell's text whole, so the journal says what goes again, as an entry
// at its place among the cells:
//
//     int f() { return 1; } int g() { return 2; }     cell 7
//     %reset f                                        cell 8: forget `f` of 7
//
// The entry is dropped with the cell.
#include "run/run.h"

struct forgotten {
    int serial, of; // of the entry, of the cell
};
static HD_VEC(struct forgotten) forgotten;

static struct hd_def *find(const char *name, bool tag, int cell) {
    int n;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    for (int i = n - 1; i >= 0; i--)
        if (!defs[i]->dead && defs[i]->cell == cell && defs[i]->name == name &&
            (defs[i]->kind == DEF_TAG) == tag)
            return defs[i];
    return NULL;
}

void hd_forget(struct hd_def *def) {
    struct forgotten f = {hd_front_serial(hd_engine.front) + 1, def->cell};
    bool told = hd_engine.socket >= 0 && def->cell > 0 && !def->is_result;
    if (told) {
        hd_front_set_serial(hd_engine.front, f.serial + 1);
        HD_XPUSH(&forgotten, f);
        hd_event("journal", json_pack("{s:s, s:i, s:s, s:s, s:b, s:i, s:i}", "op", "cell", "serial",
                                      f.serial, "name", "%reset", "forget", def->name, "tag",
                                      def->kind == DEF_TAG, "of", f.of, "count", hd_engine.count));
    }
    hd_def_remove(hd_engine.front, def);
}

bool hd_forget_again(const json_t *entry) {
    const char *name = json_string_value(json_object_get(entry, "forget"));
    if (!name) return false;
    struct forgotten f = {(int)json_integer_value(json_object_get(entry, "serial")),
                          (int)json_integer_value(json_object_get(entry, "of"))};
    struct hd_def *def =
        find(hd_intern_str(name), json_is_true(json_object_get(entry, "tag")), f.of);
    hd_front_set_serial(hd_engine.front, f.serial + 1);
    HD_XPUSH(&forgotten, f);
    if (def) hd_def_remove(hd_engine.front, def);
    return true;
}

void hd_forget_cell(int cell) {
    for (int i = forgotten.n - 1; i >= 0; i--) {
        if (forgotten.v[i].of != cell) continue;
        hd_event("journal", json_pack("{s:s, s:i}", "op", "drop", "serial", forgotten.v[i].serial));
        forgotten.v[i] = forgotten.v[--forgotten.n];
    }
}
