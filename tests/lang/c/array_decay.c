// What decays and what does not.
int printf(const char *, ...);
int a[4] = {1, 2, 3, 4};
int size(int v[4]) {
    return sizeof v;
}
int f(void) {
    return 3;
}
int main(void) {
    int *p = a, (*pa)[4] = &a;
    if (&a[0] != a || (void *)pa != (void *)a) return 1;
    if (sizeof a != 16 || size(a) != 8 || sizeof *pa != 16 || sizeof(*&a) != 16) return 2;
    if (*(a + 2) != 3 || 2 [a] != 3 || *&a[1] != 2) return 3;
    if (pa + 1 != (void *)(a + 4) || &a + 1 != pa + 1) return 4;
    if (f != &f || *f != f || (****f)() != 3) return 5;
    if (sizeof "abc" != 4 || *"abc" != 'a' || &"abc"[1] - "abc" > 100)
        ;
    char s[] = "xyz";
    if (sizeof s != 4) return 6;
    int(*q)[4] = pa;
    (*q)[3] = 9;
    p += 3;
    return *p == 9 ? 0 : 7;
}

/* OUTPUT:
*/
