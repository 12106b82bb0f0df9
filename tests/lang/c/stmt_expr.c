// Statement expressions, typeof, ?:, __builtins, nested functions' place taken by blocks.
#include <stdio.h>
#include <string.h>
#define MAX(a, b)               \
    ({                          \
        __typeof__(a) a_ = (a); \
        typeof(b) b_ = (b);     \
        a_ > b_ ? a_ : b_;      \
    })
#define SWAP(a, b)        \
    do {                  \
        typeof(a) t_ = a; \
        a = b;            \
        b = t_;           \
    } while (0)
#define container_of(p, type, member)                            \
    ({                                                           \
        const typeof(((type *)0)->member) *m_ = (p);             \
        (type *)((char *)m_ - __builtin_offsetof(type, member)); \
    })
struct node {
    int v;
    struct node *next;
};
struct item {
    char name[8];
    struct node link;
};
static int calls;
static int once(void) {
    return ++calls;
}
struct big {
    int a[20];
};
int main(void) {
    int x = 3, y = 7;
    printf("%d\n", MAX(x++, y++));
    printf("%g\n", MAX(1.5, x));
    printf("%d %d\n", x, y);
    SWAP(x, y);
    printf("%d %d\n", x, y);
    struct item it = {"it", {5, 0}};
    struct node *n = &it.link;
    printf("%s\n", container_of(n, struct item, link)->name);
    printf("%d\n", ({
               int s = 0;
               for (int i = 0; i < 5; i++) s += i;
               s;
           }));
    printf("%d\n", once() ?: 99);
    printf("%d %d\n", 0 ?: 7, calls);
    struct big b = ({
        struct big t;
        for (int i = 0; i < 20; i++) t.a[i] = i;
        t;
    });
    printf("%d\n", b.a[19]);
    printf("%d\n", ({
                       struct big t = {{[3] = 4}};
                       t;
                   }).a[3]);
    ({
        puts("void");
        (void)0;
    });
    typeof(int[3]) arr = {1, 2, 3};
    typeof(&arr[0]) p = arr;
    typeof(*p) v = p[2];
    const typeof(v) cv = v;
    printf("%d %d\n", v, cv);
    __auto_type d = 2.5;
    printf("%zu %g\n", sizeof d, d);
    printf("%d\n", __builtin_types_compatible_p(typeof(x), int));
    int k = ({
        if (x > 5) goto big;
        1;
    });
    printf("small %d\n", k);
    if (0) {
    big:
        puts("big");
    }
    for (int i = 0; i < 5; i++) {
        int r = ({
            if (i == 1) continue;
            if (i == 3) break;
            i * 10;
        });
        printf("%d ", r);
    }
    puts("");
    printf("%d\n", __builtin_choose_expr(1, 5, "x"));
    printf("%d %d %d %d\n", __builtin_popcount(255), __builtin_clz(1), __builtin_ctz(8),
           __builtin_ffs(0));
    printf("%d %d\n", __builtin_constant_p(3), (int)__builtin_expect(x == 7, 1));
    printf("%x %lx\n", __builtin_bswap32(0x12345678), __builtin_bswap64(0x0102030405060708));
    int r;
    x = __builtin_add_overflow(2147483647, 1, &r);
    printf("%d %d\n", x, r);
    printf("%d\n", __builtin_mul_overflow(3, 4, &r) + r);
    char *a = __builtin_alloca(10);
    strcpy(a, "alloca");
    puts(a);
    printf("%zu\n", __builtin_strlen("four"));
    printf("%s\n", __func__);
    printf("%d\n", __builtin_abs(-5));
    return ({ 0; });
}

/* OUTPUT:
7
4
4 8
8 4
it
10
1
7 1
19
4
void
3 3
8 2.5
1
big
0 20 
5
8 31 3 0
1 0
78563412 807060504030201
1 -2147483648
12
alloca
4
main
5
*/
