// Values of cells, Out[n]: which of them are kept.
//
// The newest ones, while they are not too many bytes together; what has memory of its own (arrays,
// objects with a destructor) only as long as `_`, `__` and `___` name it. What goes frees its
// storage as a variable does that is defined anew.
//
// Example: after `zeros(1 << 26)` and three more values of arrays the first one's 512 MB are free.
#include "array/array.h"
#include "run/run.h"

#define MOST_BYTES ((uint64_t)64 << 20)
enum { MOST = 1000, MOST_HEAVY = 3 };

static uint64_t bytes_of(const struct hd_sym *sym, bool *heavy) {
    const struct hd_type *type = sym->type;
    while (type->kind == HD_TY_ARRAY) type = type->base;
    *heavy =
        type->kind == HD_TY_NDARRAY || (type->kind == HD_TY_RECORD && type->record->by_address);
    if (type->kind != HD_TY_NDARRAY || !sym->addr) return sym->type->size;
    const struct hd_array *a = *(struct hd_array *const *)sym->addr;
    return sym->type->size + (a ? (uint64_t)a->count * a->size : 0);
}

void hd_results_trim(void) {
    int n, heavy = 0;
    uint64_t bytes = 0;
    HD_VEC(struct hd_def *) gone = {0};
    struct hd_def **results = hd_front_results(hd_engine.front, &n);
    for (int i = n - 1; i >= 0; i--) {
        bool is_heavy;
        uint64_t size = bytes_of(results[i]->sym, &is_heavy);
        heavy += is_heavy;
        if (i == n - 1) continue; // `_`
        bool goes = bytes + size > MOST_BYTES || n - i > MOST || (is_heavy && heavy > MOST_HEAVY);
        if (goes)
            HD_PUSH(hd_engine.arena, &gone, results[i]);
        else
            bytes += size;
    }
    hd_objects_end(gone.v, gone.n);
    for (int i = 0; i < gone.n; i++) hd_def_remove(hd_engine.front, gone.v[i]);
}
