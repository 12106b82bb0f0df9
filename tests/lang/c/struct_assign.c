// Struct assignment through every kind of lvalue; no library at all.
struct in {
    int a[3];
    char c;
};
struct s {
    struct in i, *p;
    struct in arr[2];
};
struct in g = {{1, 2, 3}, 'g'};
struct in get(void) {
    return g;
}
struct in *ref(struct in *p) {
    return p;
}
int main() {
    struct s x, y;
    struct in z;
    x.i = g;
    x.p = &x.i;
    x.arr[0] = *x.p;
    x.arr[1] = x.arr[0];
    *ref(&x.arr[1]) = get();
    y = x;
    y.p = y.arr;
    y.p[1].a[2] = 50;
    z = (y.i = y.arr[1]);
    (&y)->arr[0] = *(y.p + 1);
    if (z.a[2] != 50 || y.i.a[2] != 50 || y.arr->a[2] != 50 || x.arr[1].a[2] != 3) return 1;
    if (get().a[1] != 2 || ref(&z)->c != 'g') return 2;
    struct in w[2] = {z, get()};
    w[0] = w[1];
    return w[0].a[2] - 3;
}

/* OUTPUT:
*/
