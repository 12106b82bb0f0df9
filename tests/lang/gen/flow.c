// Control flow: switch in every form, goto into and out of blocks, computed goto, VLAs in loops, setjmp, statement
// expressions, alloca.
#include <alloca.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *range(long v) {
    switch (v) {
    case -5 ... -1: return "negative";
    case 0: return "zero";
    case 1: case 2: case 3: return "small";
    case 4 ... 1000: return "medium";
    case 1001 ... 0x7fffffffffffL: return "large";
    default: return "other";
    }
}

static void duff(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
    case 7:      *to++ = *from++;
    case 6:      *to++ = *from++;
    case 5:      *to++ = *from++;
    case 4:      *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
}

static int fall(int x) {
    int r = 0;
    switch (x) {
        int hidden;
    default: r += 100;
    case 1: hidden = 5; r += hidden; break;
    case 2: r += 2;
    case 3: { r += 3; if (x == 3) break; }
    case 4: for (int i = 0; i < 3; i++) { if (i == 1) continue; r += 10; } break;
    }
    return r;
}

static int vm(const unsigned char *code) {
    static void *const ops[] = {&&push, &&add, &&mul, &&dup, &&jnz, &&dec, &&halt};
    int stack[16], *sp = stack;
    const unsigned char *pc = code;
    goto *ops[*pc++];
push: *sp++ = *pc++; goto *ops[*pc++];
add:  sp--; sp[-1] += sp[0]; goto *ops[*pc++];
mul:  sp--; sp[-1] *= sp[0]; goto *ops[*pc++];
dup:  sp[0] = sp[-1]; sp++; goto *ops[*pc++];
dec:  sp[-1]--; goto *ops[*pc++];
jnz:  if (sp[-1]) { pc = code + *pc; goto *ops[*pc++]; } pc++; goto *ops[*pc++];
halt: return sp[-1];
}

static long vla(int n) {
    long sum = 0;
    for (int i = 1; i <= n; i++) {
        int v[i], w[i][2];
        for (int k = 0; k < i; k++) v[k] = k, w[k][0] = k, w[k][1] = -k;
        if (i % 3 == 0) continue;
        if (i == 19) break;
        sum += v[i - 1] + (long)sizeof v + w[i - 1][1] + (long)(sizeof w / sizeof w[0]);
    }
    return sum;
}
static int trace(int n, int m[n][n]) { int t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static int vla_goto(int n) {
    int total = 0;
again:;
    { int a[n]; a[n - 1] = n; total += a[n - 1]; if (--n > 0) goto again; }
    return total;
}

static jmp_buf env;
static int depth;
static void deep(int n) { depth = n; if (n == 7) longjmp(env, n); deep(n + 1); }
static int jumps(void) {
    volatile int count = 0;
    int r = setjmp(env);
    if (r) { count++; return r * 10 + count; }
    deep(0);
    return -1;
}

#define MAX(a, b) ({ typeof(a) a_ = (a); typeof(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { typeof(a) t_ = a; a = b; b = t_; } while (0)
struct pt { int x, y; };

static int loops(void) {
    int n = 0, i = 0, j;
    while (1) { if (++i > 20) break; if (i & 1) continue; n += i; }
    do { n++; if (n == 115) goto out; } while (n < 1000);
out:
    for (i = 0, j = 10; i < j; i++, j--) n += i * j;
    for (;;) { if (n % 7 == 0) break; n++; }
    return n;
}
static int inner_goto(int k) {
    int s = 0, i;
    i = 1;
    if (k) goto inside;
    for (i = 0; i < 3; i++) { s += 100; inside: s++; }
    return s;
}
static unsigned collatz(unsigned long n) { unsigned c = 0; while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2, c++; return c; }

int main(void) {
    long values[] = {-9, -3, 0, 2, 77, 5000, 0x7fffffffffffffff};
    for (int i = 0; i < 7; i++) printf("%s ", range(values[i]));
    char text[32] = {0};
    duff(text, "the loom lifts threads", 22);
    printf("\n%s\n", text);
    for (int i = 0; i < 6; i++) printf("%d ", fall(i));
    unsigned char code[] = {0, 1, 0, 5, 4, 9, 5, 6, 6, 0, 7, 0, 6, 2, 6};
    unsigned char count[] = {0, 9, 5, 4, 2, 0, 42, 1, 6};
    printf("\n%d %d\n", vm(code), vm(count));
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    printf("%ld %d %d\n", vla(25), trace(3, m), vla_goto(5));
    int jumped = jumps();
    printf("%d %d\n", jumped, depth);
    int a = 3, b = 9;
    SWAP(a, b);
    struct pt p = ({ struct pt q = {a, b}; q.x++; q; });
    int most = MAX(a++, 2);
    printf("%d %d %d %d %d\n", MAX(a, b), most, a, p.x, p.y);
    printf("%d %d %d %u\n", loops(), inner_goto(0), inner_goto(1), collatz(27));
    char *s = alloca(10);
    strcpy(s, "alloca");
    printf("%s %d %d\n", s, 5 ?: 7, 0 ?: 7);
    int x = 1 ? 2 : 3, y = (x++, x * 2);
    x += y -= 1, y <<= 2;
    printf("%d %d %d\n", x, y, x > 2 && y > 2 || !x);
    return 0;
}
/* OUTPUT:
other negative zero small medium large other 
the loom lifts threads
105 5 25 3 20 105 
42 42
540 15 15
71 7
10 9 10 10 3
189 303 102 111
alloca 5 7
8 20 1
*/
