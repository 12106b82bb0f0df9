// Externs at file and block scope, tentative definitions, and use before the definition.
int printf(const char *, ...);
extern int a;
int b;
int b;
static int s;
extern int arr[];
struct later;
extern struct later l;
struct later *pl = &l;
int get(void);
int main(void) {
    extern int b;
    extern char *name;
    {
        extern int hidden(int);
        b = hidden(2);
    }
    arr[1] += a;
    printf("%d %d %d %s %d %d\n", a, b, arr[1], name, get(), s);
    return pl == &l ? 0 : 1;
}
int a = 7;
int arr[3] = {1, 2, 3};
char *name = "late";
int hidden(int x) {
    return x + s;
}
static int s = 4;
struct later {
    int v;
} l = {5};
int get(void) {
    return l.v + pl->v;
}

/* OUTPUT:
7 6 9 late 10 4
*/
