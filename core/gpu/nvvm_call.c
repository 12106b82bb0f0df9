// Calls in the form of LLVM 7: functions, intrinsics under the names and types that they had then,
// inline PTX.
//
// Intrinsics that came later are written out (`llvm.smax` is a comparison and a select), those that
// libNVVM does not take have one of its own (`llvm.fabs.f32` is `llvm.nvvm.fabs.f`), and hints are
// dropped. Example: `llvm.memcpy.p0.p0.i64` is `llvm.memcpy.p0i8.p0i8.i64`.
#include "gpu/nvvm.h"

#include <stdlib.h>
#include <string.h>

static void finish(struct nvvm *n, LLVMValueRef call) {
    nvvm_attachments(n, call);
    hd_buf_putc(&n->out, '\n');
}

static void declare(struct nvvm *n, const char *line) {
    line = hd_intern_str(line);
    if (hd_map_get(&n->declared, line)) return;
    hd_map_set(&n->declared, line, n);
    hd_buf_puts(&n->declarations, line);
}

static bool is_void(LLVMValueRef call) {
    return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
}

static const char *result_of(struct nvvm *n, LLVMValueRef call) {
    return is_void(call) ? "  " : hd_printf(n->arena, "  %s = ", nvvm_name(n, call));
}

static bool has_attribute(LLVMValueRef call, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind) != NULL;
}

// ---- intrinsics ---------------------------------------------------------------------------------

static const char *const dropped[] = {
    "llvm.assume",         "llvm.lifetime.start",
    "llvm.lifetime.end",   "llvm.experimental.noalias.scope.decl",
    "llvm.sideeffect",     "llvm.donothing",
    "llvm.dbg.declare",    "llvm.dbg.value",
    "llvm.dbg.label",      "llvm.invariant.start",
    "llvm.invariant.end",  "llvm.va_end",
    "llvm.stacksave",      "llvm.stackrestore",
    "llvm.prefetch",       "llvm.annotation",
    "llvm.var.annotation",
};

// The value is that of the first argument.
static const char *const identities[] = {"llvm.expect", "llvm.launder.invariant.group",
                                         "llvm.strip.invariant.group", "llvm.ssa.copy",
                                         "llvm.ptr.annotation"};

// Of one type: llvm.NAME.f32 is llvm.nvvm.DEVICE.f, of f64 .d.
static const struct {
    const char *name, *device;
} renamed[] = {
    {"llvm.fabs", "fabs"},       {"llvm.trunc", "trunc"},     {"llvm.rint", "round"},
    {"llvm.nearbyint", "round"}, {"llvm.roundeven", "round"},
};

static bool starts(const char *name, const char *prefix) {
    size_t len = strlen(prefix);
    return !strncmp(name, prefix, len) && (!name[len] || name[len] == '.');
}

static bool in_list(const char *const *list, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (starts(name, list[i])) return true;
    return false;
}

static const char *operand(struct nvvm *n, LLVMValueRef call, unsigned i) {
    return nvvm_value(n, LLVMGetOperand(call, i));
}

static void select_of(struct nvvm *n, LLVMValueRef call, const char *predicate) {
    const char *type = nvvm_type(n, LLVMTypeOf(call)), *a = operand(n, call, 0),
               *b = operand(n, call, 1), *t = nvvm_temp(n);
    LLVMTypeRef element = LLVMTypeOf(call);
    const char *bit = "i1";
    if (LLVMGetTypeKind(element) == LLVMVectorTypeKind)
        bit = hd_printf(n->arena, "<%u x i1>", LLVMGetVectorSize(element));
    hd_buf_printf(&n->out, "  %s = icmp %s %s %s, %s\n", t, predicate, type, a, b);
    hd_buf_printf(&n->out, "  %s = select %s %s, %s %s, %s %s", nvvm_name(n, call), bit, t, type, a,
                  type, b);
    finish(n, call);
}

static void absolute(struct nvvm *n, LLVMValueRef call) {
    const char *type = nvvm_type(n, LLVMTypeOf(call)), *x = operand(n, call, 0),
               *minus = nvvm_temp(n), *t = nvvm_temp(n);
    hd_buf_printf(&n->out, "  %s = sub %s 0, %s\n  %s = icmp slt %s %s, 0\n", minus, type, x, t,
                  type, x);
    hd_buf_printf(&n->out, "  %s = select i1 %s, %s %s, %s %s", nvvm_name(n, call), t, type, minus,
                  type, x);
    finish(n, call);
}

static void three_way(struct nvvm *n, LLVMValueRef call, bool is_signed) { // -1, 0, 1
    LLVMValueRef a = LLVMGetOperand(call, 0);
    const char *type = nvvm_type(n, LLVMTypeOf(call)), *below = nvvm_temp(n), *above = nvvm_temp(n),
               *t = nvvm_temp(n);
    hd_buf_printf(&n->out, "  %s = icmp %s %s, %s\n", below, is_signed ? "slt" : "ult",
                  nvvm_typed(n, a), operand(n, call, 1));
    hd_buf_printf(&n->out, "  %s = icmp %s %s, %s\n", above, is_signed ? "sgt" : "ugt",
                  nvvm_typed(n, a), operand(n, call, 1));
    hd_buf_printf(&n->out, "  %s = zext i1 %s to %s\n", t, above, type);
    hd_buf_printf(&n->out, "  %s = select i1 %s, %s -1, %s %s", nvvm_name(n, call), below, type,
                  type, t);
    finish(n, call);
}

static void saturating(struct nvvm *n, LLVMValueRef call, bool subtract) { // unsigned
    const char *type = nvvm_type(n, LLVMTypeOf(call)), *a = operand(n, call, 0),
               *b = operand(n, call, 1);
    const char *r = nvvm_temp(n), *over = nvvm_temp(n);
    hd_buf_printf(&n->out, "  %s = %s %s %s, %s\n", r, subtract ? "sub" : "add", type, a, b);
    hd_buf_printf(&n->out, "  %s = icmp ult %s %s, %s\n", over, type, subtract ? a : r,
                  subtract ? b : a);
    hd_buf_printf(&n->out, "  %s = select i1 %s, %s %s, %s %s", nvvm_name(n, call), over, type,
                  subtract ? "0" : "-1", type, r);
    finish(n, call);
}

static void half_absolute(struct nvvm *n, LLVMValueRef call) {
    const char *bits = nvvm_temp(n), *low = nvvm_temp(n);
    hd_buf_printf(&n->out, "  %s = bitcast half %s to i16\n  %s = and i16 %s, 32767\n", bits,
                  operand(n, call, 0), low, bits);
    hd_buf_printf(&n->out, "  %s = bitcast i16 %s to half", nvvm_name(n, call), low);
    finish(n, call);
}

// the machine saturates
static void float_to_int(struct nvvm *n, LLVMValueRef call, const char *name) {
    hd_buf_printf(&n->out, "  %s = %s %s to %s", nvvm_name(n, call),
                  starts(name, "llvm.fptosi.sat") ? "fptosi" : "fptoui",
                  nvvm_typed(n, LLVMGetOperand(call, 0)), nvvm_type(n, LLVMTypeOf(call)));
    finish(n, call);
}

static bool expanded(struct nvvm *n, LLVMValueRef call, const char *name) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(call));
    if (starts(name, "llvm.smax")) return select_of(n, call, "sgt"), true;
    if (starts(name, "llvm.smin")) return select_of(n, call, "slt"), true;
    if (starts(name, "llvm.umax")) return select_of(n, call, "ugt"), true;
    if (starts(name, "llvm.umin")) return select_of(n, call, "ult"), true;
    if (starts(name, "llvm.abs")) return absolute(n, call), true;
    if (starts(name, "llvm.scmp") || starts(name, "llvm.ucmp"))
        return three_way(n, call, name[5] == 's'), true;
    if (starts(name, "llvm.usub.sat") || starts(name, "llvm.uadd.sat"))
        return saturating(n, call, name[6] == 's'), true;
    if (starts(name, "llvm.fptosi.sat") || starts(name, "llvm.fptoui.sat"))
        return float_to_int(n, call, name), true;
    if (starts(name, "llvm.fabs") && kind == LLVMHalfTypeKind) return half_absolute(n, call), true;
    if (starts(name, "llvm.is.constant")) {
        hd_buf_printf(&n->out, "  %s = select i1 false, i1 false, i1 false\n", nvvm_name(n, call));
        return true;
    }
    if (in_list(identities, HD_COUNT(identities), name)) {
        const char *v = nvvm_typed(n, LLVMGetOperand(call, 0));
        hd_buf_printf(&n->out, "  %s = select i1 true, %s, %s\n", nvvm_name(n, call), v, v);
        return true;
    }
    if (!in_list(dropped, HD_COUNT(dropped), name)) return false;
    if (!is_void(call)) // llvm.stacksave: nobody asks
        hd_buf_printf(&n->out, "  %s = select i1 true, %s undef, %s undef\n", nvvm_name(n, call),
                      nvvm_type(n, LLVMTypeOf(call)), nvvm_type(n, LLVMTypeOf(call)));
    return true;
}

// Overloaded on pointers: ".p0" is ".p0i8" there; the atomics of NVIDIA's point to what they
// change.
static const char *old_name(struct nvvm *n, LLVMValueRef call, const char *name) {
    for (int i = 0; i < HD_COUNT(renamed); i++)
        if (starts(name, renamed[i].name))
            return hd_printf(n->arena, "llvm.nvvm.%s.%c", renamed[i].device,
                             LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMDoubleTypeKind ? 'd' : 'f');
    bool atomic = starts(name, "llvm.nvvm.atomic");
    struct hd_buf b = {0};
    for (const char *s = name; *s; s++) {
        hd_buf_putc(&b, *s);
        bool pointer = s > name && s[-1] == '.' && *s == 'p' && s[1] >= '0' && s[1] <= '9';
        if (!pointer) continue;
        hd_buf_putc(&b, *++s);
        hd_buf_puts(&b, atomic ? "i32" : "i8");
    }
    const char *s = hd_printf(n->arena, "%s", hd_buf_str(&b));
    hd_buf_finish(&b);
    return s;
}

static void intrinsic(struct nvvm *n, LLVMValueRef call, const char *name) {
    if (expanded(n, call, name)) return;
    const char *old = old_name(n, call, name), *type = nvvm_type(n, LLVMTypeOf(call));
    bool atomic = starts(name, "llvm.nvvm.atomic");
    unsigned count = LLVMGetNumArgOperands(call);
    struct hd_buf args = {0}, types = {0};
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
        const char *typed = pointer && atomic ? nvvm_pointer(n, v, "i32") : nvvm_typed(n, v);
        const char *space =
            strrchr(typed, ' '); // constants may have blanks: their type is asked for
        const char *its_type = pointer && atomic
                                   ? hd_printf(n->arena, "%.*s", (int)(space - typed), typed)
                                   : nvvm_type(n, LLVMTypeOf(v));
        hd_buf_printf(&args, "%s%s", i ? ", " : "", typed);
        hd_buf_printf(&types, "%s%s", i ? ", " : "", its_type);
    }
    declare(n, hd_printf(n->arena, "declare %s @%s(%s)\n", type, old, hd_buf_str(&types)));
    hd_buf_printf(&n->out, "%scall %s @%s(%s)", result_of(n, call), type, old, hd_buf_str(&args));
    hd_buf_finish(&args);
    hd_buf_finish(&types);
    finish(n, call);
}

// ---- inline PTX ---------------------------------------------------------------------------------

static void quoted(struct hd_buf *out, const char *s, size_t len) {
    hd_buf_putc(out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c < 32 || c == '"' || c == '\\' || c > 126)
            hd_buf_printf(out, "\\%02X", c);
        else
            hd_buf_putc(out, (char)c);
    }
    hd_buf_putc(out, '"');
}

static void assembly(struct nvvm *n, LLVMValueRef call, LLVMValueRef code) {
    size_t text_len, constraints_len;
    const char *text = LLVMGetInlineAsmAsmString(code, &text_len);
    const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraints_len);
    struct hd_buf *o = &n->out;
    hd_buf_printf(o, "%scall %s asm %s", result_of(n, call), nvvm_type(n, LLVMTypeOf(call)),
                  LLVMGetInlineAsmHasSideEffects(code) ? "sideeffect " : "");
    quoted(o, text, text_len);
    hd_buf_puts(o, ", ");
    quoted(o, constraints, constraints_len);
    hd_buf_putc(o, '(');
    unsigned count = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < count; i++)
        hd_buf_printf(o, "%s%s", i ? ", " : "", nvvm_typed(n, LLVMGetOperand(call, i)));
    hd_buf_puts(o, has_attribute(call, "convergent") ? ") convergent nounwind" : ") nounwind");
    finish(n, call);
}

// ---- functions ----------------------------------------------------------------------------------

static void function(struct nvvm *n, LLVMValueRef call, LLVMValueRef fn) {
    unsigned count = LLVMGetNumArgOperands(call);
    struct hd_buf args = {0};
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        const char *want = nvvm_param_type(n, fn, i), *have = nvvm_type(n, LLVMTypeOf(v));
        const char *typed = nvvm_typed(n, v);
        if (strcmp(want, have) != 0) { // passed by value
            const char *element = hd_printf(n->arena, "%.*s", (int)strlen(want) - 1, want);
            const char *pointer = nvvm_pointer(n, v, element), *name = strrchr(pointer, ' ');
            unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
            LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(fn, i + 1, kind);
            typed = hd_printf(n->arena, "%s %s align %u%s", want, nvvm_byval(n, element),
                              align ? (unsigned)LLVMGetEnumAttributeValue(align) : 8, name);
        }
        hd_buf_printf(&args, "%s%s", i ? ", " : "", typed);
    }
    const char *type = nvvm_type(n, LLVMTypeOf(call));
    hd_buf_printf(&n->out, "%scall %s %s(%s)", result_of(n, call), type, nvvm_global(n, fn),
                  hd_buf_str(&args));
    unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef effects =
        LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, memory);
    if (effects && !LLVMGetEnumAttributeValue(effects)) hd_buf_puts(&n->out, " nounwind readnone");
    if (has_attribute(call, "noreturn")) hd_buf_puts(&n->out, " noreturn");
    hd_buf_finish(&args);
    finish(n, call);
}

void nvvm_call(struct nvvm *n, LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t len;
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &len) : "";
    if (LLVMIsAInlineAsm(callee))
        assembly(n, call, callee);
    else if (!LLVMIsAFunction(callee))
        nvvm_problem(n, "a call through a pointer");
    else if (!strncmp(name, "llvm.", 5))
        intrinsic(n, call, name);
    else
        function(n, call, callee);
}
