// The session's variables, for a front-end's list of them (`variables`, session/protocol.md): what
// %whos prints, as data.
//
//   {"name": "m", "type": "float [3][4]", "shape": [3, 4], "bytes": 48, "value": "{{1.0, ...", ...}
#include "array/array.h"
#include "run/display/container.h"
#include "run/magic/magic.h"

enum { COLUMNS = 200, MOST_VARIABLES = 5000 };

static void add_dimension(json_t *shape, uint64_t n) {
    json_array_append_new(shape, json_integer((json_int_t)n));
}

// Empty: it is no array. *bytes: with what it owns.
static json_t *shape_of(const struct hd_type *type, const char *data, uint64_t *bytes) {
    json_t *shape = json_array();
    struct container c;
    if (type->kind == HD_TY_NDARRAY) {
        struct hd_array *array = NULL, copy;
        bool there = hd_guard_read(data, &array, sizeof array) && array &&
                     hd_guard_read(array, &copy, sizeof copy);
        *bytes = 0;
        if (!there || copy.rank < 0 || copy.rank > HD_ARRAY_RANK) return shape;
        for (int i = 0; i < copy.rank; i++) add_dimension(shape, (uint64_t)copy.shape[i]);
        *bytes = (uint64_t)copy.count * copy.size;
    } else if (type->kind == HD_TY_RECORD && container_of(type, data, &c)) {
        bool lists =
            c.kind == CONTAINER_SEQUENCE || c.kind == CONTAINER_MAP || c.kind == CONTAINER_SET;
        if (!lists) return shape;
        add_dimension(shape, c.n);
        *bytes += c.n * c.element->size;
    } else {
        for (; type->kind == HD_TY_ARRAY && type->len >= 0; type = type->base)
            add_dimension(shape, (uint64_t)type->len);
    }
    return shape;
}

static const char *place_of(const struct hd_sym *sym) {
    switch (sym->storage) {
    case ST_DEVICE: return "device";
    case ST_CONSTANT: return "constant";
    case ST_MANAGED: return "managed";
    default: return "host";
    }
}

json_t *hd_variables_reply(void) {
    int n;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    json_t *list = json_array();
    for (int i = 0; i < n && json_array_size(list) < MOST_VARIABLES; i++) {
        const struct hd_sym *sym = defs[i]->sym;
        if (!hd_def_is_shown(defs[i]) || defs[i]->kind != DEF_VAR || !sym->addr) continue;
        const struct hd_type *type = sym->type;
        const char *data = (const char *)(uintptr_t)sym->addr;
        uint64_t bytes = type->size;
        struct hd_buf value = {0};
        hd_value_summary(&value, type, data, COLUMNS);
        json_t *shape = shape_of(type, data, &bytes);
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o, s:I, s:s, s:o}", "name", sym->name, "type",
                                        hd_type_str(hd_engine.arena, type), "shape", shape, "bytes",
                                        (json_int_t)bytes, "place", place_of(sym), "value",
                                        hd_json_text(hd_buf_str(&value), value.len)));
        hd_buf_finish(&value);
    }
    return json_pack("{s:o}", "variables", list);
}
