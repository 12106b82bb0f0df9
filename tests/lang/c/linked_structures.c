// Lists, queues, stacks, graphs, matrices by pointers, memory pools; all with malloc and free.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct node node;
struct node {
    int v;
    node *next, *prev;
};
typedef struct {
    node *head, *tail;
    int n;
} list;
static void push(list *l, int v) {
    node *n = calloc(1, sizeof *n);
    n->v = v;
    n->prev = l->tail;
    if (l->tail)
        l->tail->next = n;
    else
        l->head = n;
    l->tail = n;
    l->n++;
}
static int pop(list *l) {
    node *n = l->head;
    int v = n->v;
    l->head = n->next;
    if (l->head)
        l->head->prev = NULL;
    else
        l->tail = NULL;
    free(n);
    l->n--;
    return v;
}
static void reverse(list *l) {
    node *n = l->head, *t;
    l->tail = n;
    for (node *p = NULL; n; n = t) {
        t = n->next;
        n->next = p;
        n->prev = t;
        p = n;
        l->head = n;
    }
}
static void remove_if(node **p, int (*f)(int)) {
    while (*p)
        if (f((*p)->v)) {
            node *d = *p;
            *p = d->next;
            free(d);
        } else
            p = &(*p)->next;
}
static int odd(int x) {
    return x & 1;
}
struct edge {
    int to;
    struct edge *next;
};
static struct edge *adj[8], pool[32];
static int used;
static void link_(int a, int b) {
    pool[used] = (struct edge){b, adj[a]};
    adj[a] = &pool[used++];
}
static void bfs(int s) {
    int q[8], h = 0, t = 0, seen[8] = {0};
    q[t++] = s;
    seen[s] = 1;
    while (h < t) {
        int v = q[h++];
        printf("%d ", v);
        for (struct edge *e = adj[v]; e; e = e->next)
            if (!seen[e->to]) seen[e->to] = 1, q[t++] = e->to;
    }
    puts("");
}
static int **matrix(int r, int c) {
    int **m = malloc(r * sizeof *m + r * c * sizeof **m);
    int *d = (int *)(m + r);
    for (int i = 0; i < r; i++) {
        m[i] = d + i * c;
        for (int j = 0; j < c; j++) m[i][j] = i ^ j;
    }
    return m;
}
struct stack {
    size_t cap, n;
    char *data;
};
static void spush(struct stack *s, const char *t) {
    size_t k = strlen(t) + 1;
    while (s->n + k > s->cap) s->data = realloc(s->data, s->cap = s->cap ? s->cap * 2 : 8);
    memcpy(s->data + s->n, t, k);
    s->n += k;
}
int main(void) {
    list l = {0};
    for (int i = 0; i < 10; i++) push(&l, i * i % 7);
    reverse(&l);
    remove_if(&l.head, odd);
    for (node *n = l.head; n; n = n->next) printf("%d ", n->v);
    puts("");
    while (l.head) pop(&l);
    printf("%d\n", l.n - 10);
    int e[][2] = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {6, 7}};
    for (unsigned i = 0; i < sizeof e / sizeof *e; i++) link_(e[i][0], e[i][1]);
    bfs(0);
    bfs(6);
    int **m = matrix(4, 5);
    printf("%d %d\n", m[3][4], m[2][1]);
    free(m);
    struct stack s = {0};
    spush(&s, "one");
    spush(&s, "two");
    spush(&s, "a longer string");
    for (char *p = s.data; p < s.data + s.n; p += strlen(p) + 1) printf("[%s]", p);
    printf(" %zu\n", s.cap);
    free(s.data);
    void *a = malloc(0), *b = calloc(10, 4);
    printf("%d\n", ((int *)b)[9]);
    free(a);
    free(b);
    free(NULL);
    return 0;
}

/* OUTPUT:
4 0 4 2 2 4 0 
-7
0 2 1 3 4 5 
6 7 
7 3
[one][two][a longer string] 32
0
*/
