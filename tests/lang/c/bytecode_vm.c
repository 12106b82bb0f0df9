// A stack machine with a compiler from infix, a disassembler and two dispatch styles.
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define OPS(X)                                                                                  \
    X(PUSH, 1)                                                                                  \
    X(ADD, 0) X(SUB, 0) X(MUL, 0) X(DIV, 0) X(NEG, 0) X(LOAD, 1) X(STORE, 1) X(JZ, 1) X(JMP, 1) \
        X(LT, 0) X(OUT, 0) X(HALT, 0)
enum op {
#define X(n, a) OP_##n,
    OPS(X)
#undef X
        OP_COUNT
};
static const struct {
    const char *name;
    int args;
} info[] = {
#define X(n, a) [OP_##n] = {#n, a},
    OPS(X)
#undef X
};
static uint8_t code[256];
static int len;
static const char *in;
static void emit(int b) {
    code[len++] = b;
}
static void expr(int p);
static void atom(void) {
    while (*in == ' ') in++;
    if (*in == '(') {
        in++;
        expr(0);
        while (*in == ' ') in++;
        in++;
    } else if (*in == '-') {
        in++;
        atom();
        emit(OP_NEG);
    } else if (isdigit((unsigned char)*in)) {
        int v = 0;
        while (isdigit((unsigned char)*in)) v = v * 10 + *in++ - '0';
        emit(OP_PUSH);
        emit(v);
    } else {
        emit(OP_LOAD);
        emit(*in++ - 'a');
    }
}
static int level(char c) {
    return c == '<' ? 1 : c == '+' || c == '-' ? 2 : c == '*' || c == '/' ? 3 : 0;
}
static void expr(int p) {
    atom();
    for (;;) {
        while (*in == ' ') in++;
        char c = *in;
        int l = level(c);
        if (!l || l <= p) return;
        in++;
        expr(l);
        emit(c == '<' ? OP_LT : c == '+' ? OP_ADD : c == '-' ? OP_SUB : c == '*' ? OP_MUL : OP_DIV);
    }
}
static int run1(int vars[26]) {
    int st[32], *sp = st, pc = 0, steps = 0;
    for (;; steps++) switch ((enum op)code[pc++]) {
        case OP_PUSH: *sp++ = code[pc++]; break;
        case OP_ADD:
            sp--;
            sp[-1] += *sp;
            break;
        case OP_SUB:
            sp--;
            sp[-1] -= *sp;
            break;
        case OP_MUL:
            sp--;
            sp[-1] *= *sp;
            break;
        case OP_DIV:
            sp--;
            sp[-1] /= *sp;
            break;
        case OP_NEG: sp[-1] = -sp[-1]; break;
        case OP_LT:
            sp--;
            sp[-1] = sp[-1] < *sp;
            break;
        case OP_LOAD: *sp++ = vars[code[pc++]]; break;
        case OP_STORE: vars[code[pc++]] = *--sp; break;
        case OP_JZ: {
            int to = code[pc++];
            if (!*--sp) pc = to;
            break;
        }
        case OP_JMP: pc = code[pc]; break;
        case OP_OUT: printf("%d ", *--sp); break;
        case OP_HALT: return steps;
        case OP_COUNT:
        default: return -1;
        }
}
static void dis(void) {
    for (int pc = 0; pc < len; pc++) {
        printf("%d:%s", pc, info[code[pc]].name);
        if (info[code[pc]].args) printf("(%d)", code[++pc]);
        putchar(pc + 1 < len ? ' ' : '\n');
    }
}
int main(void) {
    static const char *const tests[] = {"1 + 2 * 3",  "(1 + 2) * 3",    "10 - 4 - 3",
                                        "2 * -3 + a", "a * a < 50 - b", "100 / 5 / 2"};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        len = 0;
        in = tests[i];
        expr(0);
        emit(OP_OUT);
        emit(OP_HALT);
        int vars[26] = {7, 1};
        printf("= %d steps\n", run1(vars));
    }
    dis();
    len = 0;
    int top;
    top = len;
    in = "i < n";
    expr(0);
    emit(OP_JZ);
    int fix = len;
    emit(0);
    in = "i * i";
    expr(0);
    emit(OP_OUT);
    in = "i + 1";
    expr(0);
    emit(OP_STORE);
    emit('i' - 'a');
    emit(OP_JMP);
    emit(top);
    code[fix] = len;
    emit(OP_HALT);
    int vars[26] = {0};
    vars['n' - 'a'] = 9;
    printf("= %d\n", run1(vars));
    return 0;
}

/* OUTPUT:
7 = 6 steps
9 = 6 steps
3 = 6 steps
1 = 7 steps
0 = 8 steps
10 = 6 steps
0:PUSH(100) 2:PUSH(5) 4:DIV 5:PUSH(2) 7:DIV 8:OUT 9:HALT
0 1 4 9 16 25 36 49 64 = 121
*/
