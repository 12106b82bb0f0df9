// What the files of gen/ptx share: the text of an `asm` while code is made of it.
#ifndef HD_PTX_H
#define HD_PTX_H

#include "gen/emit.h"

enum { MOST_PARTS = 12, MOST_OPERANDS = 12, MOST_REGISTERS = 96, MOST_LABELS = 16, NAME = 48 };

enum operand_kind { OP_REGISTER, OP_VALUE, OP_VECTOR, OP_ADDRESS, OP_SINK };
struct operand {
    enum operand_kind kind;
    int reg;              // OP_REGISTER, OP_ADDRESS: index into registers
    LLVMValueRef value;   // OP_VALUE: bits
    bool negated;         // !p
    int64_t offset;       // OP_ADDRESS
    int parts[8], nparts; // OP_VECTOR: registers, -1: `_`
    int second;           // d|p: the predicate's register, -1: none
};

struct asm_text {
    struct fn *f;
    struct gen *g;
    const struct hd_asm *a;
    struct { // the operands come first
        char name[NAME];
        LLVMValueRef v;
        unsigned width;    // bits; 1: a predicate
        LLVMValueRef slot; // its memory at labels and jumps; NULL: it had no need of one
    } registers[MOST_REGISTERS];
    int nregisters;
    struct { // jumps inside of the text
        char name[NAME];
        LLVMBasicBlockRef block;
        bool placed;
    } labels[MOST_LABELS];
    int nlabels;
    // The instruction at hand.
    char op[NAME * 2];
    char *parts[MOST_PARTS];
    int nparts;
    struct operand operands[MOST_OPERANDS];
    int noperands;
    LLVMValueRef guard; // i1 or NULL
    const char *type;   // the last part that is a type, ""
    bool failed;
};

// value.c
unsigned ptx_width_of(const char *type); // bits; 1: a predicate
bool ptx_is_type(const char *p);
bool ptx_is_float(const char *type);
bool ptx_is_signed(const char *type);
bool ptx_has(const struct asm_text *t, const char *part); // `.part` of the instruction at hand
LLVMTypeRef ptx_int_of(struct asm_text *t, unsigned width);
// The type of PTX in LLVM; a value's low bits, extended; a value as bits.
LLVMTypeRef ptx_ir_type(struct asm_text *t, const char *type);
LLVMValueRef ptx_sized(struct asm_text *t, LLVMValueRef v, unsigned width, bool sign);
LLVMValueRef ptx_bits(struct asm_text *t, LLVMValueRef v);
// Operand i: its bits, as a type, as the instruction's type.
LLVMValueRef ptx_raw(struct asm_text *t, int i);
LLVMValueRef ptx_in(struct asm_text *t, int i, const char *type);
LLVMValueRef ptx_use(struct asm_text *t, int i);
void ptx_set_register(struct asm_text *t, int reg, LLVMValueRef v, bool sign);
void ptx_out(struct asm_text *t, LLVMValueRef v); // into the first operand
// Calls an LLVM intrinsic of one value, and a function of the run-time part.
LLVMValueRef ptx_call1(struct asm_text *t, const char *name, LLVMValueRef v, bool wide);
LLVMValueRef ptx_runtime(struct asm_text *t, const char *name, struct hd_type *type,
                         struct val *args, int n);
LLVMValueRef ptx_carry_in(struct asm_text *t, unsigned width);
LLVMValueRef ptx_sum(struct asm_text *t, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c,
                     bool minus);

// arith.c
bool ptx_rounds_otherwise(struct asm_text *t);
bool ptx_constant_of(struct asm_text *t, int i, uint64_t *value);

// memory.c
LLVMValueRef ptx_address(struct asm_text *t, int i);
// Told to checked execution and to the debugger. *unset: what the former knows of the value, for
// who only copies it; NULL: the value is used.
LLVMValueRef ptx_load_bytes(struct asm_text *t, LLVMValueRef at, unsigned bytes,
                            LLVMValueRef *unset);

// text.c
bool ptx_fail(struct asm_text *t, const char *why, const char *what);

#define HD_PTX(name, emit) void emit(struct asm_text *t);
#include "gen/ptx/instructions.def"
#undef HD_PTX

#endif
