// The writer's own header: what gpu/nvvm_*.c share. Not for other folders.
#ifndef HD_NVVM_H
#define HD_NVVM_H

#include "gpu/gpu.h"

struct nvvm { // one module being written
    LLVMModuleRef mod;
    LLVMContextRef ctx;
    LLVMTargetDataRef layout;
    int arch;
    struct hd_arena *arena;        // scratch
    struct hd_buf out;             // the text
    struct hd_buf declarations;    // of intrinsics under their older names
    struct hd_map declared;        // interned declaration -> non-NULL
    struct hd_map names;           // LLVMValueRef, LLVMBasicBlockRef -> "%v12", "b3"
    int counter;                   // of names in a function
    LLVMValueRef fn;               // the function being written
    struct hd_map nodes;           // metadata -> number + 1
    HD_VEC(LLVMMetadataRef) queue; // nodes to print, by number
    struct hd_map owners;          // subprogram -> LLVMValueRef of its function
    int cu, subroutine; // numbers of the compile unit and of the type of all functions, -1: no line
                        // information
    struct hd_map files;    // interned name -> number + 1 of its DIFile
    struct hd_buf metadata; // nodes made here
    int nnodes;
    const char *problem; // the first thing that has no form, or NULL
};

// ---- nvvm_value.c: types, constants, names ------------------------------------------------------
const char *nvvm_type(struct nvvm *n, LLVMTypeRef type);
const char *nvvm_value(struct nvvm *n, LLVMValueRef v); // without its type
const char *nvvm_typed(struct nvvm *n, LLVMValueRef v); // "i32 %v3"
const char *nvvm_name(struct nvvm *n, LLVMValueRef v);  // of a local value
const char *nvvm_block(struct nvvm *n, LLVMBasicBlockRef bb);
const char *nvvm_temp(struct nvvm *n);                                    // a new local name
const char *nvvm_param_type(struct nvvm *n, LLVMValueRef fn, unsigned i); // typed where it is byval
const char *nvvm_byval(struct nvvm *n, const char *type);                 // the attribute
const char *nvvm_function_type(struct nvvm *n, LLVMValueRef fn);          // "void (i8*, i32)"
const char *nvvm_global(struct nvvm *n, LLVMValueRef v);                  // "@name"
void nvvm_problem(struct nvvm *n, const char *what);
void nvvm_define_global(struct nvvm *n, LLVMValueRef var);

// ---- nvvm_inst.c, nvvm_call.c -------------------------------------------------------------------
void nvvm_instruction(struct nvvm *n, LLVMValueRef inst);
void nvvm_call(struct nvvm *n, LLVMValueRef call);
const char *nvvm_pointer(struct nvvm *n, LLVMValueRef v,
                         const char *element); // cast before the instruction: "float* %v7"

// ---- nvvm_meta.c --------------------------------------------------------------------------------
void nvvm_attachments(struct nvvm *n, LLVMValueRef inst); // ", !tbaa !3, !dbg !9"
void nvvm_find_subprograms(struct nvvm *n);
int nvvm_subprogram(struct nvvm *n, LLVMValueRef fn); // number, -1: none
void nvvm_write_metadata(struct nvvm *n);

// ---- nvvm_write.c -------------------------------------------------------------------------------
const char *nvvm_header(bool short_pointers); // what a text begins with
// The module as libNVVM takes it. false: *problem says what has no form there (arena of the
// caller).
bool nvvm_write(LLVMModuleRef mod, LLVMContextRef ctx, int arch, bool lineinfo,
                struct hd_arena *arena, struct hd_buf *out, const char **problem);

#endif
