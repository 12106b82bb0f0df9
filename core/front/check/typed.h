// What check/ gives: the typed tree, in which every load, conversion, decay and overload is
// explicit.
#ifndef HD_TYPED_H
#define HD_TYPED_H

#include "front/names/names.h"

enum { HD_MOST_IN_CLUSTER = 16 }; // blocks, where more than 8 are allowed

struct hd_const { // value of a constant expression
    enum { CONST_NONE, CONST_INT, CONST_FLOAT, CONST_COMPLEX, CONST_ADDR } kind;
    hd_int128 i;              // CONST_INT: the value, sign- or zero-extended by its type
    long double f, im;        // CONST_FLOAT, CONST_COMPLEX
    struct hd_sym *sym;       // CONST_ADDR: address of this variable or function, or of
    struct hd_string *string; //   this literal, or of
    struct hd_type *info;     //   this type's std::type_info; all NULL: an integer address
    int64_t offset;           // CONST_ADDR: bytes
    int64_t low, high;        // CONST_ADDR, while evaluating: the array that it points into, in
                              // bytes from the object's start; both 0: not known
    uint32_t life;            // CONST_ADDR, while evaluating: which life of the object is meant
};

struct hd_string {        // a string literal
    const void *data;     // elements, with the terminating zero
    size_t len;           // elements without it
    struct hd_type *type; // array of const char (CU) or char (C), wchar_t ...
    uint64_t addr;        // [mutable] in the literal pool, 0 until placed
};

// Whether it is the address of something that has a name, a literal or a type_info.
static inline bool hd_const_is_symbolic(const struct hd_const *v) {
    return v->kind == CONST_ADDR && (v->sym || v->string || v->info);
}

enum hd_expr_kind {
    EX_ERROR,
    EX_CONST,     // value (int, float, complex, nullptr and integer-to-pointer constants)
    EX_STRING,    // string; lvalue of array type
    EX_VAR,       // sym; lvalue. A reference variable is EX_DEREF of EX_REFVAL
    EX_REFVAL,    // sym: the pointer held by a reference variable; rvalue of pointer type
    EX_FUNC,      // sym; function designator
    EX_TYPE_INFO, // the std::type_info of compute_type; lvalue
    EX_DEREF,     // *a; lvalue
    EX_ADDR,      // &a; a is an lvalue or EX_FUNC
    EX_MEMBER,    // a.field; lvalue if a is. field, offset (from a's start, anonymous members
                  // included)
    EX_LOAD,   // lvalue a to rvalue (type unqualified). Bit-fields, volatile and _Atomic are done
               // here
    EX_DECAY,  // array lvalue a to pointer to its first element
    EX_UNARY,  // op: TK_MINUS, TK_TILDE, TK_NOT (logical: result bool in CU, int in C); a
    EX_BINARY, // op: + - * / % << >> & | ^ == != < > <= >=; a and b have the same type (shifts: own
               // types), comparisons give int (C) or bool (CU); pointers: == != < > on equal types
    EX_PTR_ADD,  // a pointer, b integer (converted to ptrdiff_t): a + b elements
    EX_PTR_DIFF, // a - b in elements; type ptrdiff_t
    EX_AND,
    EX_OR,       // && ||; operands scalar
    EX_COND,     // a ? b : c; a scalar; lvalue when b and c are lvalues in CU. b NULL: GNU a ?: c
    EX_COMMA,    // a, b
    EX_ASSIGN,   // lvalue a = b (b has a's unqualified type). CU: lvalue; C: rvalue
    EX_COMPOUND, // a op= b: computed in compute_type: a = (T)((compute_type)a op b); pointers: op
                 // is + or -
    EX_INCDEC,   // op: TK_INC, TK_DEC; is_post; a lvalue
    EX_CAST,     // a to type; cast says how
    EX_CALL,    // a: callee (EX_FUNC, or rvalue of pointer to function); args (converted, promoted)
    EX_BUILTIN, // builtin row; args converted to its signature. sig_type is the chosen signature
    EX_LAUNCH,  // a: kernel (EX_FUNC or pointer to kernel); launch
    EX_STMT_EXPR,        // body; value is the last expression statement's
    EX_COMPOUND_LITERAL, // sym (a hidden local, or global at top level), init; lvalue
    EX_TEMP,       // rvalue a stored in the hidden local sym; lvalue (for references, members of
                   // rvalues). b: what is done with it at the end of the full expression (its
                   // destructor), or NULL
    EX_VA_ARG,     // a: rvalue pointer to struct __va_list_tag (the decayed va_list); type
    EX_VLA_SIZE,   // sizeof of a VLA type: sym holds it
    EX_LABEL_ADDR, // label
    EX_INIT,       // aggregate rvalue from init (T{...}, constructor call): type is the record
    EX_EACH, // b times: a, with the hidden local sym (size_t) as 0, 1, ...; is_post: from the last
             // to the first. type is an array: its elements are the values of a; else void. c: what
             // is done when an exception leaves it after `sym` rounds, or NULL; an array's address
             // is in the hidden local `self` then
    EX_BUILD,   // the object at lvalue a, which does not live yet, is made: it gets rvalue b. void
    EX_GUARDED, // a; should an exception leave it, b is done (void)
    EX_THROW,   // a thrown: its type is an exception's, b the function for such objects (void *,
                // constant) or NULL. Without a: what is being handled is thrown again. void
    EX_ARRAY,   // an array expression whose value is not asked for yet: fused; check/array makes a
                // call of it, so that nothing behind the checker sees one
};

enum hd_cast { // EX_CAST
    CAST_NOOP, // same representation (pointer to pointer, enum to its underlying type)
    CAST_INT,  // integer to integer: trunc, sext or zext by a's type
    CAST_BOOL, // scalar to bool: != 0
    CAST_INT_FLOAT,
    CAST_FLOAT_INT,
    CAST_FLOAT, // conversions; FLOAT between widths
    CAST_INT_PTR,
    CAST_PTR_INT,
    CAST_REAL_COMPLEX,
    CAST_COMPLEX_REAL,
    CAST_COMPLEX,
    CAST_VOID,  // evaluate and drop
    CAST_BITS,  // vectors of equal size
    CAST_SPLAT, // scalar to vector
};

enum { // cudaStream_t values that stand for a device (`cpu`, `gpu`, `gpu1` as a launch's stream)
    HD_STREAM_CPU = 0x10,
    HD_STREAM_GPU = 0x11,
    HD_STREAM_GPU_0 = 0x20,
};

struct hd_fused; // check/array/fused.h

struct hd_launch {
    struct hd_expr *grid, *block; // of type dim3
    struct hd_expr *shared;       // size_t, or NULL
    struct hd_expr *stream;       // cudaStream_t, or NULL
};

// What `__builtin_LINE()` and its kin ask of the place where they stand. In a default argument that
// is the call's place, which each call's copy of the argument is told (expr_copy).
enum hd_caller {
    CALLER_NOTHING,
    CALLER_LINE,
    CALLER_COLUMN,
    CALLER_FILE,
    CALLER_FUNCTION,
    CALLER_SIGNATURE,
};

struct hd_expr {
    enum hd_expr_kind kind;
    uint16_t op; // enum hd_tok
    bool is_lvalue, is_bitfield, is_post, parenthesized;
    bool is_xvalue;  // an lvalue here whose object may be taken apart (C++'s xvalue)
    bool left_first; // EX_CALL: args[0] is evaluated before the others (`a << b`, an object before
                     // its arguments)
    bool in_order;   // EX_CALL: args are evaluated from the first to the last
    bool constructs; // EX_CALL of a constructor: args[0] stands for the address of the value that
                     // it makes
    enum hd_cast cast;
    enum hd_caller caller; // constants in a default argument: what is known of the call
    struct hd_type *type;
    struct hd_range range;
    hd_loc loc;
    struct hd_expr *a, *b, *c;
    struct hd_sym *sym;
    struct hd_expr **args;
    int nargs;
    union {
        struct hd_const *value;
        struct hd_string *string;
        struct {
            const struct hd_field *field;
            uint64_t offset;
        };
        struct hd_type *compute_type;
        struct {
            const struct hd_builtin *builtin;
            struct hd_type *sig_type;
        };
        struct hd_launch *launch;
        struct hd_stmt *body;
        struct hd_init *init;
        struct hd_label *label;
        struct hd_fused *fused;
        struct hd_sym *self;
        struct {                        // EX_FUNC
            const struct hd_ast *targs; // of a template whose other arguments its use tells
            struct hd_sym **beside;     // further sets of that name, NULL at the end; or NULL: none
            bool is_settled;            // which function of the set is meant is known
        };
    };
};

// A flattened initialiser: zero the object (unless `covers`), then store each item.
struct hd_init {
    struct hd_type *type; // array lengths completed
    bool covers;          // the items leave no byte of the object unset
    bool constant;        // all values are constants or addresses (see hd_init_image)
    struct hd_sym
        *self; // a hidden local for the object's address, where items have `undo`; or NULL
    int nitems;
    struct hd_init_item {
        uint64_t offset;             // bytes from the object's start
        const struct hd_field *bits; // bit-field or NULL
        struct hd_expr
            *value;     // rvalue of the item's type; a string literal filling a char array is an
                        // EX_STRING lvalue of the array's type (cut or padded with zeros)
        int64_t repeat; // [a ... b]: stored `repeat` times, `stride` bytes apart; 1 otherwise
        uint64_t stride;
        struct hd_sym *count; // repeated ones with `undo`: a hidden local for how many there are
        struct hd_expr *undo; // destroys what the item made, should a later one throw; or NULL
    } *items;
};

enum hd_stmt_kind {
    STM_BLOCK,
    STM_EXPR,
    STM_IF,
    STM_WHILE,
    STM_DO,
    STM_FOR,
    STM_SWITCH,
    STM_CASE,
    STM_DEFAULT,
    STM_BREAK,
    STM_CONTINUE,
    STM_RETURN,
    STM_GOTO,
    STM_GOTO_PTR,
    STM_LABEL,
    STM_VAR,
    STM_ASM,
    STM_EMPTY,
    STM_GLOBAL_INIT, // cells: run-time initialisation of the top-level variable sym, in order
    STM_RESULT,      // cells: a is stored in sym (the result variable) and shown
    STM_CLEANUP,     // a is done whenever the block around is left from here on; on_throw: by an
                     // exception only
    STM_TRY,         // body; list: its handlers
    STM_CATCH,       // body; sym: the hidden local that gets the address of what was caught, a
                     // pointer to the handler's type; NULL: `...`
};

struct hd_label {
    const char *name;
    bool defined, address_taken;
    hd_loc loc;
    void *gen;
    uint64_t gen_epoch;
};

struct hd_case {
    hd_int128 from, to;
    struct hd_stmt *stmt;
    struct hd_case *next;
}; // stmt: STM_CASE

struct hd_asm {
    const char *text;          // template
    const char **constraints;  // outputs first
    struct hd_expr **operands; // outputs: lvalues; inputs: rvalues
    const char **names;
    int noutputs, ninputs;
    const char **clobbers;
    int nclobbers;
    bool is_volatile;
    bool meets; // threads of the warp or of the block meet in it
};

struct hd_stmt {
    enum hd_stmt_kind kind;
    struct hd_range range;
    hd_loc loc;
    struct hd_expr *
        a; // condition, value, or expression; STM_VAR: what is done when its block is left, or NULL
    struct hd_expr *step; // STM_FOR
    struct hd_stmt *init; // STM_FOR (a STM_BLOCK without scope when it declares several)
    struct hd_stmt *body,
        *otherwise;        // IF: then, else; CASE, DEFAULT, LABEL: the statement after it
    struct hd_stmt **list; // STM_BLOCK
    int nlist;
    struct hd_sym *sym; // STM_VAR, STM_GLOBAL_INIT, STM_RESULT; STM_RETURN: the local whose value a
                        // is; STM_EXPR: the global whose end it arranges, or NULL
    struct hd_init
        *var_init; // STM_VAR, STM_GLOBAL_INIT: NULL when not initialised. VLAs: sym->type is a VLA
    struct hd_case *cases;    // STM_SWITCH
    struct hd_stmt *dflt;     // STM_SWITCH: its STM_DEFAULT, or NULL
    struct hd_case *the_case; // STM_CASE
    struct hd_label *label;
    struct hd_asm *assembly;
    int unroll; // loops: 0 none, -1 full, n factor
    bool on_throw;
    void *gen; // [mutable] gen/: basic block of STM_CASE and STM_DEFAULT
};
// A reference variable's STM_VAR has an init whose only item is of pointer type (the address
// bound). A VLA's STM_VAR comes after a STM_EXPR that sets the type's vla_size variable (bytes).

struct hd_func {
    struct hd_sym *sym;
    struct hd_type *type;   // HD_TY_FUNC
    struct hd_sym **params; // locals; unnamed ones too (name NULL)
    int nparams;
    struct hd_stmt *body;           // NULL until checked (system headers: see hd_func_body)
    struct hd_ast *ast;             // kept for skipped bodies
    struct hd_func *device_version; // what device code runs instead: the text as it is with
                                    // __CUDA_ARCH__ defined, where that differs; else NULL
    struct hd_sym **calls;          // functions referred to (called or address taken), unique
    int ncalls;
    struct hd_sym **globals; // variables with static storage referred to, unique
    int nglobals;
    struct hd_sym **shared; // __shared__ variables declared in it
    int nshared;
    struct hd_label **labels; // whose address is taken
    int nlabels;
    bool is_kernel, is_device, is_host; // __host__ __device__: both
    bool no_contract;                   // #pragma STDC FP_CONTRACT OFF
    bool wraps;                         // signed integers wrap, on GPUs too: elements of arrays
    int nloops;                         // for, while and do, as written
    bool has_loop, has_barrier, has_warp_op, has_goto_ptr, calls_setjmp, uses_vla,
        has_indirect_call, has_launch; // has_launch: of kernels, in device code
    bool has_breakpoint;               // calls breakpoint()
    bool prints_lines;                 // a kernel that prints newlines, or what is not known
    struct hd_range prints;            // the last text without one that it prints; from 0: none
    bool has_cleanups;                 // something is done when scopes or full expressions end
    bool is_noexcept, has_throw;
    struct hd_sym *returned; // the local that lives where the result goes: every return names it
    bool returns_others;     // ... or not
    bool is_entry;           // a cell's own code
    int nlocal_classes;      // that were made in it so far
    int max_threads, min_blocks; // __launch_bounds__, 0 none
    uint32_t cluster[3];         // __cluster_dims__, 0 none
    struct hd_source *source;
    struct hd_arena *arena;
    struct hd_space *space; // where it stands
    struct hd_sym **targs; // of an instance of a template: what its parameters are; NULL at the end
    struct hd_front *front; // whose it is
};

// The function as device code has it.
static inline struct hd_func *hd_device_func(struct hd_func *func) {
    return func && func->device_version ? func->device_version : func;
}

// An argument of a template, by the index of its parameter.
struct hd_targ {
    struct hd_type
        *type;     // of a type parameter; of a value, its type, where its parameter says `auto`
    int64_t value; // of a value parameter
    struct hd_sym *sym; // of a value parameter: the function or variable whose address it is; of a
                        // template parameter: the template
    struct hd_targ *pack; // of a parameter pack: its elements
    int npack;
    hd_loc
        loc; // a record's number or where an enum was declared: types may be freed and come again
    bool is_value;   // type is a value's
    bool set, given; // given: written out by the user; of a pack: its first elements are
};

// What an instance of a struct template was made of: struct_template.c.
struct hd_instance {
    const char *name;         // the template's
    struct hd_template *tmpl; // whose text it is: the template, a partial specialisation of it, or
                              // one for just these arguments
    int n;
    int nshown;            // arguments that messages show: behind these come defaults
    struct hd_targ *args;  // of the template
    struct hd_targ *bound; // of the parameters of tmpl
};

// A template: a syntax tree and the space that it was written in. Instances are definitions: of
// struct templates named like "Vec<float, 4>", of functions (also of one with `auto` parameters)
// under a key (hd_def.inst).
struct hd_template {
    struct hd_ast *ast;          // AST_FUNCTION; AST_DECLARATION of a struct or variable; AST_USING
    struct hd_ast *device_ast;   // as device code sees it, where bodies differ
    const char *name;            // its key; of a member's definition outside: its template's
    struct hd_space *space;      // where it stands
    struct hd_record *owner;     // of a member template: whose
    struct hd_method *method;    // of a member function template
    struct hd_template *primary; // of a partial specialisation: what it specialises
    struct hd_template *text_of; // of a member's definition outside: the template it belongs to
    const char *outside; // of a member function template declared only: where definitions of
                         // it are found (a family)
    enum hd_guide {
        GUIDE_NONE,
        GUIDE_IMPLICIT, // for class template argument deduction: of a constructor,
        GUIDE_COPY,     // of an object of the class,
        GUIDE_WRITTEN   // of the program
    } guide;
    struct hd_sym **guides; // of a class: the implicit ones, once asked for (guide.c)
    int nguides;
    struct hd_def *def;
    enum hd_lang lang;
    struct hd_arena *arena; // its tree's
    uint32_t number;        // of a function template: in its instances' keys; 0: it has none yet
    HD_VEC(struct hd_spec_inst *) waiting; // used before the body came
};
struct hd_spec_inst {         // a specialisation of a function template (generics.c)
    struct hd_template *tmpl; // that it is an instance of; NULL: an explicit one (`template <>`)
    struct hd_targ *args;     // by parameter index
    struct hd_sym *sym;       // SYM_FUNC, named like "add<float>"
    int checking_in;          // serial of the newest cell while its body is checked; 0: it is not
    bool checked;             // the body was checked, or is being checked
    struct hd_sym *again; // made in its place after it became stale, for pointers to it; or NULL
};
// The instances of a function template, oldest first; stale ones among them. *at begins as 0; NULL
// after the last.
struct hd_def *hd_template_instance(struct hd_front *front, const struct hd_template *t, int *at);

// Checks the body of a function whose body was skipped (system headers). false: it has errors (in
// diags).
bool hd_func_body(struct hd_front *front, struct hd_func *func, struct hd_diags *diags);

// Constant initialisers as bytes, over `size` bytes at image that are zero; addresses are
// reported through `reloc` (at offset: address of value->sym or value->string plus value->offset, 8
// bytes). init->constant.
typedef void hd_reloc_fn(void *user, uint64_t offset, const struct hd_const *value);
void hd_init_image(const struct hd_init *init, void *image, size_t size, hd_reloc_fn *reloc,
                   void *user);
bool hd_const_eval(const struct hd_expr *expr, struct hd_const *out); // false: not constant

void hd_func_print(struct hd_buf *out, const struct hd_func *func); // --dump=types

#endif
