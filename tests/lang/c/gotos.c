// goto into and out of blocks, loops by goto, computed goto, label values as data, labels as
// statements.
#include <stdio.h>
static int interp(const unsigned char *code) {
    static const void *const ops[] = {&&halt, &&push, &&add, &&mul, &&jnz, &&dec, &&dup};
    static const int rel[] = {&&halt - &&halt, &&push - &&halt};
    int stack[16], *sp = stack;
    const unsigned char *pc = code;
    (void)rel;
    goto *ops[*pc++];
push:
    *sp++ = *pc++;
    goto *ops[*pc++];
add:
    sp--;
    sp[-1] += *sp;
    goto *ops[*pc++];
mul:
    sp--;
    sp[-1] *= *sp;
    goto *ops[*pc++];
jnz:
    if (sp[-1])
        pc = code + *pc;
    else
        pc++;
    goto *ops[*pc++];
dec:
    sp[-1]--;
    goto *ops[*pc++];
dup:
    sp[0] = sp[-1];
    sp++;
    goto *ops[*pc++];
halt:
    return sp[-1];
}
static int forward(int x) {
    int r = 1;
    if (x == 0) goto out;
    r = 2;
    {
        int k = x;
        if (k > 5) goto inner;
        r = 3;
        goto out;
    inner:
        r = k;
    }
out:
    return r;
}
static int backward(int n) {
    int s = 0;
again:
    if (n > 0) {
        s += n--;
        goto again;
    }
    return s;
}
static int into(int x) {
    int i = 0, s = 0;
    if (x) goto mid;
    for (i = 0; i < 5; i++) {
        s += 100;
    mid:
        s += i;
    }
    return s;
}
static int deep(void) {
    int n = 0;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            for (int k = 0; k < 10; k++) {
                n++;
                if (i * j * k == 24) goto found;
            }
    return -1;
found:
    return n;
}
static int table(int which) {
    void *labels[2];
    labels[0] = &&zero;
    labels[1] = &&one;
    void *p = labels[which];
    goto *p;
zero:
    return 100;
one:
    return 200;
}
static int local(int n) {
    int r = 0;
    for (int i = 0; i < n; i++) {
        __label__ skip;
        if (i & 1) goto skip;
        r += i;
    skip:;
    }
    {
        __label__ skip;
        goto skip;
    skip:
        r++;
    }
    return r;
}
int main(void) {
    static const unsigned char prog[] = {1, 7, 1, 6, 3, 1, 5, 2, 0};
    static const unsigned char loop[] = {1, 10, 5, 4, 2, 0};
    printf("%d %d\n", interp(prog), interp(loop));
    printf("%d %d %d %d %d %d\n", forward(0), forward(3), forward(9), backward(10), into(0),
           into(1));
    printf("%d %d %d %d\n", deep(), table(0), table(1), local(6));
    int tries = 0;
    {
    retry:
        tries++;
        int fresh = tries * 2;
        if (fresh < 6) goto retry;
        printf("%d\n", fresh);
    }
    goto end;
    printf("never\n");
end:
    return 0;
}

/* OUTPUT:
47 0
1 3 9 55 510 410
139 100 200 7
6
*/
