// A member hides its bases' members of that name, whatever either is; what a class's `using` names is that base's.
// Each class has `x` with the value 2, in front of one with the value 1.
#include <cstdio>

struct field_1 { int x = 1; };
struct variable_1 { static inline int x = 1; };
struct function_1 { int x() { return 1; } };
struct shared_1 { static int x() { return 1; } };
struct constant_1 { enum { x = 1 }; };
struct pattern_1 { template <class T> int x(T) { return 1; } };
struct anonymous_1 { union { int x = 1; char c; }; };
struct alias_1 { using x = char[1]; };
struct nested_1 { struct x { int q = 1; }; };
struct between : field_1 {};
struct field_over_field : field_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_field : field_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_field : field_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_field : field_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_field : field_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_field : field_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_field : field_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_field : field_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_field : field_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_variable : variable_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_variable : variable_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_variable : variable_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_variable : variable_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_variable : variable_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_variable : variable_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_variable : variable_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_variable : variable_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_variable : variable_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_function : function_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_function : function_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_function : function_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_function : function_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_function : function_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_function : function_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_function : function_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_function : function_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_function : function_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_shared : shared_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_shared : shared_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_shared : shared_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_shared : shared_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_shared : shared_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_shared : shared_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_shared : shared_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_shared : shared_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_shared : shared_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_constant : constant_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_constant : constant_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_constant : constant_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_constant : constant_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_constant : constant_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_constant : constant_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_constant : constant_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_constant : constant_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_constant : constant_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_pattern : pattern_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_pattern : pattern_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_pattern : pattern_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_pattern : pattern_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_pattern : pattern_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_pattern : pattern_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_pattern : pattern_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_pattern : pattern_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_pattern : pattern_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_anonymous : anonymous_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_anonymous : anonymous_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_anonymous : anonymous_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_anonymous : anonymous_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_anonymous : anonymous_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_anonymous : anonymous_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_anonymous : anonymous_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_anonymous : anonymous_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_anonymous : anonymous_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_alias : alias_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_alias : alias_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_alias : alias_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_alias : alias_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_alias : alias_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_alias : alias_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_alias : alias_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_alias : alias_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_alias : alias_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };
struct field_over_nested : nested_1 { int x = 2; int in() { return x * 10 + this->x; } };
struct variable_over_nested : nested_1 { static inline int x = 2; int in() { return x * 10 + this->x; } };
struct function_over_nested : nested_1 { int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct shared_over_nested : nested_1 { static int x() { return 2; } int in() { return x() * 10 + this->x(); } };
struct constant_over_nested : nested_1 { enum { x = 2 }; int in() { return x * 10 + this->x; } };
struct pattern_over_nested : nested_1 { template <class T> int x(T) { return 2; } int in() { return x(0) * 10 + this->x(0); } };
struct anonymous_over_nested : nested_1 { union { int x = 2; char c; }; int in() { return x * 10 + this->x; } };
struct alias_over_nested : nested_1 { using x = char[2]; int in() { return sizeof(x) * 11; } };
struct nested_over_nested : nested_1 { struct x { int q = 2; }; int in() { return x{}.q * 11; } };

// Of two bases the one that `using` says; what a base of two that are virtual has is hidden by the other's.
struct field_2 { int x = 2; };
struct variable_2 { static inline int x = 2; };
struct constant_2 { enum { x = 2 }; };
struct alias_2 { using x = char[2]; };
struct by_using : field_1, field_2 { using field_2::x; };
struct variable_by_using : field_1, variable_2 { using variable_2::x; };
struct constant_by_using : variable_1, constant_2 { using constant_2::x; };
struct alias_by_using : field_1, alias_2 { using alias_2::x; };
struct left : virtual variable_1 {};
struct right : virtual variable_1 { enum { x = 2 }; };
struct both : left, right {};

// Of a template's base.
template <class T> struct base { using x = T; };
template <class T> struct over : base<T> { enum { x = 2 }; };
struct of_over : over<int> { int in() { return x; } };

// Constants are members of objects.
struct colours { enum kind { red = 3, green }; int in() { return this->green + this->kind::red; } };
struct more : colours { static constexpr int n = 5; };

int check(const char *name, int a, int b, int c, int d) {
    if (a == 2 && b == 2 && c == 2 && d == 22) return 1;
    printf("%s: %d %d %d %d\n", name, a, b, c, d);
    return 0;
}

int main() {
    int total = 0;
    { field_over_field o, *p = &o; total += check("field_over_field", o.x, p->x, o.field_over_field::x, o.in()); }
    { variable_over_field o, *p = &o; total += check("variable_over_field", o.x, p->x, o.variable_over_field::x, o.in()); }
    { function_over_field o, *p = &o; total += check("function_over_field", o.x(), p->x(), o.function_over_field::x(), o.in()); }
    { shared_over_field o, *p = &o; total += check("shared_over_field", o.x(), p->x(), o.shared_over_field::x(), o.in()); }
    { constant_over_field o, *p = &o; total += check("constant_over_field", o.x, p->x, o.constant_over_field::x, o.in()); }
    { pattern_over_field o, *p = &o; total += check("pattern_over_field", o.x(0), p->x(0), o.pattern_over_field::x(0), o.in()); }
    { anonymous_over_field o, *p = &o; total += check("anonymous_over_field", o.x, p->x, o.anonymous_over_field::x, o.in()); }
    { alias_over_field o; total += check("alias_over_field", sizeof(alias_over_field::x), (int)sizeof(alias_over_field::x{}), 2, o.in()); }
    { nested_over_field o; total += check("nested_over_field", nested_over_field::x{}.q, nested_over_field::x().q, 2, o.in()); }
    { field_over_variable o, *p = &o; total += check("field_over_variable", o.x, p->x, o.field_over_variable::x, o.in()); }
    { variable_over_variable o, *p = &o; total += check("variable_over_variable", o.x, p->x, o.variable_over_variable::x, o.in()); }
    { function_over_variable o, *p = &o; total += check("function_over_variable", o.x(), p->x(), o.function_over_variable::x(), o.in()); }
    { shared_over_variable o, *p = &o; total += check("shared_over_variable", o.x(), p->x(), o.shared_over_variable::x(), o.in()); }
    { constant_over_variable o, *p = &o; total += check("constant_over_variable", o.x, p->x, o.constant_over_variable::x, o.in()); }
    { pattern_over_variable o, *p = &o; total += check("pattern_over_variable", o.x(0), p->x(0), o.pattern_over_variable::x(0), o.in()); }
    { anonymous_over_variable o, *p = &o; total += check("anonymous_over_variable", o.x, p->x, o.anonymous_over_variable::x, o.in()); }
    { alias_over_variable o; total += check("alias_over_variable", sizeof(alias_over_variable::x), (int)sizeof(alias_over_variable::x{}), 2, o.in()); }
    { nested_over_variable o; total += check("nested_over_variable", nested_over_variable::x{}.q, nested_over_variable::x().q, 2, o.in()); }
    { field_over_function o, *p = &o; total += check("field_over_function", o.x, p->x, o.field_over_function::x, o.in()); }
    { variable_over_function o, *p = &o; total += check("variable_over_function", o.x, p->x, o.variable_over_function::x, o.in()); }
    { function_over_function o, *p = &o; total += check("function_over_function", o.x(), p->x(), o.function_over_function::x(), o.in()); }
    { shared_over_function o, *p = &o; total += check("shared_over_function", o.x(), p->x(), o.shared_over_function::x(), o.in()); }
    { constant_over_function o, *p = &o; total += check("constant_over_function", o.x, p->x, o.constant_over_function::x, o.in()); }
    { pattern_over_function o, *p = &o; total += check("pattern_over_function", o.x(0), p->x(0), o.pattern_over_function::x(0), o.in()); }
    { anonymous_over_function o, *p = &o; total += check("anonymous_over_function", o.x, p->x, o.anonymous_over_function::x, o.in()); }
    { alias_over_function o; total += check("alias_over_function", sizeof(alias_over_function::x), (int)sizeof(alias_over_function::x{}), 2, o.in()); }
    { nested_over_function o; total += check("nested_over_function", nested_over_function::x{}.q, nested_over_function::x().q, 2, o.in()); }
    { field_over_shared o, *p = &o; total += check("field_over_shared", o.x, p->x, o.field_over_shared::x, o.in()); }
    { variable_over_shared o, *p = &o; total += check("variable_over_shared", o.x, p->x, o.variable_over_shared::x, o.in()); }
    { function_over_shared o, *p = &o; total += check("function_over_shared", o.x(), p->x(), o.function_over_shared::x(), o.in()); }
    { shared_over_shared o, *p = &o; total += check("shared_over_shared", o.x(), p->x(), o.shared_over_shared::x(), o.in()); }
    { constant_over_shared o, *p = &o; total += check("constant_over_shared", o.x, p->x, o.constant_over_shared::x, o.in()); }
    { pattern_over_shared o, *p = &o; total += check("pattern_over_shared", o.x(0), p->x(0), o.pattern_over_shared::x(0), o.in()); }
    { anonymous_over_shared o, *p = &o; total += check("anonymous_over_shared", o.x, p->x, o.anonymous_over_shared::x, o.in()); }
    { alias_over_shared o; total += check("alias_over_shared", sizeof(alias_over_shared::x), (int)sizeof(alias_over_shared::x{}), 2, o.in()); }
    { nested_over_shared o; total += check("nested_over_shared", nested_over_shared::x{}.q, nested_over_shared::x().q, 2, o.in()); }
    { field_over_constant o, *p = &o; total += check("field_over_constant", o.x, p->x, o.field_over_constant::x, o.in()); }
    { variable_over_constant o, *p = &o; total += check("variable_over_constant", o.x, p->x, o.variable_over_constant::x, o.in()); }
    { function_over_constant o, *p = &o; total += check("function_over_constant", o.x(), p->x(), o.function_over_constant::x(), o.in()); }
    { shared_over_constant o, *p = &o; total += check("shared_over_constant", o.x(), p->x(), o.shared_over_constant::x(), o.in()); }
    { constant_over_constant o, *p = &o; total += check("constant_over_constant", o.x, p->x, o.constant_over_constant::x, o.in()); }
    { pattern_over_constant o, *p = &o; total += check("pattern_over_constant", o.x(0), p->x(0), o.pattern_over_constant::x(0), o.in()); }
    { anonymous_over_constant o, *p = &o; total += check("anonymous_over_constant", o.x, p->x, o.anonymous_over_constant::x, o.in()); }
    { alias_over_constant o; total += check("alias_over_constant", sizeof(alias_over_constant::x), (int)sizeof(alias_over_constant::x{}), 2, o.in()); }
    { nested_over_constant o; total += check("nested_over_constant", nested_over_constant::x{}.q, nested_over_constant::x().q, 2, o.in()); }
    { field_over_pattern o, *p = &o; total += check("field_over_pattern", o.x, p->x, o.field_over_pattern::x, o.in()); }
    { variable_over_pattern o, *p = &o; total += check("variable_over_pattern", o.x, p->x, o.variable_over_pattern::x, o.in()); }
    { function_over_pattern o, *p = &o; total += check("function_over_pattern", o.x(), p->x(), o.function_over_pattern::x(), o.in()); }
    { shared_over_pattern o, *p = &o; total += check("shared_over_pattern", o.x(), p->x(), o.shared_over_pattern::x(), o.in()); }
    { constant_over_pattern o, *p = &o; total += check("constant_over_pattern", o.x, p->x, o.constant_over_pattern::x, o.in()); }
    { pattern_over_pattern o, *p = &o; total += check("pattern_over_pattern", o.x(0), p->x(0), o.pattern_over_pattern::x(0), o.in()); }
    { anonymous_over_pattern o, *p = &o; total += check("anonymous_over_pattern", o.x, p->x, o.anonymous_over_pattern::x, o.in()); }
    { alias_over_pattern o; total += check("alias_over_pattern", sizeof(alias_over_pattern::x), (int)sizeof(alias_over_pattern::x{}), 2, o.in()); }
    { nested_over_pattern o; total += check("nested_over_pattern", nested_over_pattern::x{}.q, nested_over_pattern::x().q, 2, o.in()); }
    { field_over_anonymous o, *p = &o; total += check("field_over_anonymous", o.x, p->x, o.field_over_anonymous::x, o.in()); }
    { variable_over_anonymous o, *p = &o; total += check("variable_over_anonymous", o.x, p->x, o.variable_over_anonymous::x, o.in()); }
    { function_over_anonymous o, *p = &o; total += check("function_over_anonymous", o.x(), p->x(), o.function_over_anonymous::x(), o.in()); }
    { shared_over_anonymous o, *p = &o; total += check("shared_over_anonymous", o.x(), p->x(), o.shared_over_anonymous::x(), o.in()); }
    { constant_over_anonymous o, *p = &o; total += check("constant_over_anonymous", o.x, p->x, o.constant_over_anonymous::x, o.in()); }
    { pattern_over_anonymous o, *p = &o; total += check("pattern_over_anonymous", o.x(0), p->x(0), o.pattern_over_anonymous::x(0), o.in()); }
    { anonymous_over_anonymous o, *p = &o; total += check("anonymous_over_anonymous", o.x, p->x, o.anonymous_over_anonymous::x, o.in()); }
    { alias_over_anonymous o; total += check("alias_over_anonymous", sizeof(alias_over_anonymous::x), (int)sizeof(alias_over_anonymous::x{}), 2, o.in()); }
    { nested_over_anonymous o; total += check("nested_over_anonymous", nested_over_anonymous::x{}.q, nested_over_anonymous::x().q, 2, o.in()); }
    { field_over_alias o, *p = &o; total += check("field_over_alias", o.x, p->x, o.field_over_alias::x, o.in()); }
    { variable_over_alias o, *p = &o; total += check("variable_over_alias", o.x, p->x, o.variable_over_alias::x, o.in()); }
    { function_over_alias o, *p = &o; total += check("function_over_alias", o.x(), p->x(), o.function_over_alias::x(), o.in()); }
    { shared_over_alias o, *p = &o; total += check("shared_over_alias", o.x(), p->x(), o.shared_over_alias::x(), o.in()); }
    { constant_over_alias o, *p = &o; total += check("constant_over_alias", o.x, p->x, o.constant_over_alias::x, o.in()); }
    { pattern_over_alias o, *p = &o; total += check("pattern_over_alias", o.x(0), p->x(0), o.pattern_over_alias::x(0), o.in()); }
    { anonymous_over_alias o, *p = &o; total += check("anonymous_over_alias", o.x, p->x, o.anonymous_over_alias::x, o.in()); }
    { alias_over_alias o; total += check("alias_over_alias", sizeof(alias_over_alias::x), (int)sizeof(alias_over_alias::x{}), 2, o.in()); }
    { nested_over_alias o; total += check("nested_over_alias", nested_over_alias::x{}.q, nested_over_alias::x().q, 2, o.in()); }
    { field_over_nested o, *p = &o; total += check("field_over_nested", o.x, p->x, o.field_over_nested::x, o.in()); }
    { variable_over_nested o, *p = &o; total += check("variable_over_nested", o.x, p->x, o.variable_over_nested::x, o.in()); }
    { function_over_nested o, *p = &o; total += check("function_over_nested", o.x(), p->x(), o.function_over_nested::x(), o.in()); }
    { shared_over_nested o, *p = &o; total += check("shared_over_nested", o.x(), p->x(), o.shared_over_nested::x(), o.in()); }
    { constant_over_nested o, *p = &o; total += check("constant_over_nested", o.x, p->x, o.constant_over_nested::x, o.in()); }
    { pattern_over_nested o, *p = &o; total += check("pattern_over_nested", o.x(0), p->x(0), o.pattern_over_nested::x(0), o.in()); }
    { anonymous_over_nested o, *p = &o; total += check("anonymous_over_nested", o.x, p->x, o.anonymous_over_nested::x, o.in()); }
    { alias_over_nested o; total += check("alias_over_nested", sizeof(alias_over_nested::x), (int)sizeof(alias_over_nested::x{}), 2, o.in()); }
    { nested_over_nested o; total += check("nested_over_nested", nested_over_nested::x{}.q, nested_over_nested::x().q, 2, o.in()); }
    printf("%d classes\n", total);
    by_using u;
    variable_by_using v;
    constant_by_using w;
    both b;
    of_over o;
    more m, *p = &m;
    printf("%d %d %d %d %d %d\n", u.x, v.x, w.x, (int)sizeof(alias_by_using::x), b.x, o.in());
    printf("%d %d %d %d %d %d\n", m.red, p->green, m.colours::red, m.kind::green, p->colours::kind::green, m.in());
}
/* OUTPUT:
81 classes
2 2 2 2 2 2
3 4 3 4 4 7
*/
