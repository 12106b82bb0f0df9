// Assignment operators called by name in member functions, also where the class has the implicit one only.
#include <cstdio>
struct E {
    int x;
    E &self(E o) { E::operator=(o); return *this; }
    void both(E o) { operator=(o); this->operator=(o); }
};
struct D : E {
    int y;
    D &operator=(const D &o) {
        E::operator=(o);
        y = o.y + 1;
        return *this;
    }
    D &operator=(int v) {
        x = v;
        return *this;
    }
    void set(int v) { operator=(v); }
};
int main() {
    E a{1}, b{2};
    a.self(b);
    printf("%d\n", a.x);
    b.x = 7;
    a.both(b);
    printf("%d\n", a.x);
    D d, e;
    d.x = 3;
    d.y = 4;
    e = d;
    printf("%d %d\n", e.x, e.y);
    e.set(9);
    printf("%d\n", e.x);
}
/* OUTPUT:
2
7
3 5
9
*/
