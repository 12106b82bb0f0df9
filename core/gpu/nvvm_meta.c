// Metadata in the form of LLVM 7: what hangs on instructions, annotations of kernels, line
// information.
//
// Nodes are numbered when first referred to and printed at the end; those of the debugger are made
// anew, since the C API shows only part of them and a line table needs little: a compile unit, a
// file per source, a subprogram per function, a location per place. Inlining is left to libNVVM, so
// locations name their function alone.
#include "gpu/nvvm.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

static int new_node(struct nvvm *n) {
    LLVMMetadataRef none = NULL;
    HD_PUSH(n->arena, &n->queue, none);
    return n->nnodes++;
}

static int node_number(struct nvvm *n, LLVMMetadataRef node) {
    uintptr_t known = (uintptr_t)hd_map_get(&n->nodes, (const char *)node);
    if (known) return (int)known - 1;
    int number = new_node(n);
    n->queue.v[number] = node;
    hd_map_set(&n->nodes, (const char *)node, (void *)(uintptr_t)(number + 1));
    return number;
}

// ---- line information ---------------------------------------------------------------------------

static void text(struct hd_buf *out, const char *s, size_t len) {
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c < 32 || c == '"' || c == '\\' || c > 126)
            hd_buf_printf(out, "\\%02X", c);
        else
            hd_buf_putc(out, (char)c);
    }
}

static int file_number(struct nvvm *n, LLVMMetadataRef scope) {
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    unsigned len = 0;
    const char *text_of = file ? LLVMDIFileGetFilename(file, &len) : "";
    const char *name = hd_intern_str(hd_printf(n->arena, "%.*s", (int)len, text_of));
    uintptr_t known = (uintptr_t)hd_map_get(&n->files, name);
    if (known) return (int)known - 1;
    int number = new_node(n);
    hd_buf_printf(&n->metadata, "!%d = !DIFile(filename: \"", number);
    text(&n->metadata, name, strlen(name));
    hd_buf_puts(&n->metadata, "\", directory: \"\")\n");
    hd_map_set(&n->files, name, (void *)(uintptr_t)(number + 1));
    return number;
}

void nvvm_find_subprograms(struct nvvm *n) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(n->mod); fn; fn = LLVMGetNextFunction(fn)) {
        LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
        if (!subprogram) continue;
        hd_map_set(&n->owners, (const char *)subprogram, fn);
        if (n->cu >= 0) continue;
        n->cu = new_node(n);
        n->subroutine = new_node(n);
        int file = file_number(n, subprogram);
        hd_buf_printf(
            &n->metadata,
            "!%d = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !%d, producer: \"heddle\", "
            "isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)\n",
            n->cu, file);
        hd_buf_printf(&n->metadata, "!%d = !DISubroutineType(types: !{null})\n", n->subroutine);
    }
}

int nvvm_subprogram(struct nvvm *n, LLVMValueRef fn) {
    LLVMMetadataRef subprogram = fn ? LLVMGetSubprogram(fn) : NULL;
    if (!subprogram || n->cu < 0) return -1;
    uintptr_t known = (uintptr_t)hd_map_get(&n->nodes, (const char *)subprogram);
    if (known) return (int)known - 1;
    int number = new_node(n), file = file_number(n, subprogram);
    unsigned line = LLVMDISubprogramGetLine(subprogram);
    hd_map_set(&n->nodes, (const char *)subprogram, (void *)(uintptr_t)(number + 1));
    hd_buf_printf(
        &n->metadata,
        "!%d = distinct !DISubprogram(name: \"%s\", linkageName: \"%s\", scope: !%d, file: !%d, line: %u, type: !%d, isLocal: false, "
        "isDefinition: true, scopeLine: %u, isOptimized: true, unit: !%d)\n",
        number, nvvm_global(n, fn) + 1, nvvm_global(n, fn) + 1, file, file, line, n->subroutine,
        line, n->cu);
    return number;
}

static int location(struct nvvm *n, LLVMMetadataRef loc) {
    uintptr_t known = (uintptr_t)hd_map_get(&n->nodes, (const char *)loc);
    if (known) return (int)known - 1;
    LLVMMetadataRef scope = LLVMDILocationGetScope(loc), own = LLVMGetSubprogram(n->fn);
    int scope_number = nvvm_subprogram(n, n->fn);
    if (scope != own &&
        LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind) { // text of another file
        uintptr_t block = (uintptr_t)hd_map_get(&n->nodes, (const char *)scope);
        if (!block) {
            int number = new_node(n), file = file_number(n, scope);
            hd_buf_printf(&n->metadata,
                          "!%d = !DILexicalBlockFile(scope: !%d, file: !%d, discriminator: 0)\n",
                          number, scope_number, file);
            block = (uintptr_t)number + 1;
            hd_map_set(&n->nodes, (const char *)scope, (void *)block);
        }
        scope_number = (int)block - 1;
    }
    int number = new_node(n);
    hd_map_set(&n->nodes, (const char *)loc, (void *)(uintptr_t)(number + 1));
    hd_buf_printf(&n->metadata, "!%d = !DILocation(line: %u, column: %u, scope: !%d)\n", number,
                  LLVMDILocationGetLine(loc), LLVMDILocationGetColumn(loc), scope_number);
    return number;
}

// ---- what hangs on instructions -----------------------------------------------------------------

void nvvm_attachments(struct nvvm *n, LLVMValueRef inst) {
    static const char *const kept[] = {"tbaa", "invariant.load", "range", "llvm.loop"};
    if (LLVMHasMetadata(inst)) {
        size_t count = 0;
        LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(inst, &count);
        for (int k = 0; k < HD_COUNT(kept); k++) {
            unsigned kind = LLVMGetMDKindIDInContext(n->ctx, kept[k], (unsigned)strlen(kept[k]));
            for (unsigned i = 0; i < count; i++)
                if (LLVMValueMetadataEntriesGetKind(all, i) == kind)
                    hd_buf_printf(&n->out, ", !%s !%d", kept[k],
                                  node_number(n, LLVMValueMetadataEntriesGetMetadata(all, i)));
        }
        LLVMDisposeValueMetadataEntries(all);
    }
    LLVMMetadataRef loc = n->cu >= 0 ? LLVMInstructionGetDebugLoc(inst) : NULL;
    if (loc && LLVMGetSubprogram(n->fn)) hd_buf_printf(&n->out, ", !dbg !%d", location(n, loc));
}

// ---- nodes --------------------------------------------------------------------------------------

static void print_operand(struct nvvm *n, LLVMValueRef v) {
    struct hd_buf *o = &n->metadata;
    if (!v) {
        hd_buf_puts(o, "null");
    } else if (LLVMIsAMDString(v)) {
        unsigned len;
        const char *s = LLVMGetMDString(v, &len);
        hd_buf_puts(o, "!\"");
        text(o, s, len);
        hd_buf_putc(o, '"');
    } else if (LLVMIsAFunction(v)) {
        hd_buf_printf(o, "%s* %s", nvvm_function_type(n, v), nvvm_global(n, v));
    } else if (LLVMIsConstant(v)) {
        hd_buf_puts(o, nvvm_typed(n, v));
    } else {
        hd_buf_printf(o, "!%d", node_number(n, LLVMValueAsMetadata(v)));
    }
}

static void print_node(struct nvvm *n, int number, LLVMMetadataRef node) {
    LLVMValueRef v = LLVMMetadataAsValue(n->ctx, node);
    unsigned count = LLVMGetMDNodeNumOperands(v);
    LLVMValueRef *operands = HD_NEW_ARRAY(n->arena, LLVMValueRef, count + 1);
    LLVMGetMDNodeOperands(v, operands);
    bool loops = count && operands[0] && LLVMIsAMDNode(operands[0]) &&
                 LLVMValueAsMetadata(operands[0]) == node;
    hd_buf_printf(&n->metadata, "!%d = %s!{", number, loops ? "distinct " : "");
    for (unsigned i = 0; i < count; i++) {
        if (i) hd_buf_puts(&n->metadata, ", ");
        print_operand(n, operands[i]);
    }
    hd_buf_puts(&n->metadata, "}\n");
}

static void named(struct nvvm *n, const char *name) {
    unsigned count = LLVMGetNamedMetadataNumOperands(n->mod, name);
    if (!count) return;
    LLVMValueRef *operands = HD_NEW_ARRAY(n->arena, LLVMValueRef, count);
    LLVMGetNamedMetadataOperands(n->mod, name, operands);
    hd_buf_printf(&n->out, "!%s = !{", name);
    for (unsigned i = 0; i < count; i++)
        hd_buf_printf(&n->out, "%s!%d", i ? ", " : "",
                      node_number(n, LLVMValueAsMetadata(operands[i])));
    hd_buf_puts(&n->out, "}\n");
}

void nvvm_write_metadata(struct nvvm *n) {
    named(n, "nvvm.annotations");
    int version = new_node(n);
    hd_buf_printf(&n->out, "!nvvmir.version = !{!%d}\n", version);
    hd_buf_printf(&n->metadata,
                  n->cu >= 0 ? "!%d = !{i32 2, i32 0, i32 3, i32 2}\n" : "!%d = !{i32 2, i32 0}\n",
                  version);
    if (n->cu >= 0) {
        int flag = new_node(n);
        hd_buf_printf(&n->out, "!llvm.dbg.cu = !{!%d}\n!llvm.module.flags = !{!%d}\n", n->cu, flag);
        hd_buf_printf(&n->metadata, "!%d = !{i32 2, !\"Debug Info Version\", i32 3}\n", flag);
    }
    for (int i = 0; i < n->queue.n; i++) // grows
        if (n->queue.v[i]) print_node(n, i, n->queue.v[i]);
    hd_buf_puts(&n->out, hd_buf_str(&n->metadata));
}
