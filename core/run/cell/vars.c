// Where variables live. A variable gets its storage when its cell is committed or, for static
// locals and hidden objects, when the first code that uses it is linked; its constant initialiser
// is written then.
//
// After a restart the journal's list says where each variable was (by key: its name, or its
// function's and its own): it gets the same address and keeps its bytes, if size and type still
// agree.
#include "run/array/array.h"
#include "run/gpu/gpu.h"
#include "run/cudart/cudart.h"

#include <sys/mman.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORTH_A_LOOK (64ul << 20) // bytes; asking the system how much memory is free takes a while

struct restored_var {
    uint64_t addr;
    size_t size;
    const char *type;
};

static void restore_var(const char *key, uint64_t addr, size_t size, const char *type) {
    struct restored_var *r = hd_xcalloc(1, sizeof *r);
    *r = (struct restored_var){addr, size, hd_intern_str(type)};
    hd_store_claim(addr, size);
    free(hd_map_get(&hd_engine.restored, hd_intern_str(key)));
    hd_map_set(&hd_engine.restored, hd_intern_str(key), r);
}

// Top-level variables by name and cell; others, those of a definition's values among them, by their
// place in the text, which is the same in every engine.
static const char *key_of(const struct hd_sym *sym, char *out, size_t n) {
    bool named = sym->def && sym->def->sym == sym;
    const struct hd_source *source = named ? NULL : hd_source_at(sym->range.from);
    if (named)
        snprintf(out, n, "%s@%d", sym->def->name, sym->def->cell);
    else
        snprintf(out, n, "%s@%d:%u", sym->name ? sym->name : "", source ? source->cell : 0,
                 source ? sym->range.from - source->base : (hd_loc)sym->serial);
    return out;
}

// Of another shape it is that of the variable once its struct, which was defined anew, is looked
// at.
static struct restored_var *restored_of(const struct hd_sym *sym, const char *key,
                                        const char *type) {
    if (!hd_engine.restored.n) return NULL;
    struct restored_var *r = hd_map_get(&hd_engine.restored, hd_intern_str(key));
    return r && r->size == sym->type->size && r->type == hd_intern_str(type) ? r : NULL;
}

static uint64_t take_restored(const struct hd_sym *sym, const char *key, const char *type) {
    struct restored_var *r = restored_of(sym, key, type);
    if (!r) return 0;
    uint64_t addr = r->addr;
    hd_map_remove(&hd_engine.restored, hd_intern_str(key));
    free(r);
    return addr;
}

void hd_vars_place_restored(void) {
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = defs[i]->sym;
        char buf[256];
        if (!sym || sym->kind != SYM_VAR || sym->addr) continue;
        if (restored_of(sym, key_of(sym, buf, sizeof buf), hd_type_str(hd_engine.arena, sym->type)))
            hd_var_place(sym);
    }
}

// ---- what a restart loses -----------------------------------------------------------------------

struct losses {
    int libraries, device, functions;
};

static bool is_in_block(uint64_t addr) {
    uint64_t base;
    size_t size;
    const char *kind;
    return hd_heap_find(addr, &base, &size) || hd_cudart_allocation(addr, &base, &size, &kind);
}

// Memory that outlives the engine: a live block of the heap or of the device, its end included.
static bool survives(uint64_t value) { return is_in_block(value) || is_in_block(value - 1); }

// stdin, stdout and stderr are other objects in each engine. The store's last engine noted where
// its were; whoever points there gets ours.
static bool is_stream(void *at, uint64_t value) {
    FILE *now[HD_STREAMS] = {stdin, stdout, stderr};
    for (int i = 0; i < HD_STREAMS; i++) {
        if (value != hd_store_old_stream(i)) continue;
        memcpy(at, &now[i], sizeof now[i]);
        return true;
    }
    return false;
}

static void forget_pointer(const struct hd_type *type, void *at, struct losses *losses) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    if (value && is_stream(at, value)) return;
    if (!value || hd_store_contains(value) || survives(value)) return;
    memset(at, 0, sizeof value);
    if (type->base && type->base->kind == HD_TY_FUNC)
        losses->functions++;
    else if (hd_cudart_is_device(value))
        losses->device++;
    else
        losses->libraries++;
}

static bool has_pointers(const struct hd_type *type, int depth) {
    if (depth > HD_MOST_LEVELS) return false;
    if (type->kind == HD_TY_ARRAY) return has_pointers(type->base, depth + 1);
    if (type->kind != HD_TY_RECORD || type->record->is_union)
        return type->kind == HD_TY_PTR || type->kind == HD_TY_REF;
    for (int i = 0; i < type->record->nfields; i++)
        if (has_pointers(type->record->fields[i].type, depth + 1)) return true;
    return false;
}

bool hd_type_has_pointers(const struct hd_type *type) { return has_pointers(type, 0); }

// Which member of a union is meant cannot be known: unions are left alone.
static void forget_in(const struct hd_type *type, char *at, struct losses *losses) {
    if (!has_pointers(type, 0)) return;
    if (type->kind == HD_TY_ARRAY) {
        for (int64_t i = 0; i < type->len; i++)
            forget_in(type->base, at + (size_t)i * type->base->size, losses);
    } else if (type->kind == HD_TY_RECORD) {
        for (int i = 0; i < type->record->nfields; i++) {
            const struct hd_field *field = &type->record->fields[i];
            if (!field->is_bits) forget_in(field->type, at + field->offset, losses);
        }
    } else {
        forget_pointer(type, at, losses);
    }
}

// What an array's variable holds in a new engine: its handle is in the heap, or it is none.
static const char *array_again(const struct hd_sym *sym) {
    struct hd_array **at = (struct hd_array **)sym->addr;
    uint64_t base;
    size_t size;
    if (!*at) return NULL;
    if (hd_heap_find((uint64_t)*at, &base, &size) && base == (uint64_t)*at && size >= sizeof **at) {
        hd_array_adopt(*at);
        return NULL;
    }
    *at = NULL;
    return "its array";
}

static void write_image(struct hd_sym *sym, bool fresh);

const char *hd_var_forget_lost(struct hd_sym *sym) {
    if (sym->is_table) { // the types in it were the other process's
        write_image(sym, true);
        return NULL;
    }
    if (sym->type->kind == HD_TY_NDARRAY) return array_again(sym);
    struct losses l = {0};
    forget_in(sym->type, (char *)sym->addr, &l);
    int n = l.libraries + l.device + l.functions;
    if (n == 0) return NULL;
    const char *what = l.libraries ? "memory of a library"
                       : l.device  ? "device memory"
                                   : "a library's function";
    return n == 1 ? what : hd_printf(hd_engine.arena, "%d pointers to %s", n, what);
}

static bool points_to_gpu(const struct hd_type *type, const char *at) {
    if (!has_pointers(type, 0)) return false;
    if (type->kind == HD_TY_ARRAY) {
        for (int64_t i = 0; i < type->len; i++)
            if (points_to_gpu(type->base, at + (size_t)i * type->base->size)) return true;
        return false;
    }
    if (type->kind == HD_TY_RECORD) {
        for (int i = 0; i < type->record->nfields; i++) {
            const struct hd_field *field = &type->record->fields[i];
            if (!field->is_bits && points_to_gpu(field->type, at + field->offset)) return true;
        }
        return false;
    }
    void *value;
    memcpy(&value, at, sizeof value);
    return hd_gpu_has(value);
}

void hd_vars_lost_on_gpu(json_t *list) {
    int n;
    if (!hd_gpu.ndevices) return;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = defs[i]->sym;
        if (defs[i]->system || !sym || sym->kind != SYM_VAR || !sym->addr ||
            sym->storage == ST_EXTERN)
            continue;
        const char *at = hd_store_is_variable(sym->addr) ? hd_store_alias(sym->addr) : NULL;
        if (at && !defs[i]->is_result && points_to_gpu(sym->type, at))
            json_array_append_new(list, json_sprintf("`%s` (device memory)", sym->name));
    }
}

// ---- the journal's lists: one array of variables per cell ---------------------------------------

struct cell_vars {
    int serial;
    json_t *list;
    bool sent;
};
static HD_VEC(struct cell_vars) lists;

static struct cell_vars *vars_of(int serial) {
    for (int i = lists.n - 1; i >= 0; i--)
        if (lists.v[i].serial == serial) return &lists.v[i];
    HD_XPUSH(&lists, ((struct cell_vars){.serial = serial, .list = json_array()}));
    return &lists.v[lists.n - 1];
}

void hd_vars_restore(int serial, json_t *vars) {
    struct cell_vars *cell = vars_of(serial);
    size_t i;
    json_t *var;
    cell->sent = true;
    json_array_extend(cell->list, vars);
    json_array_foreach(vars, i, var) {
        restore_var(json_string_value(json_object_get(var, "key")),
                    (uint64_t)json_integer_value(json_object_get(var, "addr")),
                    (size_t)json_integer_value(json_object_get(var, "size")),
                    json_string_value(json_object_get(var, "type")));
    }
}

json_t *hd_vars_journal(int serial) {
    struct cell_vars *vars = vars_of(serial);
    vars->sent = true;
    return json_deep_copy(vars->list);
}

void hd_vars_forget(int serial) {
    for (int i = 0; i < lists.n; i++) {
        if (lists.v[i].serial != serial) continue;
        json_decref(lists.v[i].list);
        lists.v[i] = lists.v[--lists.n];
        return;
    }
}

static int serial_of(const struct hd_sym *sym) {
    return sym->def ? sym->def->cell : hd_engine.cell ? hd_engine.cell->serial : 0;
}

static void send_vars(const struct cell_vars *vars) {
    if (vars->sent) // the cell's entry has gone out: send the whole list again
        hd_event("journal", json_pack("{s:s, s:i, s:O}", "op", "vars", "serial", vars->serial,
                                      "vars", vars->list));
}

// The variable's storage is not its own any more.
static void journal_forget(const struct hd_sym *sym) {
    if (hd_engine.socket < 0 || !sym->def) return;
    char buf[256];
    const char *key = key_of(sym, buf, sizeof buf);
    struct cell_vars *vars = vars_of(serial_of(sym));
    for (size_t i = json_array_size(vars->list); i-- > 0;) {
        if (strcmp(json_string_value(json_object_get(json_array_get(vars->list, i), "key")), key) !=
            0)
            continue;
        json_array_remove(vars->list, i);
        send_vars(vars);
        return;
    }
}

static void journal_var(const struct hd_sym *sym, const char *key, const char *type) {
    if (hd_engine.socket < 0) return;
    struct cell_vars *vars = vars_of(serial_of(sym));
    json_array_append_new(vars->list,
                          json_pack("{s:s, s:s, s:I, s:I, s:s}", "name", sym->name ? sym->name : "",
                                    "key", key, "addr", (json_int_t)sym->addr, "size",
                                    (json_int_t)sym->type->size, "type", type));
    send_vars(vars);
}

struct image { // of a variable's initialiser
    char *at;
    bool device; // the variable is for device code
};

static void place_reloc(void *user, uint64_t offset, const struct hd_const *value) {
    const struct image *image = user;
    uint64_t addr = (uint64_t)value->offset;
    if (value->string)
        addr += hd_string_place(value->string);
    else if (value->info)
        addr += (uint64_t)(uintptr_t)hd_type_info_of(value->info);
    else if (value->sym && value->sym->kind == SYM_FUNC)
        addr += hd_stub_for(value->sym, image->device);
    else if (value->sym && value->sym->storage == ST_EXTERN)
        addr += hd_extern_address(value->sym->link_name);
    else if (value->sym)
        addr += hd_var_place(value->sym);
    memcpy(image->at + offset, &addr, sizeof addr);
}

static void write_image(struct hd_sym *sym, bool fresh) {
    char *at = (char *)sym->addr;
    if (sym->type->kind == HD_TY_NDARRAY) {
        if (!fresh && !sym->has_initializer) hd_array_drop_variable(sym);
        return; // its initialiser lets go of what it had
    }
    if (!fresh) hd_store_zero(sym->addr, sym->type->size);
    struct image image = {at, sym->storage == ST_DEVICE || sym->storage == ST_CONSTANT ||
                                  sym->storage == ST_MANAGED};
    if (sym->init && sym->init->constant)
        hd_init_image(sym->init, at, sym->type->size, place_reloc, &image);
}

// ---- which variable an address is in ------------------------------------------------------------

static HD_VEC(struct hd_placed) placed; // sorted by address

static int placed_above(uint64_t addr) {
    int low = 0, high = placed.n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (placed.v[mid].addr <= addr)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static void note_placed(const struct hd_sym *sym, size_t size) {
    struct hd_placed p = {sym->addr, size, sym->name, sym->def ? sym->type : NULL,
                          !(sym->type->quals & Q_CONST)};
    int i = placed_above(sym->addr);
    if (i > 0 && placed.v[i - 1].addr == sym->addr) {
        placed.v[i - 1] = p;
        return;
    }
    HD_XPUSH(&placed, p);
    memmove(&placed.v[i + 1], &placed.v[i], sizeof p * (size_t)(placed.n - 1 - i));
    placed.v[i] = p;
}

static void forget_placed(uint64_t addr) {
    int i = placed_above(addr) - 1;
    if (i < 0 || placed.v[i].addr != addr) return;
    memmove(&placed.v[i], &placed.v[i + 1], sizeof placed.v[0] * (size_t)(placed.n - 1 - i));
    placed.n--;
}

bool hd_var_at(uint64_t addr, struct hd_placed *out) {
    int i = placed_above(addr) - 1;
    if (i < 0 || addr > placed.v[i].addr + placed.v[i].size) return false;
    *out = placed.v[i];
    return true;
}

int hd_vars_placed(const struct hd_placed **out) {
    *out = placed.v;
    return placed.n;
}

struct var_pointers {
    struct hd_var_pointer *v;
    int n, cap;
};

static void collect_pointers(struct var_pointers *list, const struct hd_type *type,
                             uint64_t offset) {
    if (!has_pointers(type, 0) || list->n > 1 << 20) return;
    if (type->kind == HD_TY_ARRAY) {
        for (int64_t i = 0; i < type->len; i++)
            collect_pointers(list, type->base, offset + (uint64_t)i * type->base->size);
    } else if (type->kind == HD_TY_RECORD) {
        for (int i = 0; i < type->record->nfields; i++) {
            const struct hd_field *field = &type->record->fields[i];
            if (!field->is_bits) collect_pointers(list, field->type, offset + field->offset);
        }
    } else if (!type->base || type->base->kind != HD_TY_FUNC) {
        struct hd_var_pointer p = {offset, !type->base || !(type->base->quals & Q_CONST)};
        HD_XPUSH(list, p);
    }
}

int hd_var_pointers(uint64_t addr, struct hd_var_pointer **out) {
    int n;
    struct var_pointers list = {0};
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        const struct hd_sym *sym = defs[i]->sym;
        if (!sym || sym->kind != SYM_VAR || sym->addr != addr || !sym->type->size) continue;
        collect_pointers(&list, sym->type, 0);
        break;
    }
    *out = list.v;
    return list.n;
}

// Arrays get pages of their own, and so does what device code shares where there is a GPU that it
// may move to.
static bool wants_own_pages(const struct hd_sym *sym) {
    if (sym->type->kind == HD_TY_ARRAY) return true;
    return hd_gpu.expected &&
           (sym->storage == ST_DEVICE || sym->storage == ST_CONSTANT || sym->storage == ST_MANAGED);
}

// Bytes of the range that have no memory yet.
static size_t untouched(uint64_t addr, size_t size) {
    enum { PAGE = 4096, AT_ONCE = 1 << 16 };
    unsigned char in_memory[AT_ONCE];
    size_t sum = 0;
    uint64_t end = addr + size;
    for (addr = HD_ROUND_UP(addr, PAGE); addr + PAGE <= end;) {
        size_t pages = (end - addr) / PAGE;
        if (pages > AT_ONCE) pages = AT_ONCE;
        if (mincore((void *)addr, pages * PAGE, in_memory)) return sum;
        for (size_t i = 0; i < pages; i++) sum += in_memory[i] & 1 ? 0 : PAGE;
        addr += pages * PAGE;
    }
    return sum;
}

// What large variables, other than the one of this name, have been promised and not used yet. Those
// of cells that were taken back do not count.
static size_t promised(const char *but) {
    size_t sum = 0;
    for (int i = 0; i < placed.n; i++) {
        const struct hd_placed *p = &placed.v[i];
        if (p->size < WORTH_A_LOOK || !p->name || p->name == but) continue;
        const struct hd_def *def = hd_def_find(hd_engine.front, p->name);
        if (def && def->sym && def->sym->addr == p->addr) sum += untouched(p->addr, p->size);
    }
    return sum;
}

// Memory is taken when it is written to, so a variable that cannot be filled has to be refused when
// it is defined: later there is only the kernel, which ends the engine.
static bool fits(const struct hd_sym *sym, size_t size) {
    if (size < WORTH_A_LOOK) return true;
    size_t free = hd_cudart_free_memory();
    return size <= free && promised(sym->name) <= free - size;
}

void hd_var_no_room(struct hd_diags *diags, struct hd_range at, const struct hd_sym *sym) {
    const char *name = sym->name ? sym->name : "?";
    double gib = 1 << 30, size = (double)sym->type->size / gib;
    if (fits(sym, sym->type->size)) {
        hd_error(diags, at, "no room for `%s` (%.1f GiB) in the variable store", name, size);
        return;
    }
    if (sym->type->size <= hd_cudart_free_memory()) {
        struct hd_diag *d = hd_error(
            diags, at,
            "`%s` takes %.1f GiB, and %.1f GiB are promised to other variables; %.1f GiB of this "
            "machine's %.1f GiB are free",
            name, size, (double)promised(sym->name) / gib, (double)hd_cudart_free_memory() / gib,
            (double)hd_cudart_total_memory() / gib);
        hd_help(diags, d, "%%reset NAME gives a variable's memory back");
        return;
    }
    hd_error(diags, at,
             "`%s` takes %.1f GiB, but only %.1f GiB of this machine's %.1f GiB are free", name,
             size, (double)hd_cudart_free_memory() / gib, (double)hd_cudart_total_memory() / gib);
}

uint64_t hd_var_place(struct hd_sym *sym) {
    sym = hd_linked(sym);
    if (sym->defined && sym->addr && !sym->reinitialise) return sym->addr;
    if (sym->addr && !sym->reinitialise) return sym->addr;
    char buf[256];
    const char *key = key_of(sym, buf, sizeof buf);
    const char *type = hd_type_str(hd_engine.arena, sym->type);
    size_t size = sym->type->kind == HD_TY_REF ? 8 : sym->type->size;
    uint64_t restored = take_restored(sym, key, type);
    if (restored)
        sym->addr =
            restored; // with its bytes, also if a new definition would have taken another's place
    if (!sym->addr || restored) {
        if (restored &&
            !hd_engine
                 .restoring) { // a static local, found again when its function is next compiled
            const char *what = hd_var_forget_lost(sym);
            if (what)
                hd_notice("lost in the restart: `%s` (%s)", sym->name ? sym->name : "?", what);
        }
        if (!sym->addr) {
            if (!fits(sym, size)) return 0;
            size_t align = sym->align > sym->type->align ? sym->align : sym->type->align;
            sym->addr = wants_own_pages(sym) ? hd_store_alloc_own(size, align)
                                             : hd_store_alloc(size, align);
            if (!sym->addr) return 0;
            write_image(sym, true);
            if (sym->before) hd_var_move(sym, sym->before);
        }
        if (!restored) journal_var(sym, key, type);
    } else if (sym->reinitialise) {
        if (!sym->after_end) write_image(sym, false);
        journal_var(sym, key, type);
    }
    sym->reinitialise = sym->after_end = false;
    sym->before = NULL;
    note_placed(sym, size);
    return sym->addr;
}

void hd_var_drop(struct hd_sym *sym) {
    if (!sym->addr || sym->kind != SYM_VAR) return;
    journal_forget(sym);
    struct hd_def *now = sym->def ? hd_def_find(hd_front_of(sym->def), sym->name) : NULL;
    if (now && now->sym && now->sym != sym && now->sym->addr == sym->addr)
        return; // moved on to its successor
    if (sym->type->kind == HD_TY_NDARRAY) hd_array_drop_variable(sym);
    hd_transfer_drop(sym->addr);
    forget_placed(sym->addr);
    hd_store_free(sym->addr, sym->type->size);
    sym->addr = 0;
}

uint64_t hd_string_place(struct hd_string *string) {
    if (!string->addr) {
        size_t unit = string->type->base->size;
        string->addr = hd_store_string(string->data, (string->len + 1) * unit, 16);
    }
    return string->addr;
}

// Device code of a function takes its thread as well, so it has a stub of its own: this stands
// before its type there.
static const char device_mark[] = "__device__ ";

const char *hd_stub_type(const char *type, bool *device) {
    *device = strncmp(type, device_mark, sizeof device_mark - 1) == 0;
    return *device ? type + sizeof device_mark - 1 : type;
}

uint64_t hd_stub_for(struct hd_sym *sym, bool device) {
    const char *type = hd_type_str(hd_engine.arena, sym->type);
    const struct hd_func *func = sym->func;
    // A declaration, as of an instance's member, says it by its specifiers.
    bool is_device = func ? func->is_device : sym->spec & SPEC_DEVICE;
    bool is_host = func ? func->is_host : !is_device || sym->spec & SPEC_HOST;
    if (is_device && (device || !is_host))
        type = hd_printf(hd_engine.arena, "%s%s", device_mark, type);
    const char *name = sym->name ? sym->name : "";
    const struct hd_def *of = sym->method ? sym->method->record->def : NULL;
    const struct hd_front *front = func ? func->front : of ? of->front : NULL;
    const char *unit = front ? hd_front_unit(front) : NULL;
    if (unit) name = hd_printf(hd_engine.arena, "%s%c%s", unit, HD_STUB_UNIT, name);
    int known = hd_store_stub_count();
    uint64_t stub = hd_store_stub(name, type);
    if (hd_engine.socket >= 0 && hd_store_stub_count() > known)
        hd_event("journal", json_pack("{s:s, s:s, s:s, s:I}", "op", "stub", "name", name, "type",
                                      type, "addr", (json_int_t)stub));
    bool found_by_name = sym->def ? sym->name == sym->def->name
                                  : !sym->func; // a declaration, as of an instance's member
    if (!found_by_name) {                       // a specialisation
        struct hd_map *stubs = &hd_engine.nameless_stubs;
        struct hd_sym *old = hd_map_get(stubs, (const char *)stub);
        if (old && old != sym)
            hd_code_replaced(old); // made anew, since something that it uses has changed
        hd_map_set(stubs, (const char *)stub, sym);
    }
    return stub;
}

// Frees what the front end no longer needs. Specialisations that a pointer may lead to stay.
void hd_collect(struct hd_arena *running) {
    hd_hot_collected();
    HD_VEC(struct hd_arena *) in_use = {0};
    const char *stub;
    void *value;
    if (running) HD_XPUSH(&in_use, running);
    for (int i = 0; (i = hd_map_next(&hd_engine.nameless_stubs, i, &stub, &value)) > 0;) {
        const struct hd_sym *sym = value;
        if (sym->func) HD_XPUSH(&in_use, sym->func->arena);
        if (!sym->def) continue;
        HD_XPUSH(&in_use, sym->def->arena);
        HD_XPUSH(&in_use, sym->def->home);
    }
    hd_front_collect(hd_engine.front, in_use.v, in_use.n);
    HD_FREE_VEC(&in_use);
}

struct hd_sym *hd_stub_sym(uint64_t stub) {
    const char *type, *name = hd_stub_at(stub, &type);
    if (!name) return NULL;
    struct hd_sym *sym = hd_map_get(&hd_engine.nameless_stubs, (const char *)stub);
    if (sym) return sym;
    struct hd_front *front = hd_engine.front;
    const char *unit = strchr(name, HD_STUB_UNIT);
    if (unit) {
        front = hd_front_of_unit(hd_strndup(hd_engine.arena, name, (size_t)(unit - name)));
        name = unit + 1;
    }
    struct hd_def *def = front ? hd_def_find(front, name) : NULL;
    if (!def || def->dead || !def->sym) return NULL;
    bool device;
    type = hd_stub_type(type, &device);
    for (sym = def->sym; sym; sym = sym->next)
        if (sym->kind == SYM_FUNC && strcmp(hd_type_str(hd_engine.arena, sym->type), type) == 0)
            return sym;
    return def->sym->kind == SYM_FUNC ? def->sym : NULL;
}

// ---- addresses in messages ----------------------------------------------------------------------

static const char *range_words(uint64_t addr, uint64_t base, uint64_t size, const char *what) {
    if (addr >= base + size)
        return hd_printf(hd_engine.arena, "%llu bytes past the end of %s",
                         (unsigned long long)(addr - base - size), what);
    if (addr < base)
        return hd_printf(hd_engine.arena, "%llu bytes before %s", (unsigned long long)(base - addr),
                         what);
    return hd_printf(hd_engine.arena, "in %s, at byte %llu", what,
                     (unsigned long long)(addr - base));
}

const char *hd_var_near(uint64_t addr) {
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    const struct hd_sym *best = NULL;
    uint64_t distance = 1 << 20;
    for (int i = 0; i < n; i++) {
        const struct hd_sym *sym = defs[i]->sym;
        if (!sym || sym->kind != SYM_VAR || !sym->addr || strcmp(sym->name, "_") == 0) continue;
        uint64_t from = sym->addr, to = from + sym->type->size;
        uint64_t d = addr >= to    ? addr - to
                     : addr < from ? from - addr + 4096
                                   : 0; // running over an end is likelier
        if (d >= distance) continue;
        distance = d;
        best = sym;
    }
    if (best)
        return range_words(addr, best->addr, best->type->size,
                           hd_printf(hd_engine.arena, "`%s` (`%s`)", best->name,
                                     hd_type_str(hd_engine.arena, best->type)));
    uint64_t base;
    size_t size;
    const char *kind;
    if (hd_cudart_allocation(addr, &base, &size, &kind))
        return range_words(
            addr, base, size,
            hd_printf(hd_engine.arena, "an allocation of %zu bytes by %s", size, kind));
    return NULL;
}
