// __attribute__((cleanup)): at every way out of a scope, in reverse order, after the result is
// known.
#include <stdio.h>
static int balance;
static void drop(const char **s) {
    printf("-%s ", *s);
    balance--;
}
static void close_(int *fd) {
    printf("close %d ", *fd);
    *fd = -1;
    balance--;
}
#define AUTO __attribute__((cleanup(drop))) const char *
#define OPEN(n, v) int n __attribute__((cleanup(close_))) = (balance++, v)
static int value(void) {
    OPEN(fd, 7);
    return fd;
}
static int jumps(int k) {
    OPEN(outer, 1);
again:;
    AUTO a = (balance++, "a");
    if (k == 0) {
        AUTO b = (balance++, "b");
        k++;
        goto again;
    }
    {
        AUTO c = (balance++, "c");
        {
            const char *__attribute__((cleanup(drop))) d = (balance++, "d");
            if (k == 1) goto out;
        }
    }
    printf("inner ");
out:
    return k;
}
static int loops(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        OPEN(fd, i);
        int v[i + 1];
        v[i] = i;
        if (i == 1) continue;
        if (i == 3) break;
        sum += v[i];
    }
    switch (sum) {
    case 2: {
        AUTO s = (balance++, "case");
        break;
    }
    default: puts("no");
    }
    while (1) {
        AUTO w = (balance++, "while");
        if (sum++ > 3) return sum;
    }
}
int main(void) {
    printf("%d\n", value());
    printf("%d\n", jumps(0));
    printf("%d\n", jumps(5));
    printf("%d\n", loops());
    int x = ({
        OPEN(fd, 40);
        fd + 2;
    });
    printf("%d\n", x);
    for (OPEN(f, 60); f < 62; f++) printf("body ");
    puts("");
    {
        OPEN(p, 1);
        OPEN(q, 2);
        if (x) printf("block ");
    }
    printf("%d\n", balance);
    return 0;
}

/* OUTPUT:
close 7 7
-b -a -d -c -a close 1 1
-d -c inner -a close 1 5
close 0 close 1 close 2 close 3 -case -while -while -while 5
close 40 42
body body close 62 
block close 2 close 1 0
*/
