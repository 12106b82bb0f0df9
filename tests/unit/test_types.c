// Types: record layout against gcc's in the same program, printing, comparing, and constant
// expressions.
//
// Every LAYOUT row is compiled twice: by the C compiler that builds this test, and, as text, by
// Heddle's front end. Sizes, alignments and offsets must agree; of a bit-field the bits that change
// when it is set to all ones.
#include <stddef.h>
#include <stdlib.h>

#include "check.h"
#include "front/front.h"

// The rows use what the compiler would warn about: GNU ranges, overridden and missing initialisers.
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wmissing-braces"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#else
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

static struct hd_front *front;
static struct hd_arena *arena;
static struct hd_cell cell;
static bool checked;

// Checks C text as a file; the definitions can be looked at until the next call.
static bool check_c(const char *text, enum hd_lang lang) {
    if (checked) hd_front_rollback(front, &cell);
    if (!arena) {
        arena = hd_arena_create();
        front = hd_front_create(NULL);
    }
    struct hd_diags diags = {.arena = arena};
    struct hd_source *source = hd_source_add("test", NULL, text, strlen(text));
    source->lang = lang;
    checked = hd_front_cell(front, source, lang == HD_LANG_C, &cell, &diags);
    for (struct hd_diag *d = diags.first; d && !checked; d = d->next) {
        struct hd_buf out = {0};
        hd_diag_render(&out, d, false, 0);
        printf("# %s\n", hd_buf_str(&out));
        hd_buf_finish(&out);
    }
    return checked;
}

static struct hd_def *find(const char *name, bool tag) {
    for (int i = 0; i < cell.defs.n; i++) {
        if (!strcmp(cell.defs.v[i]->name, name) && (cell.defs.v[i]->kind == DEF_TAG) == tag)
            return cell.defs.v[i];
    }
    return NULL;
}

static struct hd_type *tag_type(const char *name) {
    struct hd_def *def = find(name, true);
    return def ? def->tag_type : NULL;
}

static const struct hd_field *field(const struct hd_type *t, const char *name, uint64_t *offset) {
    return t && t->record ? hd_record_field(t->record, hd_intern_str(name), offset) : NULL;
}

// ---- layout -------------------------------------------------------------------------------------

static bool same_size(const char *text, const char *tag, size_t size, size_t align) {
    if (!check_c(text, HD_LANG_C)) return false;
    const struct hd_type *t = tag_type(tag);
    if (!t || t->size != size || t->align != align)
        printf("# %s: size %llu, alignment %u instead of %zu, %zu\n", tag,
               t ? (unsigned long long)t->size : 0ull, t ? t->align : 0, size, align);
    return t && t->size == size && t->align == align;
}

static bool same_offset(const char *tag, const char *name, size_t want) {
    uint64_t offset = 0;
    bool ok = field(tag_type(tag), name, &offset) && offset == want;
    if (!ok)
        printf("# %s.%s: offset %llu instead of %zu\n", tag, name, (unsigned long long)offset,
               want);
    return ok;
}

// `set`: the record's bytes after the bit-field was set to all ones.
static bool same_bits(const char *tag, const char *name, const void *set, size_t size) {
    uint64_t offset = 0;
    const struct hd_type *t = tag_type(tag);
    const struct hd_field *f = field(t, name, &offset);
    unsigned char ours[256] = {0};
    if (!f || !f->is_bits || size > sizeof ours - 16 || offset + f->type->size > size) return false;
    for (int i = 0; i < f->bit_width; i++)
        ours[offset + (f->bit_offset + i) / 8] |= (unsigned char)(1 << ((f->bit_offset + i) % 8));
    bool ok = f->bit_offset + f->bit_width <= 8 * f->type->size && !memcmp(ours, set, size);
    if (!ok)
        printf("# %s.%s: bits %d..%d of the unit at %llu are not gcc's\n", tag, name, f->bit_offset,
               f->bit_offset + f->bit_width - 1, (unsigned long long)offset);
    return ok;
}

#define LAYOUT(kind, tag, ...) \
    kind tag __VA_ARGS__;      \
    static const char text_##tag[] = #kind " " #tag " " #__VA_ARGS__ ";"
#define SIZE(kind, tag) CHECK(same_size(text_##tag, #tag, sizeof(kind tag), _Alignof(kind tag)))
#define OFFSET(kind, tag, member) CHECK(same_offset(#tag, #member, offsetof(kind tag, member)))
#define BITS(kind, tag, member)                                \
    do {                                                       \
        kind tag value;                                        \
        memset(&value, 0, sizeof value);                       \
        value.member = ~value.member;                          \
        CHECK(same_bits(#tag, #member, &value, sizeof value)); \
    } while (0)

LAYOUT(struct, plain, {
    char c;
    int i;
    short s;
    double d;
    char e;
});
LAYOUT(struct, nested, {
    char c;
    struct {
        char a;
        long l;
    } n;
    short s[3];
    union {
        char u;
        float f;
    };
});
LAYOUT(struct, packed, {
    char c;
    int i;
    double d;
    short s;
} __attribute__((packed)));
LAYOUT(struct, aligned, {
    char c;
    _Alignas(32) int i;
    char d;
});
LAYOUT(struct, member_packed, {
    char c;
    int i __attribute__((packed));
    short s;
});
LAYOUT(struct, over, {
    char c;
    int i;
} __attribute__((aligned(64))));
LAYOUT(struct, packed_aligned, {
    char c;
    long i;
    short x;
} __attribute__((packed, aligned(4))));
LAYOUT(struct, flexible, {
    int n;
    char c;
    double data[];
});
LAYOUT(struct, wide, {
    char c;
    long double l;
    __int128 i;
    float _Complex z;
    _Bool b;
});
LAYOUT(union, choice, {
    char c[5];
    int i;
    short s;
});
LAYOUT(struct, bits1, {
    int a : 3;
    int b : 30;
    unsigned c : 1;
});
LAYOUT(struct, bits2, {
    char x;
    int a : 4;
    int b : 30;
    char y;
});
LAYOUT(struct, bits3, {
    char a : 3;
    int b : 5;
    short c : 9;
    char d;
    long e : 40;
    int f : 20;
});
LAYOUT(struct, bits4, {
    int a : 5;
    int : 0;
    int b : 5;
    char : 0;
    char c : 2;
});
LAYOUT(struct, bits5, {
    char c;
    int : 7;
    char d;
});
LAYOUT(struct, bits6, {
    char c;
    long a : 60;
    long b : 5;
    _Bool f : 1;
});
LAYOUT(struct, bits7, {
    int a : 3;
    int b : 31;
    unsigned long c : 59;
    short d : 12;
} __attribute__((packed)));
LAYOUT(struct, bits8, {
    char c;
    int a : 7;
} __attribute__((packed)));
LAYOUT(struct, bits9, {
    short a : 9;
    short b : 9;
    int c;
    unsigned char d : 1;
});
LAYOUT(struct, bits10, {
    unsigned char a : 4;
    unsigned b : 12;
    unsigned long c : 48;
});
LAYOUT(union, bits11, {
    int a : 3;
    unsigned b : 17;
    char c;
});
LAYOUT(struct, bits12, {
    int a : 3;
    int b : 7 __attribute__((aligned(4)));
    int c : 2;
});
LAYOUT(struct, bits13, {
    char x;
    int : 0;
    char y;
    int a : 31;
    int b : 2;
});
LAYOUT(struct, bits14, {
    int a : 24;
    char b;
    int c : 8;
});
LAYOUT(struct, vectors, {
    char c;
    float v __attribute__((vector_size(16)));
    char d;
});
#pragma pack(push, 2)
struct pragma2 {
    char c;
    int i;
    double d;
    char e;
    int b : 17;
    int g : 20;
};
struct pragma2b {
    char c;
    long b : 40;
    char d;
};
#pragma pack(pop)
static const char text_pragma2[] =
    "#pragma pack(push, 2)\nstruct pragma2 { char c; int i; double d; char e; "
    "int b : 17; int g : 20; };\n#pragma pack(pop)\nstruct after { char c; int i; };";
static const char text_pragma2b[] =
    "#pragma pack(2)\nstruct pragma2b { char c; long b : 40; char d; };\n#pragma pack()\n";

static void layout_of_members(void) {
    SIZE(struct, plain);
    OFFSET(struct, plain, i);
    OFFSET(struct, plain, s);
    OFFSET(struct, plain, d);
    OFFSET(struct, plain, e);
    SIZE(struct, nested);
    OFFSET(struct, nested, n);
    OFFSET(struct, nested, s);
    OFFSET(struct, nested, f);
    SIZE(struct, packed);
    OFFSET(struct, packed, d);
    OFFSET(struct, packed, s);
    SIZE(struct, aligned);
    OFFSET(struct, aligned, i);
    OFFSET(struct, aligned, d);
    SIZE(struct, member_packed);
    OFFSET(struct, member_packed, i);
    OFFSET(struct, member_packed, s);
    SIZE(struct, over);
    SIZE(struct, packed_aligned);
    OFFSET(struct, packed_aligned, x);
    SIZE(struct, flexible);
    OFFSET(struct, flexible, data);
    SIZE(struct, wide);
    OFFSET(struct, wide, i);
    OFFSET(struct, wide, z);
    OFFSET(struct, wide, b);
    SIZE(union, choice);
    SIZE(struct, vectors);
    OFFSET(struct, vectors, d);
}

static void layout_of_bit_fields(void) {
    SIZE(struct, bits1);
    BITS(struct, bits1, b);
    BITS(struct, bits1, c);
    SIZE(struct, bits2);
    BITS(struct, bits2, a);
    BITS(struct, bits2, b);
    OFFSET(struct, bits2, y);
    SIZE(struct, bits3);
    BITS(struct, bits3, b);
    BITS(struct, bits3, c);
    BITS(struct, bits3, e);
    BITS(struct, bits3, f);
    SIZE(struct, bits4);
    BITS(struct, bits4, b);
    BITS(struct, bits4, c);
    SIZE(struct, bits5);
    OFFSET(struct, bits5, d);
    SIZE(struct, bits6);
    BITS(struct, bits6, a);
    BITS(struct, bits6, b);
    SIZE(struct, bits9);
    BITS(struct, bits9, b);
    BITS(struct, bits9, d);
    SIZE(struct, bits10);
    BITS(struct, bits10, b);
    BITS(struct, bits10, c);
    SIZE(union, bits11);
    BITS(union, bits11, b);
    SIZE(struct, bits12);
    BITS(struct, bits12, b);
    BITS(struct, bits12, c);
    SIZE(struct, bits13);
    BITS(struct, bits13, a);
    BITS(struct, bits13, b);
    SIZE(struct, bits14);
    BITS(struct, bits14, c);
}

static void layout_of_packed_bit_fields(void) {
    SIZE(struct, bits7);
    BITS(struct, bits7, a);
    BITS(struct, bits7, b);
    BITS(struct, bits7, c);
    BITS(struct, bits7, d);
    SIZE(struct, bits8);
    BITS(struct, bits8, a);
    SIZE(struct, pragma2);
    OFFSET(struct, pragma2, i);
    OFFSET(struct, pragma2, d);
    BITS(struct, pragma2, b);
    BITS(struct, pragma2, g);
    CHECK(tag_type("after") && tag_type("after")->size == 8);
    SIZE(struct, pragma2b);
    BITS(struct, pragma2b, b);
    OFFSET(struct, pragma2b, d);
}

// ---- printing -----------------------------------------------------------------------------------

static const char *printed(const char *declaration, enum hd_lang lang) {
    static char text[256];
    struct hd_buf out = {0};
    snprintf(text, sizeof text, "(failed)");
    char *source = hd_printf(hd_arena_create(),
                             "struct point { int x; }; typedef unsigned long size_t; "
                             "typedef int (*callback)(const void *, const void *); %s;",
                             declaration);
    if (check_c(source, lang)) {
        struct hd_def *def = find("x", false);
        if (def) {
            hd_type_print(&out, def->sym->type, "x", lang);
            snprintf(text, sizeof text, "%s", hd_buf_str(&out));
        }
    }
    hd_buf_finish(&out);
    return text;
}

static void print_types(void) {
    static const char *const c[] = {
        "int x",
        "unsigned long long x",
        "const char *x",
        "char *const x",
        "const char *const *x",
        "int *x[3]",
        "int (*x)[3]",
        "int (*x)(float, ...)",
        "int x(void)",
        "int (*x[4])(void)",
        "void (*x(int, char))(double)",
        "struct point x",
        "struct point *x[2][3]",
        "float x[4][4]",
        "double _Complex x",
        "_Bool x",
        "size_t x",
        "const size_t *x",
        "volatile int *restrict x",
        "int (*(*x)(int))[5]",
        "long double x",
        "signed char x",
    };
    for (int i = 0; i < HD_COUNT(c); i++) CHECK_TEXT(printed(c[i], HD_LANG_C), c[i]);
    CHECK_TEXT(printed("char (*(*x[3])(void))[5]", HD_LANG_C), "char (*(*x[3])(void))[5]");
    CHECK_TEXT(printed("extern callback x", HD_LANG_C), "callback x");
    CHECK_TEXT(printed("struct point x", HD_LANG_CU), "point x");
    CHECK_TEXT(printed("int x(int &, point &&)", HD_LANG_CU), "int x(int &, point &&)");
    CHECK_TEXT(printed("int x()", HD_LANG_CU), "int x()");
    CHECK_TEXT(printed("bool x", HD_LANG_CU), "bool x");
}

// ---- comparing ----------------------------------------------------------------------------------

static void compare_types(void) {
    hd_types_init();
    struct hd_arena *a = hd_arena_create();
    struct hd_type *i = hd_ty.int_, *ci = hd_type_qual(i, Q_CONST), *three = hd_type_array(a, i, 3);
    CHECK(hd_type_ptr(i) == hd_type_ptr(i));
    CHECK(hd_type_qual(i, Q_CONST) == ci && hd_type_unqual(ci) == i);
    CHECK(!hd_type_same(i, ci) && hd_type_same_unqual(i, ci));
    CHECK(!hd_type_same(hd_type_ptr(i), hd_type_ptr(ci)));
    CHECK(hd_type_same(three, hd_type_array(a, i, 3)) &&
          !hd_type_same(three, hd_type_array(a, i, 4)));
    CHECK(hd_type_compatible(three, hd_type_array(a, i, -1)));
    struct hd_type *const_three = hd_type_qual(three, Q_CONST);
    CHECK(const_three->base == ci && hd_type_unqual(const_three) == three);
    CHECK(hd_type_same(const_three, hd_type_array(a, ci, 3)));
    struct hd_type *params[] = {hd_type_ptr(i), i};
    struct hd_type *f = hd_type_func(a, i, params, 2, false, false),
                   *old = hd_type_func(a, i, NULL, 0, false, true);
    CHECK(hd_type_compatible(f, old) && !hd_type_same(f, old));
    CHECK(hd_type_same(f, hd_type_func(a, i, params, 2, false, false)));
    CHECK(hd_ty.long_ != hd_ty.llong && !hd_type_compatible(hd_ty.long_, hd_ty.llong));
    CHECK(hd_ty.va_list->kind == HD_TY_ARRAY && hd_ty.va_list->size == 24);
    CHECK(hd_type_complex(hd_ty.float_)->size == 8 &&
          hd_type_vector(a, hd_ty.float_, 4)->align == 16);
    hd_arena_destroy(a);
}

// ---- constants ----------------------------------------------------------------------------------

static void constant_expressions(void) {
    static const struct {
        const char *text;
        long long value;
    } c[] = {
        {"1 + 2 * 3 - 4 / 2", 5},
        {"-7 / 2", -3},
        {"-7 % 3", -1},
        {"1u - 2 > 0", 1},
        {"(char)200", -56},
        {"(unsigned char)-1", 255},
        {"1 << 31 < 0", 1},
        {"~0u >> 4 == 0x0fffffff", 1},
        {"0 ? 1 / 0 : 7", 7},
        {"sizeof(int[3])", 12},
        {"(int)2.9", 2},
        {"(int)(0.1f + 0.2f == 0.3f)", 0 + (0.1f + 0.2f == 0.3f)},
        {"'a' + 1", 98},
        {"(int)(-1.5 * 2)", -3},
        {"1 && 0 || 1", 1},
        {"!5", 0},
        {"(_Bool)0.5", 1},
        {"((__int128)1 << 100) >> 98", 4},
        {"(long)&((struct s *)0)->b", 4},
        {"__builtin_popcount(255)", 8},
        {"(int)(1.0 / 0.0 > 1e300)", 1},
        {"sizeof(struct s)", 8},
        {"A + B", 6},
        {"\"abc\"[1]", 'b'},
    };
    for (int i = 0; i < HD_COUNT(c); i++) {
        char text[300];
        snprintf(text, sizeof text,
                 "struct s { int a; int b; }; enum { A = 1, B = 5 }; long x = %s;", c[i].text);
        bool ok = check_c(text, HD_LANG_C);
        CHECK(ok);
        struct hd_def *def = ok ? find("x", false) : NULL;
        long long got = 0;
        if (def && def->sym->init && def->sym->init->constant)
            hd_init_image(def->sym->init, &got, 8, NULL, NULL);
        if (!def || !def->sym->init || got != c[i].value)
            printf("# %s is %lld instead of %lld\n", c[i].text, got, c[i].value);
        CHECK(def && def->sym->init && got == c[i].value);
    }
}

static void image(const char *declaration, const void *want, size_t size) {
    unsigned char bytes[256] = {0};
    bool ok = check_c(declaration, HD_LANG_C);
    struct hd_def *def = ok ? find("x", false) : NULL;
    CHECK(def && def->sym->type->size == size && def->sym->init && def->sym->init->constant);
    if (!def || !def->sym->init || def->sym->type->size != size) return;
    hd_init_image(def->sym->init, bytes, size, NULL, NULL);
    bool same = !memcmp(bytes, want, size);
    if (!same) {
        printf("# %s:", declaration);
        for (size_t i = 0; i < size; i++) printf(" %02x", bytes[i]);
        printf("\n");
    }
    CHECK(same);
}

// A variable compiled by both: bytes must agree.
#define IMAGE(...)                             \
    do {                                       \
        static __VA_ARGS__;                    \
        image(#__VA_ARGS__ ";", &x, sizeof x); \
    } while (0)

static void initialisers(void) {
    IMAGE(int x[] = {1, 2, [5] = 6, 7, [0] = 9});
    IMAGE(int x[8] = {[1 ... 3] = 4, 5, [2] = 0});
    IMAGE(char x[] = "hello");
    IMAGE(char x[8] = {"hi"});
    IMAGE(char x[2][4] = {"ab", {'c', 'd'}});
    IMAGE(struct {
        int a[2];
        struct {
            int x, y;
        } p[2];
    } x = {1, 2, .p[1].x = 3, 4});
    IMAGE(struct { int a, b, c; } x[2] = {1, 2, 3, {4}});
    IMAGE(struct {
        int a;
        struct {
            int b, c;
        } s;
        int d;
    } x = {1, {2}, 3});
    IMAGE(struct {
        int a;
        struct {
            int b, c;
        } s;
        int d;
    } x = {.s.c = 5, 6, .a = 1});
    IMAGE(struct {
        unsigned a : 3, b : 7;
        int c : 20;
    } x = {5, 99, -7});
    IMAGE(union {
        int i;
        float f;
        char c[8];
    } x = {.f = 1.5f});
    IMAGE(union {
        struct {
            short a, b;
        } s;
        int i;
    } x = {.s = {1, 2}});
    IMAGE(struct {
        int a;
        union {
            int u;
            float f;
        };
        int z;
    } x = {1, {2}, 3});
    IMAGE(struct {
        int a;
        union {
            int u;
            float f;
        };
        int z;
    } x = {1, .f = 2.0f, 3});
    IMAGE(double x[3] = {1, 2.5f, -0.0});
    IMAGE(long double x[1] = {0});
    IMAGE(float x[2][2][2] = {{{1, 2}, {3}}, {{4}, 5, 6}});
    IMAGE(struct {
        char c;
        short s[3];
        long l;
    } x = {'x', {1, 2}, 3});
    IMAGE(int x[2][3] = {1, 2, 3, 4});
    IMAGE(int x = {42});
    IMAGE(struct {
        int a[3];
        int b;
    } x[2] = {{{1, 2, 3}, 4}, [1] = {.a[1] = 7}});
    IMAGE(struct {
        int a[3];
        int b;
    } x[2] = {[0].a[2] = 7, 8, {1}});
    IMAGE(_Bool x[3] = {2, 0, 1});
    IMAGE(int x[4] = {[1] = 1, [1] = 2, [3] = 5, [0] = 3});
    IMAGE(unsigned char x[16] = {[1 ... 5] = 9, [6 ... 10] = 66, [4 ... 7] = 67, [9] = 1});
    IMAGE(struct { int a, b; } x[4] = {[0 ... 3].a = 1, [1 ... 2].b = 2, [2] = {.b = 7}});
    IMAGE(short x[6] = {[0 ... 5] = 1, [2 ... 3] = 2, [0] = 3, [5] = 4});
    IMAGE(unsigned short x[] = u"wide");
    IMAGE(struct {
        char name[4];
        int n;
    } x[] = {"abc", 1, "de", 2});
}

int main(void) {
    RUN(compare_types);
    RUN(layout_of_members);
    RUN(layout_of_bit_fields);
    RUN(layout_of_packed_bit_fields);
    RUN(print_types);
    RUN(constant_expressions);
    RUN(initialisers);
    return check_status();
}
