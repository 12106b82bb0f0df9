// Red-black tree, hash table, heap, linked list sort, string interning.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct tree {
    int key;
    bool red;
    struct tree *kid[2];
} tree;
static bool is_red(const tree *t) {
    return t && t->red;
}
static tree *rotate(tree *t, int d) {
    tree *s = t->kid[!d];
    t->kid[!d] = s->kid[d];
    s->kid[d] = t;
    t->red = true;
    s->red = false;
    return s;
}
static tree *insert(tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        *t = (tree){.key = key, .red = true};
        return t;
    }
    if (key == t->key) return t;
    int d = key > t->key;
    t->kid[d] = insert(t->kid[d], key);
    if (!is_red(t->kid[d])) return t;
    if (is_red(t->kid[!d])) {
        t->red = true;
        t->kid[0]->red = t->kid[1]->red = false;
    } else if (is_red(t->kid[d]->kid[d]))
        t = rotate(t, !d);
    else if (is_red(t->kid[d]->kid[!d])) {
        t->kid[d] = rotate(t->kid[d], d);
        t = rotate(t, !d);
    }
    return t;
}
static int check(const tree *t) {
    if (!t) return 1;
    if (t->red) assert(!is_red(t->kid[0]) && !is_red(t->kid[1]));
    int l = check(t->kid[0]), r = check(t->kid[1]);
    assert(l == r);
    return l + !t->red;
}
static int height(const tree *t) {
    if (!t) return 0;
    int l = height(t->kid[0]), r = height(t->kid[1]);
    return 1 + (l > r ? l : r);
}
static void walk(const tree *t, void (*f)(int, void *), void *c) {
    if (!t) return;
    walk(t->kid[0], f, c);
    f(t->key, c);
    walk(t->kid[1], f, c);
}
static void add(int k, void *c) {
    *(long *)c = (*(long *)c * 31 + k) % 1000003;
}
static void drop(tree *t) {
    if (t) {
        drop(t->kid[0]);
        drop(t->kid[1]);
        free(t);
    }
}
struct entry {
    struct entry *next;
    unsigned hash;
    int count;
    char key[];
};
static struct entry *buckets[37];
static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}
static struct entry *intern(const char *key) {
    unsigned h = hash(key);
    struct entry **p;
    for (p = &buckets[h % 37]; *p; p = &(*p)->next)
        if ((*p)->hash == h && !strcmp((*p)->key, key)) return *p;
    *p = malloc(sizeof **p + strlen(key) + 1);
    **p = (struct entry){NULL, h, 0};
    strcpy((*p)->key, key);
    return *p;
}
struct list {
    int v;
    struct list *next;
};
static struct list *merge(struct list *a, struct list *b) {
    struct list head, *t = &head;
    while (a && b) {
        struct list **p = a->v <= b->v ? &a : &b;
        t = t->next = *p;
        *p = (*p)->next;
    }
    t->next = a ? a : b;
    return head.next;
}
static struct list *sort(struct list *l) {
    if (!l || !l->next) return l;
    struct list *slow = l, *fast = l->next;
    while (fast && fast->next) slow = slow->next, fast = fast->next->next;
    fast = slow->next;
    slow->next = NULL;
    return merge(sort(l), sort(fast));
}
static int heap[200], size;
static void push(int v) {
    int i = size++;
    for (; i && heap[(i - 1) / 2] > v; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = v;
}
static int pop(void) {
    int top = heap[0], v = heap[--size], i = 0, c;
    while ((c = 2 * i + 1) < size) {
        if (c + 1 < size && heap[c + 1] < heap[c]) c++;
        if (heap[c] >= v) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = v;
    return top;
}
int main(void) {
    tree *t = NULL;
    unsigned r = 12345;
    for (int i = 0; i < 2000; i++) {
        r = r * 1103515245 + 12345;
        t = insert(t, r >> 16 & 0x3fff);
        if (t->red) t->red = false;
    }
    long sum = 0;
    walk(t, add, &sum);
    printf("%d %d %ld\n", check(t), height(t), sum);
    drop(t);
    char text[] = "the quick brown fox jumps over the lazy dog the fox";
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) intern(w)->count++;
    printf("%d %d %d %d\n", intern("the")->count, intern("fox")->count, intern("dog")->count,
           intern("cat")->count);
    struct list *l = NULL;
    for (int i = 0; i < 50; i++) {
        struct list *n = malloc(sizeof *n);
        n->v = (i * 37) % 53;
        n->next = l;
        l = n;
    }
    for (l = sort(l); l; l = l->next) printf("%d ", l->v);
    puts("");
    for (int i = 0; i < 100; i++) push((i * 61) % 101);
    int last = -1, ok = 1;
    while (size) {
        int v = pop();
        ok &= v >= last;
        last = v;
    }
    printf("%d %d\n", ok, last);
    return 0;
}

/* OUTPUT:
9 15 819820
3 2 1 0
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 49 50 51 52 
1 100
*/
