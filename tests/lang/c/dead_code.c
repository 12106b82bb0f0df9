// Code that looks dead but is entered by goto or case labels; statement expressions with loops and
// jumps; sizeof without effects.
#include <stdio.h>
struct zero {};
static struct zero zero(void) {
    struct zero z;
    return z;
}
static int count;
static int bump(void) {
    return ++count;
}
struct holder {
    int (*print)(const char *, ...);
} h = {printf};
static void deref(void *p, int i) {
    i ? *p : *p;
}
static void wait(void) {
    unsigned long t = 2;
    do {
        (1 ? printf("t=%ld\n", t) : ({
            int i = 1;
            while (1)
                while (i--)
                lab:
                    printf("error\n");
            goto lab;
        }));
        t--;
    } while (t);
}
int main(void) {
    int i = 1;
    wait();
    zero();
    deref(&i, 0);
    goto *&&start;
    printf("no\n");
start:
    if (0) {
    yeah:
        printf("yeah\n");
    } else {
        printf("boo\n");
    }
    if (i--) goto yeah;
    i = 1;
    if (0) {
        while (i--) {
            printf("once\n");
        enter:
            printf("twice\n");
        }
    }
    if (i >= 0) goto enter;
    i = ({
        int j = 1;
        if (0) {
            while (j--) {
                printf("SE once\n");
            enter2:
                printf("SE twice\n");
            }
        }
        if (j >= 0) goto enter2;
        j;
    });
    printf("%d\n", i);
    i = 1;
    if (0) {
        for (i = 1; i--;) {
            printf("for once\n");
        enter3:
            printf("for twice\n");
        }
    }
    if (i > 0) goto enter3;
    i = 1;
    if (0) {
        do {
            printf("do once\n");
        enter4:
            printf("do twice\n");
        } while (i--);
    }
    if (i > 0) goto enter4;
    i = 41;
    switch (i) {
        if (0) {
            printf("error\n");
        case 42: printf("error2\n");
        case 41: printf("case ok\n");
        }
    }
    switch (i) {
        if (0) {
            printf("error3\n");
        default: printf("default ok\n"); break;
        case 42: printf("error4\n");
        }
    }
    switch (i)
    case 41:
        printf("alone\n");
    switch (7) {
        int k;
        for (k = 0; k < 2; k++) {
        case 7: k = 5; printf("k %d\n", k);
        }
    }
    (void)sizeof(bump());
    (void)sizeof(int[sizeof(bump())]);
    (void)_Alignof(int);
    (void)(typeof(bump()))0;
    if (0 && bump())
        ;
    if (1 || bump())
        ;
    int x = 1 ? 2 : bump();
    _Generic(bump(), int : 0);
    (void)__builtin_constant_p(bump());
    printf("%d %d\n", count, x);
    h.print("through %d\n", 3);
    (h.print)("%s\n", "paren");
    (*h.print)("%s\n", "star");
    if (sizeof(enum {in = 4}) && in == 4) printf("%d\n", in);
    int r = (i > 40 ? printf("a") : printf("b"), i == 41 ? 7 : 8);
    printf(" %d\n", r);
    while (1) {
        if (i++ > 44)
            break;
        else
            continue;
    }
    printf("%d\n", i);
    do break;
    while (1);
    do {
        if (i) continue;
        printf("never");
    } while (0);
    for (;;) {
        for (;;) break;
        break;
    }
    return 0 ? bump() : count;
}

/* OUTPUT:
t=2
t=1
boo
yeah
twice
once
twice
SE twice
SE once
SE twice
-1
for twice
for once
for twice
do twice
do once
do twice
case ok
default ok
alone
k 5
0 2
through 3
paren
star
4
a 7
46
*/
