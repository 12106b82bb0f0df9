// Linking compiled code: what the names in it lead to, and which LLVM passes a module has behind
// it.
#include "run/array/array.h"
#include "cpu/guard/exception.h"
#include "math/math.h"
#include "run/library/library.h"
#include "run/program/program.h"
#include "run/code/code.h"

#include <dlfcn.h>
#include <string.h>

// The executable exports no names of its own; these are what compiled code may ask for besides the
// device's runtime.
static void *own_address(const char *name) {
    static const struct {
        const char *name;
        void *address;
    } own[] = {
        {"hd_interrupt_flag", (void *)&hd_interrupt_flag},
        {"hd_interact", (void *)(uintptr_t)hd_interact},
        {"hd_progress", (void *)(uintptr_t)hd_progress},
        {"hd_rt_hot", (void *)(uintptr_t)hd_rt_hot},
        {"hd_rt_hot_frame", (void *)(uintptr_t)hd_rt_hot_frame},
        {"hd_rt_launch", (void *)(uintptr_t)hd_rt_launch},
        {"hd_rt_device_launch", (void *)(uintptr_t)hd_rt_device_launch},
        {"hd_twin_at", (void *)(uintptr_t)hd_twin_at},
        {"hd_twin_turn", (void *)(uintptr_t)hd_twin_turn},
        {"hd_twin_wrote", (void *)(uintptr_t)hd_twin_wrote},
        {"hd_twin_store_by", (void *)(uintptr_t)hd_twin_store_by},
        {"hd_twin_stored_by", (void *)(uintptr_t)hd_twin_stored_by},
        {"hd_twin_load_by", (void *)(uintptr_t)hd_twin_load_by},
        {"hd_twin_enter", (void *)(uintptr_t)hd_twin_enter},
        {"hd_twin_leave", (void *)(uintptr_t)hd_twin_leave},
        {"hd_twin_top", (void *)(uintptr_t)hd_twin_top},
        {"hd_twin_landed", (void *)(uintptr_t)hd_twin_landed},
        {"hd_twin_store", (void *)(uintptr_t)hd_twin_store},
        {"hd_twin_stored", (void *)(uintptr_t)hd_twin_stored},
        {"hd_twin_load", (void *)(uintptr_t)hd_twin_load},
        {"hd_twin_callee", (void *)(uintptr_t)hd_twin_callee},
        {"hd_rt_breakpoint", (void *)(uintptr_t)hd_rt_breakpoint},
        {"hd_rt_show", (void *)(uintptr_t)hd_rt_show},
        {"hd_rt_not_yet", (void *)(uintptr_t)hd_rt_not_yet},
        {"__heddle_array_fused", (void *)(uintptr_t)hd_rt_fused},
        {"__heddle_array_fused_into", (void *)(uintptr_t)hd_rt_fused_into},
        {"__heddle_array_fold", (void *)(uintptr_t)hd_rt_fold},
        {"__heddle_array_sub", (void *)(uintptr_t)hd_rt_sub},
        {"__heddle_array_scan_by", (void *)(uintptr_t)hd_rt_scan_by},
        {"__heddle_array_save", (void *)(uintptr_t)hd_rt_array_save},
        {"__heddle_array_savez", (void *)(uintptr_t)hd_rt_array_savez},
        {"__heddle_array_load", (void *)(uintptr_t)hd_rt_array_load},
    };
    bool ours = strncmp(name, "hd_", 3) == 0 || strncmp(name, "__heddle_", 9) == 0;
    for (int i = 0; ours && i < HD_COUNT(own); i++)
        if (strcmp(name, own[i].name) == 0) return own[i].address;
    void *symbol = ours ? hd_array_symbol(name) : NULL;
    return symbol || !ours ? symbol : hd_exception_symbol(name);
}

uint64_t hd_extern_address(const char *name) {
    void *p = own_address(name);
    if (!p) p = hd_cudart_symbol(name);
    if (!p) p = hd_library_symbol(name);
    if (!p) p = hd_module_symbol(name);
    if (!p) p = hd_input_symbol(name);
    if (!p) p = hd_cpu_replacement(name);
    if (!p) p = dlsym(RTLD_DEFAULT, name);
    for (int i = 0; !p && i < hd_engine.libraries.n; i++)
        p = dlsym(hd_engine.libraries.v[i].handle, name);
    if (!p) p = hd_compiler_support(name);
    return (uint64_t)p;
}

static struct link_symbol *find_symbol(const struct linking *l, const char *name) {
    size_t i = hd_hash(name, strlen(name)) & (l->cap - 1);
    while (l->table[i].name && strcmp(l->table[i].name, name) != 0) i = (i + 1) & (l->cap - 1);
    return &l->table[i];
}

uint64_t code_resolve(void *user, const char *symbol) {
    uint64_t address = find_symbol(user, symbol)->address;
    return address ? address : (uint64_t)hd_check_runtime(symbol); // what gen/lanes asks for
}

static uint64_t runtime_address(const char *name) {
    void *p = own_address(name);
    if (!p) p = hd_cpu_runtime(name);
    if (!p) p = hd_math_symbol(name);
    if (!p) p = hd_check_runtime(name);
    if (!p) p = hd_devmath_symbol(name);
    if (!p) p = dlsym(RTLD_DEFAULT, name);
    if (!p) p = hd_compiler_support(name);
    return (uint64_t)p;
}

static uint64_t ref_address(struct linking *l, struct hd_ref *ref, struct hd_diags *diags) {
    switch (ref->kind) {
    case HD_REF_VAR: return hd_var_place(ref->sym);
    case HD_REF_STRING: return hd_string_place(ref->string);
    case HD_REF_STUB:
        if (!ref->sym->func && !hd_sym_current(ref->sym)->func &&
            !hd_extern_address(ref->sym->link_name))
            return 0;
        return hd_stub_for(hd_sym_current(ref->sym), ref->flavour == HD_DEVICE_CODE);
    case HD_REF_RUNTIME: return runtime_address(ref->symbol);
    case HD_REF_TYPE: return (uint64_t)(uintptr_t)hd_type_info_of(ref->type);
    case HD_REF_EXTERN: return hd_extern_address(ref->symbol);
    case HD_REF_CODE: {
        struct hd_sym *sym = hd_sym_current(ref->sym);
        struct sym_code *code = sym->code;
        const struct planned *p = l->plan ? hd_map_get(&l->plan->seen, (const char *)sym) : NULL;
        if (p && p->quick) return p->quick->thunk;
        if (!code) return 0;
        HD_PUSH(l->arena, &l->uses, code->unit);
        return (uint64_t)(uintptr_t)code_callable(code);
    }
    }
    return 0;
}

bool code_resolve_all(struct linking *l, struct hd_gen_job *job) {
    bool ok = true;
    for (l->cap = 16; l->cap < (size_t)job->refs.n * 2; l->cap *= 2) continue;
    l->table = HD_NEW_ARRAY(l->arena, struct link_symbol, l->cap);
    for (int i = 0; i < job->refs.n; i++) {
        struct hd_ref *ref = &job->refs.v[i];
        uint64_t addr = ref_address(l, ref, job->diags);
        if (addr) {
            *find_symbol(l, ref->symbol) = (struct link_symbol){ref->symbol, addr};
            continue;
        }
        ok = false;
        struct hd_range at = {ref->loc, ref->loc};
        const char *name = ref->sym && ref->sym->name ? ref->sym->name : ref->symbol;
        if (ref->kind == HD_REF_VAR) {
            hd_var_no_room(job->diags, at, ref->sym);
            continue;
        }
        if (ref->kind == HD_REF_STRING) {
            hd_error(job->diags, at, "no room for `%s` in the variable store", name);
            continue;
        }
        if (ref->kind == HD_REF_CODE && job->diags->errors > 0) continue; // why was said
        struct hd_diag *d = hd_error(job->diags, at, "`%s` is declared but defined nowhere", name);
        if (ref->sym && ref->sym->range.from)
            hd_note(job->diags, d, ref->sym->range, "its declaration");
        const char *hint = hd_program_hint(ref->sym);
        if (hint)
            hd_help(job->diags, d, "%s", hint);
        else
            hd_help(job->diags, d, "define `%s`, or load the library that has it with %%lib", name);
    }
    return ok;
}

// Optimises a module. false: reported, or code for many lanes cannot be made (*why).
bool code_optimise(struct hd_gen_job *job, struct hd_module *module, LLVMTargetMachineRef machine,
                   const char **why) {
    if (!job->lanes) return hd_gen_optimise(module, machine, job->opt, job->diags);
    job->lanes->vector_bits = hd_cpu_vector_bits();
    if (!hd_gen_lanes(module, job, machine, why)) return false;
    hd_gen_restore_places(module->module);
    return true;
}
