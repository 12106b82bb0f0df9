// _Generic, _Static_assert, _Alignas, _Alignof, _Noreturn.
// EXIT: 9
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#define kind(x) \
    _Generic((x), int: "int", const int *: "const int *", int *: "int *", char *: "char *", const char *: "const char *", \
    double: "double", float: "float", void *: "void *", int (*)(int): "function", struct s: "struct s", struct s *: "struct s *", \
    unsigned long: "unsigned long", long: "long", int (*)[3]: "array pointer", enum e: "enum", default: "default")
#define abs_(x) _Generic((x), int : abs, long : labs, double : fabs_, float : fabs_)(x)
#define max(a, b) _Generic((a) + (b), int : imax, double : dmax)(a, b)
struct s {
    int x;
};
enum e { ONE };
static double fabs_(double x) {
    return x < 0 ? -x : x;
}
static int imax(int a, int b) {
    return a > b ? a : b;
}
static double dmax(double a, double b) {
    return a > b ? a : b;
}
static int f(int x) {
    return x;
}
_Static_assert(sizeof(int) == 4, "int");
_Static_assert(1);
struct al {
    char c;
    alignas(16) char d;
    _Alignas(double) char e;
};
_Alignas(64) static char aligned[3];
alignas(8) alignas(32) static int two;
_Static_assert(offsetof(struct al, d) == 16 && _Alignof(struct al) == 16, "layout");
static _Noreturn void die(int n) {
    exit(n);
}
int main(void) {
    int i = 0, a[3];
    const int ci = 1;
    char s[] = "x";
    const char *cs = s;
    struct s st = {1};
    void *v = 0;
    puts(kind(i));
    puts(kind(ci));
    puts(kind(a));
    puts(kind(&ci));
    puts(kind(s));
    puts(kind("lit"));
    puts(kind(cs));
    puts(kind(1.0));
    puts(kind(1.0f));
    puts(kind(v));
    puts(kind(f));
    puts(kind(&f));
    puts(kind(st));
    puts(kind(&st));
    puts(kind(sizeof i));
    puts(kind(&a));
    puts(kind(ONE));
    puts(kind((enum e)ONE));
    puts(kind('a'));
    puts(kind((char)1));
    puts(kind((short)1));
    puts(kind(1L));
    puts(kind(st.x));
    puts(kind(&a[1] - a));
    printf("%d %ld %g %g\n", abs_(-3), abs_(-4L), abs_(-2.5), abs_(-1.5f));
    printf("%d %g\n", max(2, 3), max(2, 3.5));
    printf("%zu %zu %zu %zu\n", _Alignof(int), alignof(long double), __alignof__(struct al),
           sizeof(struct al));
    printf("%d %d\n", (int)((size_t)aligned % 64), (int)((size_t)&two % 32));
    _Alignas(128) char local[5];
    printf("%d\n", (int)((size_t)local % 128));
    _Static_assert(_Generic(0, int : 1, default : 0), "generic in a constant");
    int n[_Generic(1u, unsigned : 4, default : 1)];
    printf("%zu\n", sizeof n);
    printf("%d\n", _Generic(i, int : i++, default : 0));
    printf("%d\n", _Generic((i = 50, i), default : 2, char : 3));
    printf("%d\n", i);
    _Generic(i, int : i, default : two) = 9;
    printf("%d\n", i);
    die(i);
}

/* OUTPUT:
int
int
int *
const int *
char *
char *
const char *
double
float
void *
function
function
struct s
struct s *
unsigned long
array pointer
int
enum
int
default
default
long
int
long
3 4 2.5 1.5
3 3.5
4 16 16 32
0 0
0
16
0
2
1
9
*/
