#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

struct node { struct node *left, *right; };
static struct node *make(int depth) {
    struct node *n = malloc(sizeof *n);
    n->left = depth ? make(depth - 1) : NULL;
    n->right = depth ? make(depth - 1) : NULL;
    return n;
}
static int count(const struct node *n) { return n ? 1 + count(n->left) + count(n->right) : 0; }
static void drop(struct node *n) {
    if (!n) return;
    drop(n->left);
    drop(n->right);
    free(n);
}
int main(void) {
    double t = now();
    int total = 0;
    for (int i = 0; i < 12; i++) {
        struct node *n = make(17);
        total += count(n);
        drop(n);
    }
    printf("%.6f %d\n", now() - t, total);
}
