// switch in all its forms: fallthrough, default first, nested, Duff's device, ranges, long and
// negative cases.
#include <stdio.h>
static int basic(int x) {
    switch (x) {
    default: return -1;
    case 0: return 10;
    case 1:
    case 2: return 12;
    case 3: x = 5;
    case 4: return x * 2;
    }
}
static const char *range(int c) {
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'z':
    case 'A' ... 'Z': return "alpha";
    case -5 ... - 1: return "neg";
    default: return "other";
    }
}
static void duff(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0: do { *to++ = *from++;
        case 7: *to++ = *from++;
        case 6: *to++ = *from++;
        case 5: *to++ = *from++;
        case 4: *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--n > 0);
    }
}
static int nested(int a, int b) {
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        default: break;
        }
        return 10;
    case 2: {
        int k = b;
        while (k) {
            switch (k) {
            case 3: k = 0; continue;
            }
            k--;
            if (k == 7) break;
        }
        return 20 + k;
    }
    }
    return 0;
}
static int wide(long long v) {
    switch (v) {
    case 0x100000000: return 1;
    case -0x100000000: return 2;
    case 0: return 3;
    case 0x7fffffffffffffff: return 4;
    }
    return 5;
}
static int uns(unsigned v) {
    switch (v) {
    case 0xffffffff: return 1;
    case 0x80000000: return 2;
    case 5: return 3;
    }
    return 4;
}
static int chr(char c) {
    switch (c) {
    case '\xff': return 1;
    case 'a': return 2;
    case 300 - 202: return 3;
    }
    return 4;
}
enum e { A, B = 5, C };
static int en(enum e e) {
    switch (e) {
    case A: return 1;
    case B: return 2;
    case C: return 3;
    }
    return 4;
}
static int inside(int x) {
    int r = 0;
    switch (x) {
        int y;
    case 1:
        y = 3;
        r = y;
        break;
        if (0) {
        case 2: r = 22;
        } else {
        case 3: r += 33;
        }
        break;
        for (;;) {
        case 4: r = 44; break;
        }
        r++;
    }
    return r;
}
static int none(int x) {
    switch (x)
        ;
    switch (x) {}
    switch (x)
    case 3:
        return 1;
    switch (x) {
    default: x++;
    }
    return x;
}
static int dense(int x) {
    switch (x) {
    case 0: return 3;
    case 1: return 1;
    case 2: return 4;
    case 3: return 1;
    case 4: return 5;
    case 5: return 9;
    case 6: return 2;
    case 7: return 6;
    case 8: return 5;
    case 9: return 3;
    }
    return 0;
}
static int sparse(int x) {
    switch (x) {
    case 1: return 1;
    case 100: return 2;
    case 10000: return 3;
    case -2147483647 - 1: return 4;
    case 2147483647: return 5;
    }
    return 0;
}
int main(void) {
    for (int i = -1; i < 6; i++) printf("%d ", basic(i));
    puts("");
    printf("%s %s %s %s\n", range('5'), range('q'), range(-3), range(' '));
    for (int n = 1; n <= 17; n += 5) {
        char b[32] = {0};
        duff(b, "abcdefghijklmnopqrstuvwxyz", n);
        puts(b);
    }
    printf("%d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(2, 2), nested(2, 9),
           nested(3, 3));
    printf("%d %d %d %d %d\n", wide(1LL << 32), wide(-(1LL << 32)), wide(0),
           wide(0x7fffffffffffffff), wide(1));
    printf("%d %d %d %d\n", uns(-1), uns(1u << 31), uns(5), uns(6));
    printf("%d %d %d\n", chr(-1), chr('a'), chr('b'));
    printf("%d %d %d %d\n", en(A), en(B), en(C), en(3));
    for (int i = 0; i < 6; i++) printf("%d ", inside(i));
    puts("");
    printf("%d %d\n", none(3), none(4));
    for (int i = -1; i < 11; i++) printf("%d", dense(i));
    puts("");
    printf("%d %d %d %d %d %d\n", sparse(1), sparse(100), sparse(10000), sparse(-2147483647 - 1),
           sparse(2147483647), sparse(0));
    return 0;
}

/* OUTPUT:
-1 10 12 12 10 8 -1 
digit alpha neg other
a
abcdef
abcdefghijk
abcdefghijklmnop
11 10 20 27 0
1 2 3 4 5
1 2 3 4
1 2 3
1 2 3 4
0 3 22 33 45 0 
1 5
031415926530
1 2 3 4 5 0
*/
