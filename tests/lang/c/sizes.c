// sizeof and offsetof of everything.
// EXIT: 1
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <setjmp.h>
#include <time.h>
#include <complex.h>
struct s1 {
    char a;
    int b;
    char c;
};
struct s2 {
    char a;
    double b;
};
struct s3 {
    char a[3];
    short b;
};
struct s4 {
    struct s1 s;
    char t;
};
struct s5 {
    char c;
    long double l;
};
struct s6 {
    int n;
    char data[];
};
struct s7 {
    double d;
    char data[0];
};
union u1 {
    char c[9];
    int i;
};
struct __attribute__((packed)) s8 {
    char a;
    int b;
    short c;
};
struct s9 {
    char a;
    int b __attribute__((aligned(16)));
};
struct s10 {
    int a;
} __attribute__((aligned(32)));
#pragma pack(push, 2)
struct s11 {
    char a;
    int b;
    double c;
};
#pragma pack(pop)
struct s12 {
    char a;
    struct {
        char b;
        int c;
    };
    union {
        short d;
        char e;
    };
};
enum e { X };
enum big { Y = 0x100000000 };
typedef int arr[7];
struct s13;
struct s13 {
    struct s13 *next;
    struct {
        int x;
    } inner[3];
};
int ff(int);
extern int incomplete[];
int incomplete[5];
#define P(...) printf("%-24s %zu\n", #__VA_ARGS__, sizeof(__VA_ARGS__))
#define O(t, m) printf("%s.%s %zu\n", #t, #m, offsetof(t, m))
int main(void) {
    P(char);
    P(short);
    P(int);
    P(long);
    P(long long);
    P(float);
    P(double);
    P(long double);
    P(_Bool);
    P(void *);
    P(int (*)(int));
    P(size_t);
    P(ptrdiff_t);
    P(wchar_t);
    P(int8_t);
    P(int_fast16_t);
    P(intmax_t);
    P(uintptr_t);
    P(float _Complex);
    P(double complex);
    P(long double complex);
    P(jmp_buf);
    P(struct tm);
    P(time_t);
    P(max_align_t);
    P(__int128);
    P(struct s1);
    P(struct s2);
    P(struct s3);
    P(struct s4);
    P(struct s5);
    P(struct s6);
    P(struct s7);
    P(union u1);
    P(struct s8);
    P(struct s9);
    P(struct s10);
    P(struct s11);
    P(struct s12);
    P(enum e);
    P(enum big);
    P(arr);
    P(struct s13);
    O(struct s1, b);
    O(struct s1, c);
    O(struct s4, t);
    O(struct s6, data);
    O(struct s8, c);
    O(struct s9, b);
    O(struct s11, c);
    O(struct s12, c);
    O(struct s12, e);
    O(struct s13, inner[2].x);
    O(union u1, i);
    int a[3][4];
    char s[] = "hello";
    P(a);
    P(a[0]);
    P(a[0][0]);
    P(*a);
    P(&a);
    P(s);
    P("hello");
    P('a');
    P(1 + 1L);
    P((char)1 + (char)1);
    P(a + 0);
    P(*&a);
    P(ff(1));
    P(ff);
    P(void);
    P(incomplete);
    P(1 ? 1 : 2.0);
    P(a[0][0]++);
    P((short)1);
    P(!s);
    P(s[0]);
    P(int[3]);
    P(char *[5]);
    P(struct {
        int a;
        char b;
    });
    printf("%zu %zu %zu\n", _Alignof(struct s1), _Alignof(struct s8), _Alignof(struct s9));
    printf("%zu\n", sizeof a / sizeof a[0][0]);
    int i = 5;
    (void)sizeof(i++);
    printf("%d %zu %zu\n", i, sizeof i + 1, sizeof(int) * 2);
    return 1;
}

/* OUTPUT:
char                     1
short                    2
int                      4
long                     8
long long                8
float                    4
double                   8
long double              16
_Bool                    1
void *                   8
int (*)(int)             8
size_t                   8
ptrdiff_t                8
wchar_t                  4
int8_t                   1
int_fast16_t             8
intmax_t                 8
uintptr_t                8
float _Complex           8
double complex           16
long double complex      32
jmp_buf                  200
struct tm                56
time_t                   8
max_align_t              32
__int128                 16
struct s1                12
struct s2                16
struct s3                6
struct s4                16
struct s5                32
struct s6                4
struct s7                8
union u1                 12
struct s8                7
struct s9                32
struct s10               32
struct s11               14
struct s12               16
enum e                   4
enum big                 8
arr                      28
struct s13               24
struct s1.b 4
struct s1.c 8
struct s4.t 12
struct s6.data 4
struct s8.c 5
struct s9.b 16
struct s11.c 6
struct s12.c 8
struct s12.e 12
struct s13.inner[2].x 16
union u1.i 0
a                        48
a[0]                     16
a[0][0]                  4
*a                       16
&a                       8
s                        6
"hello"                  6
'a'                      4
1 + 1L                   8
(char)1 + (char)1        4
a + 0                    8
*&a                      48
ff(1)                    4
ff                       1
void                     1
incomplete               20
1 ? 1 : 2.0              8
a[0][0]++                4
(short)1                 2
!s                       4
s[0]                     1
int[3]                   12
char *[5]                40
struct { int a; char b; } 8
4 1 16
12
5 5 8
*/
