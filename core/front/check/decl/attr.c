// Attributes: __attribute__((...)), [[...]], alignas, __launch_bounds__.
//
// Those that change what a declaration means are collected in an attr_set; those that only help an
// optimiser or a checker are known by name and dropped; the rest are warned about, unless a system
// header has them.
//
// Example: `struct __attribute__((packed, aligned(4))) s {...}` gives packed and aligned == 4.
#include <string.h>

#include "front/check/expr/expr.h"

enum meaning {
    MEANS_NOTHING = 1,
    MEANS_ALIGNED,
    MEANS_PACKED,
    MEANS_NORETURN,
    MEANS_NOTHROW,
    MEANS_VECTOR_SIZE,
    MEANS_MODE,
    MEANS_CONSTRUCTOR,
    MEANS_LAUNCH_BOUNDS,
    MEANS_FILL,
    MEANS_FROM_SCALAR,
    MEANS_VECTOR,
    MEANS_TRANSPARENT,
    MEANS_MANAGED,
    MEANS_CLEANUP,
    MEANS_DESTRUCTOR,
    MEANS_CLUSTER,
};

static const struct {
    const char *name;
    enum meaning meaning;
} known[] = {
    {"aligned", MEANS_ALIGNED},
    {"alignas", MEANS_ALIGNED},
    {"Alignas", MEANS_ALIGNED},
    {"align", MEANS_ALIGNED},
    {"packed", MEANS_PACKED},
    {"noreturn", MEANS_NORETURN},
    {"nothrow", MEANS_NOTHROW},
    {"vector_size", MEANS_VECTOR_SIZE},
    {"mode", MEANS_MODE},
    {"constructor", MEANS_CONSTRUCTOR},
    {"launch_bounds", MEANS_LAUNCH_BOUNDS},
    {"hd_fill", MEANS_FILL},
    {"hd_from_scalar", MEANS_FROM_SCALAR},
    {"hd_vector", MEANS_VECTOR},
    {"hd_managed", MEANS_MANAGED},
    {"transparent_union", MEANS_TRANSPARENT},
    {"cleanup", MEANS_CLEANUP},
    {"destructor", MEANS_DESTRUCTOR},
    {"cluster_dims", MEANS_CLUSTER},
};

static const char *const harmless[] = {
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume",
    "assume_aligned",
    "carries_dependency",
    "cdecl",
    "cold",
    "common",
    "const",
    "copy",
    "deprecated",
    "designated_init",
    "device",
    "diagnose_if",
    "enable_if",
    "error",
    "externally_visible",
    "fallthrough",
    "fd_arg",
    "flag_enum",
    "flatten",
    "format",
    "format_arg",
    "gcc_struct",
    "global",
    "gnu_inline",
    "host",
    "hot",
    "ifunc",
    "leaf",
    "likely",
    "malloc",
    "may_alias",
    "maybe_unused",
    "ms_abi",
    "ms_struct",
    "naked",
    "no_icf",
    "no_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_protector",
    "noclone",
    "nocommon",
    "nodebug",
    "nodiscard",
    "noescape",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "nv_exec_check_disable",
    "optimize",
    "optnone",
    "pure",
    "regparm",
    "returns_nonnull",
    "returns_twice",
    "section",
    "sentinel",
    "shared",
    "simd",
    "stdcall",
    "symver",
    "sysv_abi",
    "tainted_args",
    "target",
    "tls_model",
    "type_visibility",
    "unlikely",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
    "weak",
    "zero_call_used_regs",
    "no_unique_address",
    "counted_by",
    "null_terminated_string_arg",
    "overloadable",
    "availability",
    "unavailable",
    "gnu_printf",
    "constant",
    "managed",
    "thread",
    "nothread",
};

static enum meaning meaning_of(const char *name) {
    static struct hd_map map;
    if (!map.n) {
        for (int i = 0; i < HD_COUNT(known); i++)
            hd_map_set(&map, hd_intern_str(known[i].name), (void *)(uintptr_t)known[i].meaning);
        for (int i = 0; i < HD_COUNT(harmless); i++)
            hd_map_set(&map, hd_intern_str(harmless[i]), (void *)(uintptr_t)MEANS_NOTHING);
    }
    return (enum meaning)(uintptr_t)hd_map_get(&map, name);
}

static bool int_arg(struct check *c, const struct hd_attr *attr, int i, const char *what,
                    int64_t *out) {
    if (i >= attr->nargs || !attr->args[i]) return false;
    return check_const_int(c, attr->args[i], what, out);
}

static void read_aligned(struct check *c, const struct hd_attr *attr, struct attr_set *out) {
    int64_t align = 16; // the largest useful alignment of the machine, as gcc has it
    if (attr->nargs && attr->args[0]->kind == AST_TYPE_NAME)
        align = check_type_name(c, attr->args[0])->align;
    else if (attr->nargs && !int_arg(c, attr, 0, "an alignment", &align))
        return;
    if (align == 0) return;
    if (align < 0 || align > (1 << 28) || (align & (align - 1))) {
        struct hd_diag *d =
            hd_error(c->diags, attr->range, "%lld is no alignment", (long long)align);
        hd_help(c->diags, d, "an alignment is a power of two: 1, 2, 4, 8, 16 ...");
        return;
    }
    if ((uint32_t)align > out->aligned) out->aligned = (uint32_t)align;
}

static void read_launch_bounds(struct check *c, const struct hd_attr *attr, struct attr_set *out) {
    int64_t max_threads = 0, min_blocks = 0;
    if (int_arg(c, attr, 0, "`__launch_bounds__`", &max_threads)) {
        if (max_threads < 1 || max_threads > 1024) {
            struct hd_diag *d =
                hd_error(c->diags, attr->range, "`__launch_bounds__(%lld)` is out of range",
                         (long long)max_threads);
            hd_help(c->diags, d, "a block has at least 1 and at most 1024 threads");
            return;
        }
        out->max_threads = (int)max_threads;
    }
    if (int_arg(c, attr, 1, "`__launch_bounds__`", &min_blocks) && min_blocks > 0 &&
        min_blocks < 1024)
        out->min_blocks = (int)min_blocks;
}

static void read_cluster(struct check *c, const struct hd_attr *attr, struct attr_set *out) {
    int64_t n;
    for (int i = 0; i < 3; i++) {
        out->cluster[i] = 1;
        if (i >= attr->nargs || !int_arg(c, attr, i, "`__cluster_dims__`", &n)) continue;
        if (n >= 1 && n <= HD_MOST_IN_CLUSTER)
            out->cluster[i] = (uint32_t)n;
        else
            n = HD_MOST_IN_CLUSTER + 1;
        if (n <= HD_MOST_IN_CLUSTER) continue;
        hd_error(c->diags, attr->range, "a cluster has at least 1 and at most %d blocks",
                 HD_MOST_IN_CLUSTER);
        return;
    }
}

static void read_mode(const struct hd_attr *attr, struct attr_set *out) {
    if (!attr->nargs || attr->args[0]->kind != AST_NAME) return;
    const char *name = attr->args[0]->name;
    size_t len = strlen(name);
    if (len > 4 && name[0] == '_' && name[1] == '_') // __DI__
        name = hd_intern(name + 2, len - 4);
    out->mode = name;
}

void attrs_read(struct check *c, const struct hd_attr *attrs, struct attr_set *out) {
    for (const struct hd_attr *a = attrs; a; a = a->next) {
        switch (meaning_of(a->name)) {
        case MEANS_NOTHING: break;
        case MEANS_ALIGNED: read_aligned(c, a, out); break;
        case MEANS_PACKED: out->packed = true; break;
        case MEANS_NORETURN: out->noreturn = true; break;
        case MEANS_NOTHROW: out->nothrow = true; break;
        case MEANS_VECTOR_SIZE: int_arg(c, a, 0, "a vector's size", &out->vector_bytes); break;
        case MEANS_MODE: read_mode(a, out); break;
        case MEANS_CONSTRUCTOR: out->constructor = true; break;
        case MEANS_LAUNCH_BOUNDS: read_launch_bounds(c, a, out); break;
        case MEANS_FILL: out->has_fill = int_arg(c, a, 0, "hd_fill", &out->fill); break;
        case MEANS_FROM_SCALAR: out->from_scalar = true; break;
        case MEANS_VECTOR: out->is_vector = true; break;
        case MEANS_MANAGED: out->managed = true; break;
        case MEANS_TRANSPARENT: out->transparent = true; break;
        case MEANS_DESTRUCTOR: out->destructor = true; break;
        case MEANS_CLUSTER: read_cluster(c, a, out); break;
        case MEANS_CLEANUP: out->cleanup = a->nargs ? a->args[0] : NULL; break;
        default:
            warn(c, a->range, "attributes", "attribute `%s` is not known here and has no effect",
                 a->name);
            break;
        }
    }
}
