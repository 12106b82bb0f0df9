// main without a return statement gives 0; declarations in odd places.
int printf(const char *, ...);
int x = 5, *px = &x;
struct {
    int a;
} anon = {3};
int main() {
    int y = *px;
    {
        struct {
            int b;
        } s = {y};
        y = s.b + anon.a;
    }
    printf("%d\n", y);
}

/* OUTPUT:
8
*/
