// What type/ gives: types and their layout. type.c, layout.c, print.c
#ifndef HD_TYPE_H
#define HD_TYPE_H

#include "base/base.h"
#include "front/forward.h"

enum hd_type_kind {
    HD_TY_ERROR,
    HD_TY_VOID,
    HD_TY_BOOL,
    HD_TY_CHAR,
    HD_TY_SCHAR,
    HD_TY_UCHAR,
    HD_TY_CHAR8, // char8_t, char16_t, wchar_t and char32_t are types of their own in C++
    HD_TY_SHORT,
    HD_TY_USHORT,
    HD_TY_CHAR16,
    HD_TY_INT,
    HD_TY_UINT,
    HD_TY_WCHAR,
    HD_TY_CHAR32,
    HD_TY_LONG,
    HD_TY_ULONG,
    HD_TY_LLONG,
    HD_TY_ULLONG,
    HD_TY_INT128,
    HD_TY_UINT128, // integers stay in this order
    HD_TY_HALF,
    HD_TY_BF16,
    HD_TY_FLOAT,
    HD_TY_DOUBLE,
    HD_TY_LDOUBLE, // floating types stay in this order
    HD_TY_COMPLEX, // base: float, double or long double
    HD_TY_NULLPTR,
    HD_TY_ENUM,   // enumeration
    HD_TY_PTR,    // base
    HD_TY_MEMBER, // pointer to a member of type base of the class `of`: of data its offset, null is
                  // -1; of a function: check/class/member_function.c
    HD_TY_REF,   // base; only as the type of variables, parameters, returns and fields, never of an
                 // hd_expr
    HD_TY_ARRAY, // base, len (-1: incomplete) or vla_len
    HD_TY_FUNC,  // base: returned type; params, variadic, oldstyle
    HD_TY_RECORD,  // struct or union: record
    HD_TY_VECTOR,  // GNU vector_size: base, len
    HD_TY_NDARRAY, // ndarray<base, len>: a handle, that is a pointer to a struct hd_array
                   // (core/array)
    HD_TY_AUTO,    // placeholder until deduced
    HD_TY_TPARAM,  // template type parameter, only while deducing
};

// `f() const`, `f() &`, `f() &&`, `f() volatile`
enum { OF_CONST = 1, OF_LVALUE = 2, OF_RVALUE = 4, OF_VOLATILE = 8 };

struct hd_type {
    enum hd_type_kind kind;
    uint8_t quals;           // Q_*
    bool rvalue_ref;         // HD_TY_REF: &&
    bool variadic, oldstyle; // HD_TY_FUNC
    bool noreturn;           // HD_TY_FUNC
    bool is_noexcept;  // HD_TY_FUNC: a part of the type since C++17. A function's own type has
                       // it only by function_type: declarations are the same without
    uint8_t of_object; // HD_TY_FUNC: what a member function asks of its object, OF_*; only behind a
                       // pointer to a member
    uint32_t align;    // bytes; 0 while incomplete
    uint64_t size;     // bytes; 0 for void, functions and incomplete types
    struct hd_type *base;
    struct hd_type *of;      // HD_TY_MEMBER: a record's type
    int64_t len;             // array, vector: elements; -1 incomplete
    struct hd_expr *vla_len; // array of run-time length: its (already checked) length expression
    struct hd_sym
        *vla_size; // hidden local that holds the *byte size* of the VLA type, set where declared
    struct hd_type *
        *params; // HD_TY_FUNC (adjusted: arrays and functions are pointers; references kept)
    int nparams;
    struct hd_record *record;
    struct hd_enum *enumeration;
    const char
        *name; // HD_TY_TPARAM; a typedef's name when it was reached through one (for messages)
    struct hd_type *unqual;     // the unqualified variant (itself when unqualified)
    struct hd_type *ptr_to;     // cache: pointer to this
    struct hd_type *nothrow;    // cache: HD_TY_FUNC with the other `is_noexcept`
    struct hd_type **qualified; // cache, on the unqualified variant: by Q_* bits, or NULL
    struct hd_arena *arena; // that holds it; pointers to it and qualified variants live there too
};

struct hd_field {
    const char *name;         // NULL: unnamed bit-field or anonymous struct/union
    struct hd_type *type;     // bit-fields: of their storage unit
    struct hd_type *declared; // bit-fields: as written, when that is not `type`; else NULL
    uint64_t offset;          // bytes, of the storage unit for bit-fields
    bool is_bits;
    uint32_t align; // _Alignas or attribute aligned on the member, 0 none
    bool packed;    // attribute packed on the member: byte-aligned
    uint8_t bit_offset,
        bit_width; // within the storage unit of `type`'s size, little-endian numbering
    struct hd_range range;
    struct hd_expr *init;     // default member initialiser or NULL
    struct hd_sym *init_this; // `this` in it, where it names the object; else NULL
    uint8_t access;           // enum hd_access
    bool is_base; // a base's part of the object: no name, its members count as inherited
    // Of a base: all that virtual inheritance leads to is here, in the order of construction,
    // before other bases. `offset` is that in a whole object of just this class; `is_indirect`:
    // another base brought it.
    bool is_virtual, is_indirect;
    bool is_mutable, is_vptr;
};

// The functions that a class has without writing them, and what they are like (C++ [special]).
enum hd_special {
    SPECIAL_NONE,
    SPECIAL_DEFAULT,
    SPECIAL_COPY,
    SPECIAL_MOVE,
    SPECIAL_COPY_ASSIGN,
    SPECIAL_MOVE_ASSIGN,
    SPECIAL_DTOR,
    SPECIALS
};

// Records in records and bases of bases. What walks through them goes that deep; a record that
// would be deeper is refused (check/decl/record.c). Templates end at 900 levels.
enum { HD_MOST_LEVELS = 1024 };

struct hd_record {
    const char *tag;                            // NULL: anonymous
    bool is_union, complete, packed, is_vector; // is_vector: float4 and kin
    struct hd_field *fields;
    int nfields;
    struct hd_type *type;   // unqualified type of this record
    struct hd_def *def;     // top-level definition or NULL for local ones
    struct hd_space *space; // of its members' names; NULL: it has no name, or is C's
    hd_loc loc;
    const char *typedef_name; // for anonymous ones: the first typedef that names it
    int64_t fill;     // value of members not given by a constructor T(a): 1 for dim3, else 0
    bool from_scalar; // dim3: an integer converts implicitly
    bool transparent; // union of pointers that any of them converts to (glibc's sockets)
    bool flexible;    // ends with a flexible array member
    bool managed;     // global variables of it are for host and device (texture references)
    struct hd_method *methods; // its member functions, in order: check/class/method.c
    int nmethods;
    int nimplicit;      // special member functions behind those, which were not declared or are `=
                        // default`: the checker writes out what they do where they are used
    uint8_t nontrivial; // bits 1 << enum hd_special: it runs code; bytes are not enough
    uint8_t deleted;    // the same: it must not be used
    uint8_t declared;   // the same: written in the class
    uint8_t restricted; // the same: private or protected
    bool by_address;    // passed and returned in memory that the caller owns: it has a copy or
                        // move constructor or a destructor that runs code
    bool is_final, is_polymorphic, is_abstract;
    bool is_empty;                  // no members, no virtual functions: as a base it takes no room
    int levels;                     // of records in it, with itself
    uint64_t data_size;             // without the padding at the end that a derived struct may
                                    // use, and without virtual bases
    uint32_t own_align;             // without virtual bases
    int nvirtual;                   // virtual bases
    bool reordered;                 // bases do not lie in the order in which they are made
    const struct hd_method **slots; // virtual functions, in the order of the table's own part
    int nslots;
    struct hd_sym *vtable;   // check/class/hierarchy.c
    struct hd_using_member { // `using B::f;`: those of B are its own too; NULL: the constructors
        const char *name;
        struct hd_record *base;
        uint8_t access; // enum hd_access
    } *usings;
    int nusings;
    struct hd_static { // its static data members, which are variables `S::name`
        const char *name;
        struct hd_record *record;
        struct hd_sym
            *unmade;        // of a template's instance: its declaration, until it is used; or NULL
        struct hd_ast *ast; // ... AST_DECLARATION of it alone, in the struct
    } *statics;
    int nstatics;
    bool has_ctors;     // constructors were written: no value is made without one
    bool ctor_declared; // ... or `= default`, `= delete`: none without parameters by itself
    uint32_t number;    // unique in the process
    struct hd_instance *instance; // of a struct template, or NULL
    struct hd_pending {           // an instance whose body nobody has needed yet, or NULL
        bool (*complete)(struct hd_record *r);
        void *user;
    } *pending;
    bool failed;                // it could not be made in this cell, which says so
    struct hd_closure *closure; // of a lambda, or NULL: check/class/lambda.c
    bool is_local;              // declared in a function or block: its tag says little
    const char *local_key; // of a local class with functions: "f(int)::L", which is unique; or NULL
    struct hd_record *outer;   // in which it was defined, or NULL
    struct hd_method *generic; // its member function templates: sym is a SYM_TEMPLATE
    int ngeneric;
    struct hd_named { // its static data members, types, templates, constants
        const char *name;
        uint8_t access; // enum hd_access
    } *named;
    int nnamed;
    struct hd_ast **friends; // as declared: check/class/access.c
    int nfriends;
    bool is_class;              // its members are private unless said otherwise
    struct hd_forming *forming; // while its body is read: check/class/method.c; NULL: not, or done
    struct hd_record
        *within; // of a lambda or local class: whose member function it is in, or NULL,
    const struct hd_ast *within_func; // and the function
};

struct hd_method {    // a member function as its struct declares it
    const char *name; // "length", "operator+"; of constructors the struct's own
    struct hd_sym
        *sym; // the declaration; check/class/method.c finds the definition that is in force
    struct hd_type *type; // without `this`
    struct hd_record *record;
    struct hd_ast *ast;
    bool is_static, is_ctor, is_explicit, is_deleted;
    uint8_t quals;   // Q_CONST and Q_VOLATILE, of the object
    bool is_made;    // an instance of a member template: sym is the definition
    bool asked;      // of a struct template: a use was checked before its definition
    bool is_trivial; // a default constructor that leaves all to the members
    bool is_dtor, is_conversion, is_implicit, is_virtual, is_pure, is_noexcept;
    bool is_friend;   // of a struct template, with a body: static, found by its arguments alone
    uint8_t ref_qual; // 1: `&`, 2: `&&` behind the parameters
    uint8_t access;   // enum hd_access
    enum hd_special special;
};

struct hd_enum {
    const char *tag;
    const char *typedef_name; // for anonymous ones: the first typedef that names it
    bool complete, scoped;
    bool is_local;   // declared in a function or block
    uint32_t number; // unique in the process
    bool listed;     // its values are known: `enum class E : int;` alone is complete without them
    bool fixed;      // its underlying type was written, or it is an enum class
    bool distinct;   // CUDA C: no other type is compatible with it; in C its underlying type is
    struct hd_type *underlying;
    struct hd_type *promoted; // what its values are in arithmetic
    struct hd_sym **constants;
    int nconstants;
    struct hd_type *type;
    struct hd_def *def;
    struct hd_space *home; // where it was declared
    hd_loc loc;
};

struct hd_types { // the basic types, one of each per process
#define HD_BASIC_TYPE(field, kind, name, size, align) struct hd_type *field;
#include "front/type/types.def"
    struct hd_type *va_list;
};
// hd_ty.va_list is __builtin_va_list: the ABI's array of one struct __va_list_tag (gp_offset,
// fp_offset, overflow_arg_area, reg_save_area), so that decay and passing work as for any array.
extern struct hd_types hd_ty; // ready after hd_types_init
void hd_types_init(void);     // idempotent

struct hd_type *hd_type_ptr(struct hd_type *base);
struct hd_type *hd_type_qual(struct hd_type *type,
                             unsigned quals);       // adds; arrays: on their elements
const char *hd_quals_text(unsigned quals);          // " const", " volatile", both, or ""
uint8_t hd_of_object(unsigned quals, int ref_qual); // OF_*, of what stands behind parameters
struct hd_type *hd_type_unqual(struct hd_type *type);
struct hd_type *hd_type_member(struct hd_arena *arena, struct hd_type *of, struct hd_type *base);
struct hd_type *hd_type_ref(struct hd_arena *arena, struct hd_type *base, bool rvalue);
struct hd_type *hd_type_array(struct hd_arena *arena, struct hd_type *base, int64_t len);
struct hd_type *hd_type_vla(struct hd_arena *arena, struct hd_type *base, struct hd_expr *len);
struct hd_type *hd_type_func(struct hd_arena *arena, struct hd_type *ret, struct hd_type **params,
                             int n, bool variadic, bool oldstyle);
struct hd_type *hd_type_noexcept(struct hd_type *func, bool is_noexcept);
struct hd_type *hd_type_complex(struct hd_type *base);
struct hd_type *hd_type_vector(struct hd_arena *arena, struct hd_type *base, int64_t len);
struct hd_type *hd_type_ndarray(struct hd_arena *arena, struct hd_type *elem, int rank);
struct hd_type *hd_type_record(struct hd_arena *arena, const char *tag, bool is_union);
// Lays out a record whose fields have types (and bit_width); sets size, align, offsets: SysV ABI,
// gcc's rules for packed, aligned and #pragma pack (pack: 0 none).
void hd_record_layout(struct hd_record *record, bool packed, uint32_t min_align, int pack);
// The bases in the order in which names are looked up: `for (int i = 0; (f = hd_base_at(r, &i));)`.
// Virtual ones come last, and what a virtual base derives from behind it.
const struct hd_field *hd_base_at(const struct hd_record *record, int *i);
// The index of the field that is at i when bases come in the order in which they are written: that
// of construction, but for virtual bases, which are first; `all`: these among the others.
int hd_field_written(const struct hd_record *record, int i, bool all);
// The virtual base of the whole that is of that record; NULL: none.
const struct hd_field *hd_virtual_base(const struct hd_record *whole, const struct hd_record *base);
// The class has a member of that name, of whatever kind, which hides its bases' (C++
// [class.member.lookup]).
bool hd_record_declares(const struct hd_record *record, const char *name);
// It or the base whose member that name is; several may be, of which this is one
// (check/class/access.c says so). NULL: there is none.
const struct hd_record *hd_record_home(const struct hd_record *record, const char *name);
// The class whose member of that name is brought by `using`; NULL: none is.
const struct hd_record *hd_record_using(const struct hd_record *record, const char *name);
// A data member of its own, also inside anonymous ones.
const struct hd_field *hd_record_own_field(const struct hd_record *record, const char *name);
// The virtual base in which hd_record_field finds a member; NULL: it is no part of one.
const struct hd_field *hd_field_virtual(const struct hd_record *record, const char *name);
// Finds a data member of its own or of its bases that nothing hides, also inside anonymous ones;
// *offset gets the byte offset from the record's start.
const struct hd_field *hd_record_field(const struct hd_record *record, const char *name,
                                       uint64_t *offset);

bool hd_type_same(const struct hd_type *a, const struct hd_type *b); // identical
bool hd_type_same_unqual(const struct hd_type *a,
                         const struct hd_type *b); // but for top-level qualifiers
// A function of type a is one of type b: but for a promise that b does not make, they are the same.
bool hd_type_serves_as(const struct hd_type *a, const struct hd_type *b);
bool hd_type_compatible(const struct hd_type *a, const struct hd_type *b); // C11 6.2.7
// The same text, in which the names may mean other structs: pointers of one are those of the other.
bool hd_type_same_names(const struct hd_type *a, const struct hd_type *b);
// The same members at the same offsets: bytes of one mean the same in the other, wherever pointers
// lead.
bool hd_type_same_shape(const struct hd_type *a, const struct hd_type *b);
// The integer type whose values and bytes a character type of C++ (char8_t, char16_t, char32_t,
// wchar_t) has; of all others the type itself.
struct hd_type *hd_type_of_units(const struct hd_type *t);
bool hd_type_is_integer(const struct hd_type *t); // bool, chars, enums, int128 included
bool hd_type_is_float(const struct hd_type *t);   // real floating types
bool hd_type_is_arith(const struct hd_type *t);   // integer, floating, complex
bool hd_type_is_scalar(const struct hd_type *t);  // arithmetic, pointer (to a member too), nullptr
bool hd_type_is_signed(const struct hd_type *t);
// A class of a template that was only named so far is made here: whoever needs a complete type
// asks.
bool hd_type_is_complete(const struct hd_type *t);
bool hd_record_is_complete(const struct hd_record *r); // the same of a struct
bool hd_type_is_vla(const struct hd_type *t); // itself or an element type has run-time length
// As a C programmer writes it: "const char *", "int (*)(float, ...)", "struct point" (C) or "point"
// (CU), "float [4][4]". With a name: "float x[4]".
// Template arguments that are the parameters' defaults are left out.
void hd_type_print(struct hd_buf *out, const struct hd_type *type, const char *name,
                   enum hd_lang lang);
// As a part of a name: the same for no two types. Local types are "tag#number".
void hd_type_print_key(struct hd_buf *out, const struct hd_type *type, enum hd_lang lang);
// The value `offset` of a pointer to a member: `&S::x`, `nullptr`, or `(int S::*) 8`.
void hd_type_print_member(struct hd_buf *out, const struct hd_type *type, int64_t offset);
const char *hd_type_str(struct hd_arena *arena, const struct hd_type *type);

#endif
