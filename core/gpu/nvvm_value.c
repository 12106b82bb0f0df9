// Types and constants in the form of LLVM 7: pointers have types there, and every one of ours is
// `i8*`.
//
// The address of a global is a cast of its own typed pointer; bfloat, which LLVM 7 lacks, is an
// i16. What cannot be said there is noted as a problem and the text goes on, so that the caller
// finds out once, at the end. Example: the constant `addrspacecast (ptr addrspace(3) @tile to ptr)`
// of a [256 x float] is `addrspacecast (i8 addrspace(3)* bitcast ([256 x float] addrspace(3)* @tile
// to i8 addrspace(3)*) to i8*)`.
#include "gpu/nvvm.h"

#include <ctype.h>
#include <string.h>

void nvvm_problem(struct nvvm *n, const char *what) {
    if (!n->problem) n->problem = hd_printf(n->arena, "%s", what);
}

// ---- types --------------------------------------------------------------------------------------

static const char *struct_type(struct nvvm *n, LLVMTypeRef type) {
    struct hd_buf b = {0};
    bool packed = LLVMIsPackedStruct(type);
    hd_buf_puts(&b, packed ? "<{" : "{");
    unsigned count = LLVMCountStructElementTypes(type);
    for (unsigned i = 0; i < count; i++)
        hd_buf_printf(&b, "%s%s", i ? ", " : " ", nvvm_type(n, LLVMStructGetTypeAtIndex(type, i)));
    hd_buf_puts(&b, packed ? " }>" : " }");
    const char *s = hd_printf(n->arena, "%s", hd_buf_str(&b));
    hd_buf_finish(&b);
    return s;
}

const char *nvvm_type(struct nvvm *n, LLVMTypeRef type) {
    unsigned space;
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: return "void";
    case LLVMHalfTypeKind: return "half";
    case LLVMBFloatTypeKind: return "i16";
    case LLVMFloatTypeKind: return "float";
    case LLVMDoubleTypeKind: return "double";
    case LLVMLabelTypeKind: return "label";
    case LLVMMetadataTypeKind: return "metadata";
    case LLVMIntegerTypeKind: return hd_printf(n->arena, "i%u", LLVMGetIntTypeWidth(type));
    case LLVMPointerTypeKind:
        space = LLVMGetPointerAddressSpace(type);
        return space ? hd_printf(n->arena, "i8 addrspace(%u)*", space) : "i8*";
    case LLVMArrayTypeKind:
        return hd_printf(n->arena, "[%llu x %s]", (unsigned long long)LLVMGetArrayLength2(type),
                         nvvm_type(n, LLVMGetElementType(type)));
    case LLVMVectorTypeKind:
        return hd_printf(n->arena, "<%u x %s>", LLVMGetVectorSize(type),
                         nvvm_type(n, LLVMGetElementType(type)));
    case LLVMStructTypeKind: return struct_type(n, type);
    case LLVMX86_FP80TypeKind: nvvm_problem(n, "`long double`"); return "double";
    default: nvvm_problem(n, "a type that GPUs do not have"); return "i32";
    }
}

static LLVMTypeRef byval_type(LLVMValueRef fn, unsigned i) {
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef attr = LLVMGetEnumAttributeAtIndex(fn, i + 1, kind);
    return attr ? LLVMGetTypeAttributeValue(attr) : NULL;
}

const char *nvvm_param_type(struct nvvm *n, LLVMValueRef fn, unsigned i) {
    LLVMTypeRef byval = byval_type(fn, i);
    if (byval) return hd_printf(n->arena, "%s*", nvvm_type(n, byval));
    return nvvm_type(n, LLVMTypeOf(LLVMGetParam(fn, i)));
}

// libNVVM's newer reader, for Blackwell, wants the type again
const char *nvvm_byval(struct nvvm *n, const char *type) {
    return n->arch >= 100 ? hd_printf(n->arena, "byval(%s)", type) : "byval";
}

const char *nvvm_function_type(struct nvvm *n, LLVMValueRef fn) {
    struct hd_buf b = {0};
    hd_buf_printf(&b, "%s (", nvvm_type(n, LLVMGetReturnType(LLVMGlobalGetValueType(fn))));
    unsigned count = LLVMCountParams(fn);
    for (unsigned i = 0; i < count; i++)
        hd_buf_printf(&b, "%s%s", i ? ", " : "", nvvm_param_type(n, fn, i));
    hd_buf_putc(&b, ')');
    const char *s = hd_printf(n->arena, "%s", hd_buf_str(&b));
    hd_buf_finish(&b);
    return s;
}

// ---- names --------------------------------------------------------------------------------------

const char *nvvm_temp(struct nvvm *n) { return hd_printf(n->arena, "%%t%d", n->counter++); }

const char *nvvm_name(struct nvvm *n, LLVMValueRef v) {
    const char *name = hd_map_get(&n->names, (const char *)v);
    if (name) return name;
    name = hd_printf(n->arena, "%%v%d", n->counter++);
    hd_map_set(&n->names, (const char *)v, (void *)(uintptr_t)name);
    return name;
}

const char *nvvm_block(struct nvvm *n, LLVMBasicBlockRef bb) {
    const char *name = hd_map_get(&n->names, (const char *)bb);
    if (name) return name;
    name = hd_printf(n->arena, "b%d", n->counter++);
    hd_map_set(&n->names, (const char *)bb, (void *)(uintptr_t)name);
    return name;
}

const char *nvvm_global(struct nvvm *n, LLVMValueRef v) {
    size_t len;
    const char *name = LLVMGetValueName2(v, &len);
    bool plain = len > 0 && !isdigit((unsigned char)name[0]);
    for (size_t i = 0; i < len; i++)
        plain = plain && (isalnum((unsigned char)name[i]) || strchr("_$.", name[i]));
    if (plain) return hd_printf(n->arena, "@%s", name);
    const char *unique = hd_map_get(&n->names, (const char *)v);
    if (unique) return unique;
    unique = hd_printf(n->arena, "@g$%d", n->names.n);
    hd_map_set(&n->names, (const char *)v, (void *)(uintptr_t)unique);
    return unique;
}

// ---- constants ----------------------------------------------------------------------------------

static const char *real(struct nvvm *n, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    unsigned bits = kind == LLVMDoubleTypeKind ? 64 : kind == LLVMFloatTypeKind ? 32 : 16;
    uint64_t word =
        LLVMConstIntGetZExtValue(LLVMConstBitCast(v, LLVMIntTypeInContext(n->ctx, bits)));
    if (kind == LLVMBFloatTypeKind) return hd_printf(n->arena, "%u", (unsigned)word);
    if (kind == LLVMHalfTypeKind) return hd_printf(n->arena, "0xH%04X", (unsigned)word);
    if (kind == LLVMFloatTypeKind) { // written as the double of the same value
        uint32_t low = (uint32_t)word;
        float f;
        double d;
        memcpy(&f, &low, sizeof f);
        d = f;
        memcpy(&word, &d, sizeof word);
    }
    return hd_printf(n->arena, "0x%016llX", (unsigned long long)word);
}

// more than 64 bits: as LLVM prints it, "i128 5"
static const char *wide_integer(struct nvvm *n, LLVMValueRef v) {
    char *text = LLVMPrintValueToString(v), *space = strchr(text, ' ');
    const char *s = hd_printf(n->arena, "%s", space ? space + 1 : "0");
    LLVMDisposeMessage(text);
    return s;
}

static const char *string(struct nvvm *n, LLVMValueRef v) {
    size_t len;
    const unsigned char *bytes = (const unsigned char *)LLVMGetAsString(v, &len);
    struct hd_buf b = {0};
    hd_buf_puts(&b, "c\"");
    for (size_t i = 0; i < len; i++) {
        if (isprint(bytes[i]) && bytes[i] != '"' && bytes[i] != '\\')
            hd_buf_putc(&b, (char)bytes[i]);
        else
            hd_buf_printf(&b, "\\%02X", bytes[i]);
    }
    hd_buf_putc(&b, '"');
    const char *s = hd_printf(n->arena, "%s", hd_buf_str(&b));
    hd_buf_finish(&b);
    return s;
}

static const char *aggregate(struct nvvm *n, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind && LLVMIsConstantString(v)) return string(n, v);
    bool packed = kind == LLVMStructTypeKind && LLVMIsPackedStruct(type);
    uint64_t count = kind == LLVMArrayTypeKind    ? LLVMGetArrayLength2(type)
                     : kind == LLVMVectorTypeKind ? LLVMGetVectorSize(type)
                                                  : LLVMCountStructElementTypes(type);
    const char *open = kind == LLVMArrayTypeKind    ? "["
                       : kind == LLVMVectorTypeKind ? "<"
                       : packed                     ? "<{ "
                                                    : "{ ";
    const char *close = kind == LLVMArrayTypeKind    ? "]"
                        : kind == LLVMVectorTypeKind ? ">"
                        : packed                     ? " }>"
                                                     : " }";
    struct hd_buf b = {0};
    hd_buf_puts(&b, open);
    for (uint64_t i = 0; i < count; i++)
        hd_buf_printf(&b, "%s%s", i ? ", " : "",
                      nvvm_typed(n, LLVMGetAggregateElement(v, (unsigned)i)));
    hd_buf_puts(&b, close);
    const char *s = hd_printf(n->arena, "%s", hd_buf_str(&b));
    hd_buf_finish(&b);
    return s;
}

// Byte offset of a constant address computation; false: not constant.
static bool gep_offset(struct nvvm *n, LLVMValueRef gep, int64_t *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int count = LLVMGetNumOperands(gep);
    *offset = 0;
    for (int i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (!LLVMIsAConstantInt(index)) return false;
        int64_t k = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(n->layout, type, (unsigned)k);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        *offset += k * (int64_t)LLVMABISizeOfType(n->layout, type);
    }
    return true;
}

static const char *expression(struct nvvm *n, LLVMValueRef v) {
    static const struct {
        LLVMOpcode op;
        const char *name;
    } casts[] =
        {
            {LLVMTrunc, "trunc"},
            {LLVMPtrToInt, "ptrtoint"},
            {LLVMIntToPtr, "inttoptr"},
            {LLVMBitCast, "bitcast"},
            {LLVMAddrSpaceCast, "addrspacecast"},
        },
      binary[] = {{LLVMAdd, "add"}, {LLVMSub, "sub"}, {LLVMMul, "mul"}, {LLVMXor, "xor"}};
    LLVMOpcode op = LLVMGetConstOpcode(v);
    const char *to = nvvm_type(n, LLVMTypeOf(v)), *a = nvvm_typed(n, LLVMGetOperand(v, 0));
    for (int i = 0; i < HD_COUNT(casts); i++)
        if (casts[i].op == op) return hd_printf(n->arena, "%s (%s to %s)", casts[i].name, a, to);
    for (int i = 0; i < HD_COUNT(binary); i++)
        if (binary[i].op == op)
            return hd_printf(n->arena, "%s (%s, %s)", binary[i].name, a,
                             nvvm_typed(n, LLVMGetOperand(v, 1)));
    int64_t offset;
    if (op == LLVMGetElementPtr && gep_offset(n, v, &offset)) {
        return hd_printf(n->arena, "getelementptr (i8, %s, i64 %lld)", a, (long long)offset);
    }
    nvvm_problem(n, "a constant that is computed in a way that GPUs do not have");
    return "undef";
}

static const char *constant(struct nvvm *n, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (LLVMIsAFunction(v))
        return hd_printf(n->arena, "bitcast (%s* %s to i8*)", nvvm_function_type(n, v),
                         nvvm_global(n, v));
    if (LLVMIsAGlobalVariable(v)) {
        unsigned space = LLVMGetPointerAddressSpace(type);
        const char *at = space ? hd_printf(n->arena, " addrspace(%u)", space) : "";
        return hd_printf(n->arena, "bitcast (%s%s* %s to i8%s*)",
                         nvvm_type(n, LLVMGlobalGetValueType(v)), at, nvvm_global(n, v), at);
    }
    if (LLVMIsUndef(v) || LLVMIsPoison(v)) return "undef";
    if (LLVMIsAConstantInt(v)) {
        unsigned width = LLVMGetIntTypeWidth(type);
        if (width == 1) return LLVMConstIntGetZExtValue(v) ? "true" : "false";
        return width <= 64 ? hd_printf(n->arena, "%lld", LLVMConstIntGetSExtValue(v))
                           : wide_integer(n, v);
    }
    if (LLVMIsAConstantFP(v)) return real(n, v);
    if (LLVMIsAConstantPointerNull(v)) return "null";
    if (LLVMIsAConstantExpr(v)) return expression(n, v);
    if (LLVMIsNull(v)) return "zeroinitializer";
    if (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind || kind == LLVMVectorTypeKind)
        return aggregate(n, v);
    if (LLVMIsABlockAddress(v))
        nvvm_problem(n, "the address of a label");
    else
        nvvm_problem(n, "a kind of constant that GPUs do not have");
    return "undef";
}

const char *nvvm_value(struct nvvm *n, LLVMValueRef v) {
    return LLVMIsConstant(v) ? constant(n, v) : nvvm_name(n, v);
}

const char *nvvm_typed(struct nvvm *n, LLVMValueRef v) {
    return hd_printf(n->arena, "%s %s", nvvm_type(n, LLVMTypeOf(v)), nvvm_value(n, v));
}

void nvvm_define_global(struct nvvm *n, LLVMValueRef var) {
    LLVMTypeRef type = LLVMGlobalGetValueType(var);
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(var));
    LLVMValueRef init = LLVMGetInitializer(var);
    LLVMLinkage linkage = LLVMGetLinkage(var);
    bool internal = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    hd_buf_printf(&n->out, "%s = %s", nvvm_global(n, var),
                  internal ? "internal "
                  : init   ? ""
                           : "external ");
    if (space) hd_buf_printf(&n->out, "addrspace(%u) ", space);
    if (LLVMIsExternallyInitialized(var)) hd_buf_puts(&n->out, "externally_initialized ");
    hd_buf_printf(&n->out, "%s %s", LLVMIsGlobalConstant(var) ? "constant" : "global",
                  nvvm_type(n, type));
    if (init) hd_buf_printf(&n->out, " %s", nvvm_value(n, init));
    unsigned align = LLVMGetAlignment(var);
    if (align) hd_buf_printf(&n->out, ", align %u", align);
    hd_buf_putc(&n->out, '\n');
}
