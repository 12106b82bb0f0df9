// Arrays of characters as members whose initial value is a string: alone, beside constructors, in kernels and nested.
#include <cstdio>
struct Tag {
    char name[8] = "none";
    const char kind[3] = {"ab"};
    char rest[2][4] = {"x", "yz"};
    int n = 3;
};
struct Named {
    char name[6] = "first", other[6] = {};
    Named() {}
    Named(int) : name{"given"}, other{"more"} {}
};
template <int N> struct Sized { char text[N] = "abc"; };
struct Line { Tag tag; wchar_t wide[4] = L"wid"; };
__global__ void k(int *sum) {
    Tag t;
    *sum = t.name[0] + t.kind[1] + t.rest[1][1] + t.n;
}
int main() {
    Tag t, given{"name"};
    Named a, b(1);
    Line l;
    printf("%s %s %s %s %d %s %s\n", t.name, t.kind, t.rest[0], t.rest[1], t.n, given.name, given.rest[1]);
    printf("%s %s. %s %s %s %zu %s %d\n", a.name, a.other, b.name, b.other, Sized<4>().text, sizeof(Sized<9>), l.tag.name, (int)l.wide[2]);
    int *sum;
    cudaMallocManaged(&sum, sizeof(int));
    k<<<1, 1>>>(sum);
    cudaDeviceSynchronize();
    printf("%d\n", *sum == 'n' + 'b' + 'z' + 3);
}
/* OUTPUT:
none ab x yz 3 name yz
first . given more abc 9 none 100
1
*/
