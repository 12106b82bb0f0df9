// The common C forms in one program; its output is gcc's.
/* OUTPUT:
6 x c  1.50 abc           7 5 6 7 (nil) 12 4 3
24
16
a
bc
main
file
1 3.000000 2.255685 16 233 195 5 -1 2.000000 4 43 6
1 0 0 5.000000 3 7 3
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <setjmp.h>
#include <signal.h>
#include <math.h>
#include <complex.h>
#include <stddef.h>
#include <stdatomic.h>
#include <wchar.h>
#include <locale.h>
#include <errno.h>
#include <ctype.h>
#include <time.h>
#include <pthread.h>
#include <unistd.h>
#include <sys/time.h>
#include <limits.h>
#include <float.h>
#include <stdbool.h>
#include <inttypes.h>
typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
struct node { struct node *next; int v; };
enum e { A, B = 5, C };
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int sum(int n, ...) { va_list ap, aq; int s = 0; va_start(ap, n); va_copy(aq, ap); while (n--) s += va_arg(ap, int); va_end(ap); va_end(aq); return s; }
int (*fptr(int k))(const void *, const void *) { return k ? cmp : 0; }
typedef struct { unsigned a : 3, : 2, b : 7; long long c : 40; _Bool d : 1; } bits;
_Atomic int counter; 
static jmp_buf env;
int kr(a, b, p) int a; char b; char *p; { return a + b + (p != 0); }
static inline void mat(int n, int m, double a[n][m]) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * m + j; double (*p)[m] = a; p += 1; p++; (*p)[0] = sizeof *p; printf("%zu\n", sizeof(a[0])); }
static const struct { const char *name; int (*f)(int, ...); } tab[] = {{"sum", sum}, [2] = {.name = "x"}};
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int main(int argc, char *argv[])
{
    int arr[] = {3, 1, 2}; qsort(arr, 3, sizeof arr[0], cmp); qsort(arr, sizeof arr / sizeof *arr, sizeof(int), fptr(1));
    printf("%d %s %c %5.2f %-10s %*d %ld %lu %llx %p %zu %jd %hhd\n", sum(3, 1, 2, 3), "x", 'c', 1.5, "abc", 4, 7, 5L, 6UL, 7ULL, (void *)0, sizeof arr, (intmax_t)4, (char)3);
    v4si v = {1, 2, 3, 4}, w = v + v * 2; v4sf f = {1, 2}; f = f * 2.0f; w = v > w; w[1] = 3; int l = w[0]; f += 1; w <<= 1; w = ~w & v; (void)l;
    struct node n = {0}, *p = &(struct node){&n, 3}; p->next->v = p[0].v; p = p ? p : &n; p = p ?: &n;
    enum e x = B; x++; x = x == C ? A : B; switch (x) { case A ... B: break; case 7: default:; }
    bits b = {1, 2, -3, 1}; b.a++; b.c += 5; b.d = !b.d; int bs = b.a - 5 < 0;
    double complex z = 1 + 2 * I; z = z * conj(z) / 2; __real__ z = 3; double im = __imag__ z; z = ~z; float complex fz = z; if (z != 0 && fz) im += cabs(z);
    counter++; counter += 2; atomic_fetch_add(&counter, 3); int old = atomic_load(&counter); atomic_store(&counter, old);
    if (setjmp(env) == 0) longjmp(env, 1);
    long double ld = 1.0L; ld = sqrtl(ld) + fabsl(ld); double s2 = sqrt(2) + pow(2, 3) + fabs(-1.0) + floor(2.5) ; float fs = sinf(1.0f);
    double tg = sin(1.0f) + sqrt(2.0);
    wchar_t ws[] = L"wide\u00e9"; char u8s[] = u8"\u00e9"; __auto_type q = 5; unsigned short u16[] = u"ab"; (void)u16; 
    mat(2, 3, (double[2][3]){{1}}); double vla[argc][argc + 1]; mat(argc, argc + 1, vla); size_t vs = sizeof vla;
    goto *(&&lab + 0); lab:; void *jt[] = {&&lab2, &&lab2}; goto *jt[0]; lab2:;
    int *ip = (int *)malloc(4 * sizeof *ip); ip[0] = MAX(1, 2); free(ip); char *cp = strchr("abc", 'b'); ptrdiff_t d = cp - (cp - 1);
    unsigned long long big = 0xffffffffffffffffULL; big >>= 3; big |= 1u << 31; int sh = 1 << 3; sh = sh >> 1 ^ sh & 3;
    int a2[3][4] = {[1] = {1, 2}, [2][3] = 7}; int (*row)[4] = a2; row[1][2]++; (*row)[1]--; int *flat = &a2[0][0]; flat[11] = a2[2][3];
    char buf[10] = "hi", *dst = buf; while ((*dst++ = *"x" ? 'a' : 0) != 'a'); do { --d; } while (d > 0); for (;;) { break; }
    _Static_assert(sizeof(int) == 4, "int"); int g = _Generic(1.0f, float: 1, double: 2); g = _Generic(arr, int *: 3, default: 4); g = __builtin_types_compatible_p(int, long);
    int (*fn)(int, ...) = &sum; fn = *sum; g = (*fn)(1, 2) + (***fn)(1, 3) + tab[0].f(2, 1, 2); g += __builtin_expect(g > 1, 1) + __builtin_popcount(7) + __builtin_clz(1);
    errno = 0; time_t t = time(NULL); struct tm *tm = localtime(&t);  kr(1, 'a', 0); struct timeval tv; gettimeofday(&tv, NULL);
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); signal(SIGINT, SIG_IGN); isalpha('c'); toupper('x');
    if (isnan(s2) || isinf(s2) || signbit(fs) || fpclassify(s2) == FP_NAN) return 1; union { int i; float f; char c[4]; } un = {.f = 1.0f}; un.i ^= 1; un = (__typeof__(un)){3};
    const char *const strs[] = {"a", "b" "c", __func__, "file"}; for (const char *const *sp = strs; sp < strs + 4; ++sp) puts(*sp);
    bool bl = p; bl = 0.5; bl++; int neg = -bl + !bl + ~bl; short sx = 1; sx += 1; sx = sx * 2; unsigned char uc = 255; uc++; neg = uc << 3; __int128 i128 = (__int128)big * big; neg = (int)(i128 >> 64);
    printf("%d %f %f %zu %d %d %d %d %f %d %d %d\n", bs, im, tg, vs, (int)ws[4], (unsigned char)u8s[0], q, neg, (double)ld, sh, g, old); printf("%d %d %d %f %d %d %d\n", w[0], w[1], l, f[1], n.v, a2[2][3], un.i);
    return 0;
}
