// What function pointers lead to: the code behind a stub, made when it is first called.
#include "run/code/code.h"

#include <string.h>

static struct { // device functions that a pointer may lead to, compiled by themselves
    HD_VEC(struct device_stub {
        uint64_t stub;
        struct hd_sym *sym;
        struct hd_unit *unit;
    })
    all;
    int seen; // stubs that have been looked at
} device_stubs;

void code_drop_device_stubs(const struct hd_sym *sym) {
    for (int i = device_stubs.all.n - 1; i >= 0; i--) {
        struct device_stub stub = device_stubs.all.v[i];
        if (stub.sym != sym) continue;
        hd_stub_set(stub.stub, NULL);
        device_stubs.all.v[i] = device_stubs.all.v[--device_stubs.all.n];
        device_stubs.seen = 0;
        if (stub.unit) hd_unit_release(stub.unit);
    }
}

static void compile_device_stub(uint64_t stub) {
    bool device;
    const char *text, *type;
    if (!hd_stub_at(stub, &text)) return;
    type = hd_stub_type(text, &device);
    if (!device) return;
    for (int i = 0; i < device_stubs.all.n; i++)
        if (device_stubs.all.v[i].stub == stub) return;
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_sym *sym = hd_stub_sym(stub);
    struct hd_func *func = sym ? code_device_body_of(&sym, &diags) : NULL;
    if (!func || !func->is_device || strcmp(hd_type_str(hd_engine.arena, sym->type), type) != 0)
        return;
    struct hd_gen_job job = {.arena = hd_engine.arena, .opt = 1, .debug = true, .diags = &diags};
    code_device_options(&job);
    struct hd_map seen = {0};
    int cap = 0;
    hd_map_set(&seen, (const char *)sym, func);
    code_add_item(job.arena, &job, &cap,
                  (struct hd_gen_item){.func = func, .flavour = HD_DEVICE_CODE});
    code_add_device_items(&job, &cap, &seen, func, 0);
    hd_map_finish(&seen);
    struct hd_unit *unit = diags.errors ? NULL : code_link_job(&job, NULL);
    if (!unit) return; // a call says so
    unit->symbols = 1;
    HD_XPUSH(&device_stubs.all, ((struct device_stub){stub, sym, unit}));
    hd_stub_set(stub,
                hd_code_symbol(unit->code, hd_gen_symbol(job.arena, func->sym, HD_DEVICE_CODE)));
}

void hd_code_device_stubs(void) {
    while (device_stubs.seen < hd_store_stub_count())
        compile_device_stub(hd_store_stub_address(device_stubs.seen++));
}

// The stub resolver: a function pointer is called whose function has no code (any more).
void *hd_code_resolve_stub(uint64_t stub) {
    hd_front_lock();
    struct hd_arena *arena = hd_engine.arena;
    struct hd_diags diags = {.arena = arena};
    const char *type, *name = hd_stub_at(stub, &type);
    if (name) name = hd_stub_name(stub);
    struct hd_sym *sym = hd_stub_sym(stub);
    struct hd_fault fault = {.kind = "function pointer"};
    void *address = NULL;
    bool device = false;
    if (name) type = hd_stub_type(type, &device);
    if (sym && sym->def && sym->def->stale &&
        !hd_def_refresh(hd_front_of(sym->def), sym->def, &diags))
        sym = NULL;
    if (sym) sym = hd_sym_current(sym);
    if (!name)
        snprintf(fault.message, sizeof fault.message,
                 "call of a function pointer that leads nowhere");
    else if (sym && strcmp(hd_type_str(arena, sym->type), type) != 0)
        snprintf(fault.message, sizeof fault.message,
                 "a function pointer of type `%s` leads to `%s`, which now has type `%s`", type,
                 name, hd_type_str(arena, sym->type));
    else if (sym && sym->func && sym->func->is_kernel)
        snprintf(fault.message, sizeof fault.message,
                 "`%s` is a kernel: launch it with <<<grid, block>>>", name);
    else if (sym && !device)
        address = hd_code_for(sym, true, &diags);
    else if (sym && hd_current_thread()) // what a launch could compile was
        snprintf(fault.message, sizeof fault.message,
                 "the device function `%s` that a pointer leads to does not compile", name);
    else if (sym)
        snprintf(fault.message, sizeof fault.message,
                 "`%s` is a device function: host code cannot call it", name);
    if (address) {
        struct sym_code *code = hd_sym_current(sym)->code;
        code->stub = stub;
        hd_stub_set(stub, address);
    } else if (!fault.message[0] && !(sym && sym->func) && !diags.first &&
               (address = (void *)(uintptr_t)hd_extern_address(sym ? sym->link_name : name))) {
        hd_stub_set(stub, address); // a library's
    } else if (!fault.message[0]) {
        snprintf(fault.message, sizeof fault.message,
                 "the function `%s` that a pointer leads to %s", name,
                 diags.errors ? "no longer compiles" : "is not there any more");
    }
    if (diags.first) hd_report_diags(&diags);
    hd_front_unlock();
    if (!address) hd_guard_raise(&fault);
    return address;
}
