// Scopes: shadowing, typedef names as variables and members, tags, labels, extern in blocks, for
// scope, enum in blocks.
#include <stdio.h>
typedef int T;
typedef struct S S;
struct S {
    int T;
    S *next;
};
int x = 1;
static int y = 2;
enum { K = 10 };
static int f(T T) {
    return T + 1;
}
static int g(int T, int y) {
    return T * y;
}
static T h(void) {
    T T = 5;
    {
        typedef char T;
        T c = 'a';
        (void)c;
        x += sizeof(T);
    }
    return T;
}
static int ext(void) {
    int x = 50;
    {
        extern int x;
        return x;
    }
}
static int stat(void) {
    static int n;
    {
        static int n = 100;
        n++;
        if (n > 102) return n;
    }
    return ++n;
}
static int stat2(void) {
    static int n = 7;
    return n++;
}
static int tags(void) {
    struct S {
        char c;
    };
    int a = sizeof(struct S);
    {
        struct S {
            double d[4];
        } s;
        a += sizeof s;
    }
    struct S;
    {
        struct S *p = 0;
        a += p == 0;
    }
    return a;
}
static int proto(int n, struct S s, int (*cb)(int n));
static int proto(int m, struct S s, int (*cb)(int)) {
    return cb(m) + s.T;
}
int x;
extern int later;
static int use_later(void) {
    return later;
}
int later = 33;
int tent;
int tent;
int tent = 4;
static int arr[];
static int arr[3] = {1, 2, 3};
extern int arr[];
int main(void) {
    printf("%d %d %d\n", f(1), g(3, 4), h());
    printf("%d\n", x);
    printf("%d\n", ext());
    for (int i = 0; i < 5; i++) printf("%d ", stat());
    printf("%d ", stat2());
    printf("%d\n", stat2() - 1);
    printf("%d\n", tags());
    struct S s = {.T = 6};
    printf("%d %d\n", proto(1, s, f), s.T);
    int x = 5;
    {
        int x = x = 6;
        printf("%d ", x);
        {
            int x = 7;
            printf("%d ", x);
        }
        printf("%d ", x);
    }
    printf("%d\n", x);
    for (int x = 0; x < 2; x++) {
        int x = 9;
        printf("%d", x);
    }
    puts("");
    enum { K = 20, L };
    {
        enum { K = 30 };
        printf("%d %d ", K, L);
    }
    printf("%d\n", K);
    T T = 3;
    printf("%d\n", (T) + 1);
    S S;
    S.T = 2;
    printf("%d\n", S.T);
    if (sizeof(enum {Q = 3, R}) == 4) printf("%d\n", R);
    int K2 = K + sizeof(struct { int a, b; });
    printf("%d\n", K2);
    printf("%d %d %zu %d\n", use_later(), tent, sizeof arr, arr[2]);
    goto x;
x:
    printf("label x %d\n", x);
    {
        int printf = 3;
        (void)printf;
    }
    int main = 2;
    printf("%d\n", main);
    typedef int U, *V, W[2];
    U u = 1;
    V v = &u;
    W w = {4, *v};
    printf("%d\n", w[0] + w[1]);
    unsigned int int_ = 3;
    long unsigned int long x2 = 4;
    int const static volatile y2 = 5;
    printf("%u %llu %d\n", int_, x2, y2);
    return y - 2;
}

/* OUTPUT:
2 12 5
2
2
1 2 103 104 105 7 7
34
8 6
6 7 6 5
99
30 21 20
4
2
4
28
33 4 12 3
label x 5
2
5
3 4 5
*/
