// Arrays for other processes: where the elements of a variable lie in the store's file, which the
// client can map (session/share.h).
//
//     {"op": "array", "name": "x"}  ->  {"status": "ok", "place": 274877911040, "shape": [3, 4],
//     "strides": [16, 4], "code": 2, "bits": 32, "type": "<f4"}
#include "cpu/heap/place.h"
#include "run/array/files.h"
#include "run/gpu/gpu.h"

#include <string.h>

// DLPack's codes of types (its standard, DLDataTypeCode).
enum { DL_INT = 0, DL_UINT = 1, DL_FLOAT = 2, DL_BFLOAT = 4, DL_COMPLEX = 5, DL_BOOL = 6 };

static const struct shared_type {
    uint16_t kind, part;
    int code;
    const char *letter; // in a typestr; NULL: NumPy has none
} types[] = {
    {HD_TY_BOOL, 0, DL_BOOL, "|b"},
    {HD_TY_CHAR, 0, DL_INT, "|i"},
    {HD_TY_SCHAR, 0, DL_INT, "|i"},
    {HD_TY_UCHAR, 0, DL_UINT, "|u"},
    {HD_TY_SHORT, 0, DL_INT, "<i"},
    {HD_TY_USHORT, 0, DL_UINT, "<u"},
    {HD_TY_INT, 0, DL_INT, "<i"},
    {HD_TY_UINT, 0, DL_UINT, "<u"},
    {HD_TY_LONG, 0, DL_INT, "<i"},
    {HD_TY_ULONG, 0, DL_UINT, "<u"},
    {HD_TY_LLONG, 0, DL_INT, "<i"},
    {HD_TY_ULLONG, 0, DL_UINT, "<u"},
    {HD_TY_HALF, 0, DL_FLOAT, "<f"},
    {HD_TY_BF16, 0, DL_BFLOAT, NULL},
    {HD_TY_FLOAT, 0, DL_FLOAT, "<f"},
    {HD_TY_DOUBLE, 0, DL_FLOAT, "<f"},
    {HD_TY_COMPLEX, HD_TY_FLOAT, DL_COMPLEX, "<c"},
    {HD_TY_COMPLEX, HD_TY_DOUBLE, DL_COMPLEX, "<c"},
};

static json_t *refused(const char *name, const char *why) {
    return json_pack("{s:s, s:o}", "status", "error", "message",
                     json_sprintf("`%s` %s", name ? name : "", why));
}

json_t *hd_array_reply(const char *name) {
    struct hd_def *def = name ? hd_def_find(hd_engine.front, hd_intern_str(name)) : NULL;
    const struct hd_sym *sym = def ? def->sym : NULL;
    if (!sym || sym->kind != SYM_VAR || !sym->addr || sym->type->kind != HD_TY_NDARRAY)
        return refused(name, "is not a variable that is an array");
    struct hd_array *handle, a;
    if (!hd_guard_read((void *)sym->addr, &handle, sizeof handle) || !handle ||
        !hd_guard_read(handle, &a, sizeof a))
        return refused(name, "has no array yet");
    if (hd_gpu.expected) // the newer contents may be there, and nothing says so to others
        return refused(name, "may be on the GPU: sharing is for sessions without one");
    int64_t place = hd_heap_place(a.data);
    if (place < 0) // of a C array, or of memory that only the engine has
        return refused(name, "has its elements where only the engine has them: share a `.copy()`");
    const struct shared_type *t = NULL;
    for (int i = 0; i < HD_COUNT(types) && !t; i++)
        if (types[i].kind == a.kind && types[i].part == a.part) t = &types[i];
    if (!t) return refused(name, "has elements of a type that others do not know");
    json_t *shape = json_array(), *strides = json_array();
    for (int i = 0; i < a.rank; i++) {
        json_array_append_new(shape, json_integer(a.shape[i]));
        json_array_append_new(strides, json_integer(a.stride[i] * (json_int_t)a.size));
    }
    json_t *type = t->letter ? json_sprintf("%s%u", t->letter, a.size) : json_null();
    return json_pack("{s:s, s:I, s:o, s:o, s:i, s:i, s:o}", "status", "ok", "place",
                     (json_int_t)place, "shape", shape, "strides", strides, "code", t->code, "bits",
                     (int)(a.size * 8), "type", type);
}
