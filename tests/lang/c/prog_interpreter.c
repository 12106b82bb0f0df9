// A small interpreter: tokenizer, recursive descent parser to a tree, evaluator with variables and
// loops.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum kind { NUM, VAR, BIN, ASSIGN, WHILE, PRINT, BLOCK, IF };
struct node {
    enum kind kind;
    int op;
    long value;
    char name;
    struct node *a, *b, *c, *next;
};
static const char *src;
static long vars[26];
static int nodes;
static void skip(void) {
    while (isspace((unsigned char)*src)) src++;
}
static int accept(const char *s) {
    skip();
    size_t n = strlen(s);
    if (strncmp(src, s, n) || (isalpha((unsigned char)*s) && isalnum((unsigned char)src[n])))
        return 0;
    src += n;
    return 1;
}
static void expect(const char *s) {
    if (!accept(s)) {
        printf("expected %s at %.10s\n", s, src);
        exit(2);
    }
}
static struct node *new_node(enum kind kind) {
    struct node *n = calloc(1, sizeof *n);
    n->kind = kind;
    nodes++;
    return n;
}
static struct node *expr(int level);
static struct node *primary(void) {
    struct node *n;
    skip();
    if (accept("(")) {
        n = expr(0);
        expect(")");
        return n;
    }
    if (accept("-")) {
        n = new_node(BIN);
        n->op = '-';
        n->a = new_node(NUM);
        n->b = primary();
        return n;
    }
    if (isdigit((unsigned char)*src)) {
        n = new_node(NUM);
        n->value = strtol(src, (char **)&src, 10);
        return n;
    }
    n = new_node(VAR);
    n->name = *src++;
    return n;
}
static const struct {
    const char *text;
    int op, level;
} ops[] = {{"<=", 'l', 1}, {"==", 'e', 1}, {"!=", 'n', 1}, {"<", '<', 1}, {">", '>', 1},
           {"+", '+', 2},  {"-", '-', 2},  {"*", '*', 3},  {"/", '/', 3}, {"%", '%', 3}};
static struct node *expr(int level) {
    if (level > 3) return primary();
    struct node *left = expr(level + 1);
again:
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (ops[i].level == level && accept(ops[i].text)) {
            struct node *n = new_node(BIN);
            n->op = ops[i].op;
            n->a = left;
            n->b = expr(level + 1);
            left = n;
            goto again;
        }
    return left;
}
static struct node *statement(void) {
    struct node *n, **tail;
    if (accept("{")) {
        n = new_node(BLOCK);
        tail = &n->a;
        while (!accept("}")) {
            *tail = statement();
            tail = &(*tail)->next;
        }
        return n;
    }
    if (accept("while")) {
        n = new_node(WHILE);
        n->a = expr(0);
        n->b = statement();
        return n;
    }
    if (accept("if")) {
        n = new_node(IF);
        n->a = expr(0);
        n->b = statement();
        if (accept("else")) n->c = statement();
        return n;
    }
    if (accept("print")) {
        n = new_node(PRINT);
        n->a = expr(0);
        expect(";");
        return n;
    }
    skip();
    n = new_node(ASSIGN);
    n->name = *src++;
    expect("=");
    n->a = expr(0);
    expect(";");
    return n;
}
static long eval(const struct node *n) {
    switch (n->kind) {
    case NUM: return n->value;
    case VAR: return vars[n->name - 'a'];
    case BIN: {
        long a = eval(n->a), b = eval(n->b);
        switch (n->op) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        case '/': return b ? a / b : 0;
        case '%': return b ? a % b : 0;
        case '<': return a < b;
        case '>': return a > b;
        case 'l': return a <= b;
        case 'e': return a == b;
        case 'n': return a != b;
        }
        break;
    }
    case ASSIGN: return vars[n->name - 'a'] = eval(n->a);
    case WHILE:
        while (eval(n->a)) eval(n->b);
        break;
    case IF:
        if (eval(n->a))
            eval(n->b);
        else if (n->c)
            eval(n->c);
        break;
    case PRINT: printf("%ld\n", eval(n->a)); break;
    case BLOCK:
        for (const struct node *s = n->a; s; s = s->next) eval(s);
        break;
    }
    return 0;
}
static void release(struct node *n) {
    if (!n) return;
    release(n->a);
    release(n->b);
    release(n->c);
    release(n->next);
    free(n);
    nodes--;
}
int main(void) {
    static const char *const programs[] = {
        "{ a = 0; b = 1; i = 0; while i < 20 { print a; t = a + b; a = b; b = t; i = i + 1; } }",
        "{ n = 2; while n <= 50 { p = 1; d = 2; while d * d <= n { if n % d == 0 p = 0; d = d + 1; "
        "} if p print n; n = n + 1; } }",
        "{ x = -3 * (4 + 5) - -2; print x; print 100 / 7 % 5; if x < 0 { print 1; } else print 2; "
        "}"};
    for (int i = 0; i < 3; i++) {
        src = programs[i];
        struct node *n = statement();
        eval(n);
        release(n);
        printf("%d left\n", nodes);
    }
    return 0;
}

/* OUTPUT:
0
1
1
2
3
5
8
13
21
34
55
89
144
233
377
610
987
1597
2584
4181
0 left
2
3
5
7
11
13
17
19
23
29
31
37
41
43
47
0 left
-25
4
1
0 left
*/
