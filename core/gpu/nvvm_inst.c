// Instructions in the form of LLVM 7.
//
// Each use of an address as a pointer to something is a cast of the `i8*` right before it; the ones
// that LLVM 7 lacks are put together from others (fneg is a subtraction from -0.0, freeze is the
// value itself). bfloat is only loaded, stored and converted (gen/ computes in float), so an i16
// will do. Example: `%r = load float, ptr %p` is `%t1 = bitcast i8* %p to float*` and `%v2 = load
// float, float* %t1, align 4`.
#include "gpu/nvvm.h"

#include <string.h>

static bool is_bfloat(LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMBFloatTypeKind;
}

static LLVMValueRef arg(LLVMValueRef inst, unsigned i) { return LLVMGetOperand(inst, i); }

static const char *space_of(struct nvvm *n, LLVMValueRef pointer) {
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
    return space ? hd_printf(n->arena, " addrspace(%u)", space) : "";
}

const char *nvvm_pointer(struct nvvm *n, LLVMValueRef v, const char *element) {
    const char *to = hd_printf(n->arena, "%s%s*", element, space_of(n, v));
    if (!strcmp(element, "i8")) return nvvm_typed(n, v);
    const char *name = nvvm_temp(n);
    hd_buf_printf(&n->out, "  %s = bitcast %s to %s\n", name, nvvm_typed(n, v), to);
    return hd_printf(n->arena, "%s %s", to, name);
}

static void end(struct nvvm *n, LLVMValueRef inst) {
    nvvm_attachments(n, inst);
    hd_buf_putc(&n->out, '\n');
}

// "  %v3 = ", or the indentation alone.
static void begin(struct nvvm *n, LLVMValueRef inst) {
    bool none = LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind;
    if (none)
        hd_buf_puts(&n->out, "  ");
    else
        hd_buf_printf(&n->out, "  %s = ", nvvm_name(n, inst));
}

// ---- arithmetic ---------------------------------------------------------------------------------

static void fast_flags(struct nvvm *n, LLVMValueRef inst) {
    static const struct {
        LLVMFastMathFlags flag;
        const char *name;
    } flags[] = {
        {LLVMFastMathAllowReassoc, "reassoc"}, {LLVMFastMathNoNaNs, "nnan"},
        {LLVMFastMathNoInfs, "ninf"},          {LLVMFastMathNoSignedZeros, "nsz"},
        {LLVMFastMathAllowReciprocal, "arcp"}, {LLVMFastMathAllowContract, "contract"},
        {LLVMFastMathApproxFunc, "afn"},
    };
    if (!LLVMCanValueUseFastMathFlags(inst)) return;
    LLVMFastMathFlags set = LLVMGetFastMathFlags(inst);
    for (int i = 0; i < HD_COUNT(flags); i++)
        if (set & flags[i].flag) hd_buf_printf(&n->out, "%s ", flags[i].name);
}

static void binary(struct nvvm *n, LLVMValueRef inst, const char *name) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (is_bfloat(LLVMTypeOf(inst)))
        nvvm_problem(n, "arithmetic on bfloat16 that was not converted");
    begin(n, inst);
    hd_buf_printf(&n->out, "%s ", name);
    if (op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl) {
        if (LLVMGetNUW(inst)) hd_buf_puts(&n->out, "nuw ");
        if (LLVMGetNSW(inst)) hd_buf_puts(&n->out, "nsw ");
    } else if (op == LLVMUDiv || op == LLVMSDiv || op == LLVMLShr || op == LLVMAShr) {
        if (LLVMGetExact(inst)) hd_buf_puts(&n->out, "exact ");
    } else {
        fast_flags(n, inst);
    }
    hd_buf_printf(&n->out, "%s, %s", nvvm_typed(n, arg(inst, 0)), nvvm_value(n, arg(inst, 1)));
    end(n, inst);
}

static void negate(struct nvvm *n, LLVMValueRef inst) {
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind || is_bfloat(type))
        nvvm_problem(n, "negation of a vector");
    bool half = LLVMGetTypeKind(type) == LLVMHalfTypeKind;
    begin(n, inst);
    hd_buf_puts(&n->out, "fsub ");
    fast_flags(n, inst);
    hd_buf_printf(&n->out, "%s %s, %s", nvvm_type(n, type), half ? "0xH8000" : "0x8000000000000000",
                  nvvm_value(n, arg(inst, 0)));
    end(n, inst);
}

static void compare(struct nvvm *n, LLVMValueRef inst) {
    static const char *const ints[] = {"eq",  "ne",  "ugt", "uge", "ult",
                                       "ule", "sgt", "sge", "slt", "sle"};
    static const char *const reals[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                        "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
    bool real = LLVMGetInstructionOpcode(inst) == LLVMFCmp;
    if (is_bfloat(LLVMTypeOf(arg(inst, 0))))
        nvvm_problem(n, "comparison of bfloat16 that was not converted");
    begin(n, inst);
    const char *predicate =
        real ? reals[LLVMGetFCmpPredicate(inst)] : ints[LLVMGetICmpPredicate(inst) - LLVMIntEQ];
    hd_buf_printf(&n->out, "%s %s %s, %s", real ? "fcmp" : "icmp", predicate,
                  nvvm_typed(n, arg(inst, 0)), nvvm_value(n, arg(inst, 1)));
    end(n, inst);
}

// ---- conversions --------------------------------------------------------------------------------

static void bfloat_extend(struct nvvm *n, LLVMValueRef inst) {
    const char *wide = nvvm_temp(n), *high = nvvm_temp(n), *single = nvvm_temp(n);
    bool to_double = LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMDoubleTypeKind;
    hd_buf_printf(&n->out, "  %s = zext %s to i32\n  %s = shl i32 %s, 16\n", wide,
                  nvvm_typed(n, arg(inst, 0)), high, wide);
    hd_buf_printf(&n->out, "  %s = bitcast i32 %s to float\n",
                  to_double ? single : nvvm_name(n, inst), high);
    if (to_double)
        hd_buf_printf(&n->out, "  %s = fpext float %s to double\n", nvvm_name(n, inst), single);
}

// From a float
static void nvvm_bfloat_round(struct nvvm *n, const char *result, const char *value) {
    struct hd_buf *o = &n->out;
    if (n->arch >= 80) {
        hd_buf_printf(o, "  %s = call i16 asm \"cvt.rn.bf16.f32 $0, $1;\", \"=h,f\"(float %s)\n",
                      result, value);
        return;
    }
    const char *t[9];
    for (int i = 0; i < 9; i++) t[i] = nvvm_temp(n);
    hd_buf_printf(o, "  %s = bitcast float %s to i32\n  %s = lshr i32 %s, 16\n", t[0], value, t[1],
                  t[0]);
    hd_buf_printf(o, "  %s = and i32 %s, 1\n  %s = add i32 %s, 32767\n", t[2], t[1], t[3], t[2]);
    hd_buf_printf(o, "  %s = add i32 %s, %s\n  %s = lshr i32 %s, 16\n", t[4], t[0], t[3], t[5],
                  t[4]);
    hd_buf_printf(o, "  %s = fcmp uno float %s, %s\n", t[6], value, value);
    hd_buf_printf(o, "  %s = select i1 %s, i32 32767, i32 %s\n  %s = trunc i32 %s to i16\n", t[7],
                  t[6], t[5], result, t[7]);
}

static void bfloat_truncate(struct nvvm *n, LLVMValueRef inst) {
    const char *value = nvvm_value(n, arg(inst, 0));
    if (LLVMGetTypeKind(LLVMTypeOf(arg(inst, 0))) == LLVMDoubleTypeKind) {
        const char *single = nvvm_temp(n);
        hd_buf_printf(&n->out, "  %s = fptrunc double %s to float\n", single, value);
        value = single;
    }
    nvvm_bfloat_round(n, nvvm_name(n, inst), value);
}

static void convert_value(struct nvvm *n, LLVMValueRef inst, const char *name) {
    LLVMTypeRef from = LLVMTypeOf(arg(inst, 0)), to = LLVMTypeOf(inst);
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMFPExt && is_bfloat(from)) {
        bfloat_extend(n, inst);
        return;
    }
    if (op == LLVMFPTrunc && is_bfloat(to)) {
        bfloat_truncate(n, inst);
        return;
    }
    if ((is_bfloat(from) || is_bfloat(to)) && op != LLVMBitCast)
        nvvm_problem(n, "a conversion of bfloat16");
    begin(n, inst);
    hd_buf_printf(&n->out, "%s %s to %s", name, nvvm_typed(n, arg(inst, 0)), nvvm_type(n, to));
    end(n, inst);
}

// ---- memory -------------------------------------------------------------------------------------

static void allocate(struct nvvm *n, LLVMValueRef inst) {
    const char *type = nvvm_type(n, LLVMGetAllocatedType(inst)), *name = nvvm_temp(n);
    LLVMValueRef count = arg(inst, 0);
    bool one = LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1;
    hd_buf_printf(&n->out, "  %s = alloca %s", name, type);
    if (!one) hd_buf_printf(&n->out, ", %s", nvvm_typed(n, count));
    hd_buf_printf(&n->out, ", align %u\n  %s = bitcast %s* %s to i8*\n", LLVMGetAlignment(inst),
                  nvvm_name(n, inst), type, name);
}

static void load(struct nvvm *n, LLVMValueRef inst) {
    const char *type = nvvm_type(n, LLVMTypeOf(inst)), *from = nvvm_pointer(n, arg(inst, 0), type);
    begin(n, inst);
    hd_buf_printf(&n->out, "load %s%s, %s, align %u", LLVMGetVolatile(inst) ? "volatile " : "",
                  type, from, LLVMGetAlignment(inst));
    end(n, inst);
}

static void store(struct nvvm *n, LLVMValueRef inst) {
    const char *type = nvvm_type(n, LLVMTypeOf(arg(inst, 0))),
               *to = nvvm_pointer(n, arg(inst, 1), type);
    hd_buf_printf(&n->out, "  store %s%s, %s, align %u", LLVMGetVolatile(inst) ? "volatile " : "",
                  nvvm_typed(n, arg(inst, 0)), to, LLVMGetAlignment(inst));
    end(n, inst);
}

static void element(struct nvvm *n, LLVMValueRef inst) {
    LLVMTypeRef source = LLVMGetGEPSourceElementType(inst), result = source;
    const char *type = nvvm_type(n, source), *base = nvvm_pointer(n, arg(inst, 0), type),
               *space = space_of(n, arg(inst, 0));
    bool bytes = !strcmp(type, "i8");
    const char *name = bytes ? nvvm_name(n, inst) : nvvm_temp(n);
    hd_buf_printf(&n->out, "  %s = getelementptr %s%s, %s", name,
                  LLVMIsInBounds(inst) ? "inbounds " : "", type, base);
    int count = LLVMGetNumOperands(inst);
    for (int i = 1; i < count; i++) {
        LLVMValueRef index = arg(inst, (unsigned)i);
        hd_buf_printf(&n->out, ", %s", nvvm_typed(n, index));
        if (i == 1) continue;
        if (LLVMGetTypeKind(result) == LLVMStructTypeKind)
            result = LLVMStructGetTypeAtIndex(result, (unsigned)LLVMConstIntGetZExtValue(index));
        else
            result = LLVMGetElementType(result);
    }
    end(n, inst);
    if (!bytes)
        hd_buf_printf(&n->out, "  %s = bitcast %s%s* %s to i8%s*\n", nvvm_name(n, inst),
                      nvvm_type(n, result), space, name, space);
}

static void atomic(struct nvvm *n, LLVMValueRef inst) {
    static const struct {
        LLVMAtomicRMWBinOp op;
        const char *name;
    } ops[] = {
        {LLVMAtomicRMWBinOpXchg, "xchg"}, {LLVMAtomicRMWBinOpAdd, "add"},
        {LLVMAtomicRMWBinOpSub, "sub"},   {LLVMAtomicRMWBinOpAnd, "and"},
        {LLVMAtomicRMWBinOpOr, "or"},     {LLVMAtomicRMWBinOpXor, "xor"},
        {LLVMAtomicRMWBinOpMax, "max"},   {LLVMAtomicRMWBinOpMin, "min"},
        {LLVMAtomicRMWBinOpUMax, "umax"}, {LLVMAtomicRMWBinOpUMin, "umin"},
    };
    const char *type = nvvm_type(n, LLVMTypeOf(inst)), *at = nvvm_pointer(n, arg(inst, 0), type);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
    if (op == LLVMAtomicRMWBinOpFAdd) {
        bool wide = !strcmp(type, "double");
        const char *space = LLVMGetPointerAddressSpace(LLVMTypeOf(arg(inst, 0))) ? "1" : "0";
        const char *name = hd_printf(n->arena, "llvm.nvvm.atomic.load.add.%s.p%s%s",
                                     wide ? "f64" : "f32", space, wide ? "f64" : "f32");
        const char *pointer = hd_printf(n->arena, "%.*s", (int)(strrchr(at, ' ') - at), at);
        const char *declaration = hd_intern_str(
            hd_printf(n->arena, "declare %s @%s(%s, %s)\n", type, name, pointer, type));
        if (!hd_map_get(&n->declared, declaration)) hd_buf_puts(&n->declarations, declaration);
        hd_map_set(&n->declared, declaration, n);
        begin(n, inst);
        hd_buf_printf(&n->out, "call %s @%s(%s, %s)", type, name, at, nvvm_typed(n, arg(inst, 1)));
        end(n, inst);
        return;
    }
    const char *name = NULL;
    for (int i = 0; i < HD_COUNT(ops); i++)
        if (ops[i].op == op) name = ops[i].name;
    if (!name) nvvm_problem(n, "an atomic operation that GPUs do not have");
    begin(n, inst);
    hd_buf_printf(&n->out, "atomicrmw %s %s, %s monotonic", name, at, nvvm_typed(n, arg(inst, 1)));
    end(n, inst);
}

static void compare_exchange(struct nvvm *n, LLVMValueRef inst) {
    const char *type = nvvm_type(n, LLVMTypeOf(arg(inst, 1))),
               *at = nvvm_pointer(n, arg(inst, 0), type);
    begin(n, inst);
    hd_buf_printf(&n->out, "cmpxchg %s, %s, %s monotonic monotonic", at,
                  nvvm_typed(n, arg(inst, 1)), nvvm_typed(n, arg(inst, 2)));
    end(n, inst);
}

// ---- control ------------------------------------------------------------------------------------

static const char *label(struct nvvm *n, LLVMValueRef v) {
    return hd_printf(n->arena, "label %%%s", nvvm_block(n, LLVMValueAsBasicBlock(v)));
}

static void branch(struct nvvm *n, LLVMValueRef inst) {
    if (!LLVMIsConditional(inst)) {
        hd_buf_printf(&n->out, "  br %s", label(n, arg(inst, 0)));
    } else { // the operands are stored backwards
        hd_buf_printf(&n->out, "  br %s, %s, %s", nvvm_typed(n, arg(inst, 0)),
                      label(n, arg(inst, 2)), label(n, arg(inst, 1)));
    }
    end(n, inst);
}

static void choose(struct nvvm *n, LLVMValueRef inst) {
    hd_buf_printf(&n->out, "  switch %s, %s [", nvvm_typed(n, arg(inst, 0)),
                  label(n, arg(inst, 1)));
    int count = LLVMGetNumOperands(inst);
    for (int i = 2; i + 1 < count; i += 2)
        hd_buf_printf(&n->out, " %s, %s", nvvm_typed(n, arg(inst, (unsigned)i)),
                      label(n, arg(inst, (unsigned)i + 1)));
    hd_buf_puts(&n->out, " ]");
    end(n, inst);
}

static void phi(struct nvvm *n, LLVMValueRef inst) {
    begin(n, inst);
    hd_buf_printf(&n->out, "phi %s", nvvm_type(n, LLVMTypeOf(inst)));
    unsigned count = LLVMCountIncoming(inst);
    for (unsigned i = 0; i < count; i++)
        hd_buf_printf(&n->out, "%s [ %s, %%%s ]", i ? "," : "",
                      nvvm_value(n, LLVMGetIncomingValue(inst, i)),
                      nvvm_block(n, LLVMGetIncomingBlock(inst, i)));
    end(n, inst);
}

static void give_back(struct nvvm *n, LLVMValueRef inst) {
    if (LLVMGetNumOperands(inst))
        hd_buf_printf(&n->out, "  ret %s", nvvm_typed(n, arg(inst, 0)));
    else
        hd_buf_puts(&n->out, "  ret void");
    end(n, inst);
}

// ---- parts --------------------------------------------------------------------------------------

// every operand with its type
static void generic(struct nvvm *n, LLVMValueRef inst, const char *name) {
    begin(n, inst);
    hd_buf_puts(&n->out, name);
    int count = LLVMGetNumOperands(inst);
    for (int i = 0; i < count; i++)
        hd_buf_printf(&n->out, "%s%s", i ? ", " : " ", nvvm_typed(n, arg(inst, (unsigned)i)));
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op == LLVMExtractValue || op == LLVMInsertValue) {
        const unsigned *indices = LLVMGetIndices(inst);
        for (unsigned i = 0; i < LLVMGetNumIndices(inst); i++)
            hd_buf_printf(&n->out, ", %u", indices[i]);
    }
    if (op == LLVMShuffleVector) {
        unsigned lanes = LLVMGetNumMaskElements(inst);
        hd_buf_printf(&n->out, ", <%u x i32> <", lanes);
        for (unsigned i = 0; i < lanes; i++) {
            int lane = LLVMGetMaskValue(inst, i);
            if (lane < 0)
                hd_buf_printf(&n->out, "%si32 undef", i ? ", " : "");
            else
                hd_buf_printf(&n->out, "%si32 %d", i ? ", " : "", lane);
        }
        hd_buf_putc(&n->out, '>');
    }
    end(n, inst);
}

static void freeze(struct nvvm *n, LLVMValueRef inst) {
    begin(n, inst);
    hd_buf_printf(&n->out, "select i1 true, %s, %s", nvvm_typed(n, arg(inst, 0)),
                  nvvm_typed(n, arg(inst, 0)));
    end(n, inst);
}

void nvvm_instruction(struct nvvm *n, LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAdd: binary(n, inst, "add"); break;
    case LLVMSub: binary(n, inst, "sub"); break;
    case LLVMMul: binary(n, inst, "mul"); break;
    case LLVMUDiv: binary(n, inst, "udiv"); break;
    case LLVMSDiv: binary(n, inst, "sdiv"); break;
    case LLVMURem: binary(n, inst, "urem"); break;
    case LLVMSRem: binary(n, inst, "srem"); break;
    case LLVMShl: binary(n, inst, "shl"); break;
    case LLVMLShr: binary(n, inst, "lshr"); break;
    case LLVMAShr: binary(n, inst, "ashr"); break;
    case LLVMAnd: binary(n, inst, "and"); break;
    case LLVMOr: binary(n, inst, "or"); break;
    case LLVMXor: binary(n, inst, "xor"); break;
    case LLVMFAdd: binary(n, inst, "fadd"); break;
    case LLVMFSub: binary(n, inst, "fsub"); break;
    case LLVMFMul: binary(n, inst, "fmul"); break;
    case LLVMFDiv: binary(n, inst, "fdiv"); break;
    case LLVMFRem: binary(n, inst, "frem"); break;
    case LLVMFNeg: negate(n, inst); break;
    case LLVMICmp:
    case LLVMFCmp: compare(n, inst); break;
    case LLVMTrunc: convert_value(n, inst, "trunc"); break;
    case LLVMZExt: convert_value(n, inst, "zext"); break;
    case LLVMSExt: convert_value(n, inst, "sext"); break;
    case LLVMFPTrunc: convert_value(n, inst, "fptrunc"); break;
    case LLVMFPExt: convert_value(n, inst, "fpext"); break;
    case LLVMFPToUI: convert_value(n, inst, "fptoui"); break;
    case LLVMFPToSI: convert_value(n, inst, "fptosi"); break;
    case LLVMUIToFP: convert_value(n, inst, "uitofp"); break;
    case LLVMSIToFP: convert_value(n, inst, "sitofp"); break;
    case LLVMPtrToInt: convert_value(n, inst, "ptrtoint"); break;
    case LLVMIntToPtr: convert_value(n, inst, "inttoptr"); break;
    case LLVMBitCast: convert_value(n, inst, "bitcast"); break;
    case LLVMAddrSpaceCast: convert_value(n, inst, "addrspacecast"); break;
    case LLVMAlloca: allocate(n, inst); break;
    case LLVMLoad: load(n, inst); break;
    case LLVMStore: store(n, inst); break;
    case LLVMGetElementPtr: element(n, inst); break;
    case LLVMAtomicRMW: atomic(n, inst); break;
    case LLVMAtomicCmpXchg: compare_exchange(n, inst); break;
    case LLVMBr: branch(n, inst); break;
    case LLVMSwitch: choose(n, inst); break;
    case LLVMPHI: phi(n, inst); break;
    case LLVMRet: give_back(n, inst); break;
    case LLVMUnreachable: hd_buf_puts(&n->out, "  unreachable\n"); break;
    case LLVMSelect: generic(n, inst, "select"); break;
    case LLVMExtractValue: generic(n, inst, "extractvalue"); break;
    case LLVMInsertValue: generic(n, inst, "insertvalue"); break;
    case LLVMExtractElement: generic(n, inst, "extractelement"); break;
    case LLVMInsertElement: generic(n, inst, "insertelement"); break;
    case LLVMShuffleVector: generic(n, inst, "shufflevector"); break;
    case LLVMFreeze: freeze(n, inst); break;
    case LLVMCall: nvvm_call(n, inst); break;
    case LLVMIndirectBr: nvvm_problem(n, "a jump to a computed label"); break;
    default: nvvm_problem(n, "an instruction that GPUs do not have"); break;
    }
}
