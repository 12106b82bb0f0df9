// The stand-in driver's idea of PTX: a module as ptx.c reads it and run.c executes it.
#ifndef MACHINE_H
#define MACHINE_H

#include "ptx.h"

#define SHARED_BASE 0x1000000ull
#define LOCAL_BASE 0x4000000ull
#define SHARED_MAX (256u << 10)
enum {
    ILLEGAL_ADDRESS = 700,
    ASSERTED = 710,
    ILLEGAL_INSTRUCTION = 715,
    MISALIGNED = 716,
    FAILED = 719
};

enum op {
    OP_none,
#define OP(name) OP_##name,
#include "ops.def"
#undef OP
};
enum {
#define MOD(name) M_##name,
#include "mods.def"
#undef MOD
};

enum type {
    T_NONE,
    T_PRED,
    T_B8,
    T_U8,
    T_S8,
    T_B16,
    T_U16,
    T_S16,
    T_B32,
    T_U32,
    T_S32,
    T_B64,
    T_U64,
    T_S64,
    T_F32,
    T_F64,
    T_B128,
    T_F16,
    T_F16X2,
    T_BF16,
    T_BF16X2,
    T_COUNT
};
__attribute__((unused)) static const struct {
    const char *name;
    int size;
} types[] = {
    [T_NONE] = {"", 0},       [T_PRED] = {"pred", 1},  [T_B8] = {"b8", 1},
    [T_U8] = {"u8", 1},       [T_S8] = {"s8", 1},      [T_B16] = {"b16", 2},
    [T_U16] = {"u16", 2},     [T_S16] = {"s16", 2},    [T_B32] = {"b32", 4},
    [T_U32] = {"u32", 4},     [T_S32] = {"s32", 4},    [T_B64] = {"b64", 8},
    [T_U64] = {"u64", 8},     [T_S64] = {"s64", 8},    [T_F32] = {"f32", 4},
    [T_F64] = {"f64", 8},     [T_B128] = {"b128", 16}, [T_F16] = {"f16", 2},
    [T_F16X2] = {"f16x2", 4}, [T_BF16] = {"bf16", 2},  [T_BF16X2] = {"bf16x2", 4},
};
enum space { GENERIC, GLOBAL, SHARED, LOCAL, PARAM, CONSTANT };
__attribute__((unused)) static const char *const spaces[] = {"generic", "global", "shared",
                                                             "local",   "param",  "const"};

enum operand_kind { O_NONE, O_REG, O_IMM, O_SYM, O_LABEL, O_SPECIAL, O_MEM, O_VEC };
struct operand {
    enum operand_kind kind;
    int reg, second, vec[4], n; // second: d|p
    uint64_t imm; // also: offset, symbol's address, label's instruction, special register
    bool negated, param, local; // param, local: imm is an offset into the frame's
    char name[100];             // to be resolved
};
struct ins {
    enum op op;
    uint64_t mods; // 1 << M_...
    enum op rmw;   // of an atomic or a reduction: what is done
    int compare;   // of a comparison: the row of `comparisons`
    enum space space;
    bool half_mode; // rounds otherwise than to the nearest
    enum type type, type2;
    int pred; // register or -1
    bool pred_negated;
    struct operand o[8];
    int n;
    struct ptx_function *callee;
};
struct variable {
    char name[100];
    uint64_t at;
    size_t size;
    enum space space;
};
struct ptx_function {
    struct ptx_module *module;
    char name[200];
    struct variable *vars;    // parameters, locals
    int nvars, nparams, nret; // vars[0, nret) results, then nparams parameters
    char (*reg_names)[24];
    int *reg_first, nreg_names, nregs;
    struct ins *code;
    int n, cap;
    char (*labels)[100];
    int *label_at, nlabels;
    size_t param_bytes, local_bytes;
    bool entry, has_body;
    struct frame *free_frames; // kept for the next calls
};
struct ptx_module {
    struct ptx_function *functions[200];
    int nfunctions;
    struct variable vars[2000];
    int nvars;
    size_t shared; // static
    bool prints;
};

struct variable *ptx_find(struct variable *vars, int n, const char *name);
void ptx_drop_frames(struct ptx_function *f);
int ptx_comparison(const char *name); // -1: there is none of that name

#endif
