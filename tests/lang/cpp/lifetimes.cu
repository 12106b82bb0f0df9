// Objects and their lives: constructors, copies, moves, assignments, destructors; temporaries, arrays, members, jumps, new and delete.
#include <cstdio>
#include <new>
struct L {
    int id;
    static int n;
    L(int i) : id(i) { printf("L(%d) ", id); }
    L(const L &o) : id(o.id * 10) { printf("copy(%d) ", id); }
    L(L &&o) : id(o.id + 1000) { o.id = -o.id; printf("move(%d) ", id); }
    L &operator=(const L &o) { id = o.id; printf("=copy(%d) ", id); return *this; }
    L &operator=(L &&o) { id = o.id; o.id = 0; printf("=move(%d) ", id); return *this; }
    ~L() { printf("~(%d) ", id); }
};
struct B { L a; L b[2]; int n; };
struct C { L a{7}; int k = 3; };
L make(int i) { return L(i); }
L named(int i) { L x(i); if (i == 0) return x; x.id++; return x; }
L two(int i) { L x(i), y(i + 1); if (i & 1) return x; return y; }
void byval(L x) { printf("[byval %d] ", x.id); }
void byref(const L &x) { printf("[const& %d] ", x.id); }
void ov(const L &) { printf("[const&] "); }
void ov(L &&) { printf("[&&] "); }
void ov(L &) { printf("[&] "); }
template <class T> struct remref { typedef T type; };
#define MOVED(x) static_cast<L &&>(x)
int early(int k) {
    L a(1);
    for (int i = 0; i < 3; i++) {
        L b(i + 10);
        if (i == 0) continue;
        if (k == 1) break;
        L c(20);
        if (k == 2) return a.id;
        if (k == 3) goto out;
    }
    printf("end ");
out:
    printf("out ");
    return 0;
}
void sw(int k) {
    switch (k) {
    case 0: { L a(1); break; }
    case 1: { L b(2); }
    default: printf("default ");
    }
}
#define T(...) printf("%-12s: ", #__VA_ARGS__); __VA_ARGS__; printf(".\n")
int main() {
    T(L a(1));
    T(L b = a);
    T(L c = MOVED(a));
    T(b = c);
    T(b = MOVED(c));
    T(b = L(5));
    T(make(4));
    T(L d = make(6));
    T(L e = named(7));
    T(L f = two(8));
    T(byval(d));
    T(byval(L(9)));
    T(byval(MOVED(d)));
    T(byref(L(11)));
    T(ov(d); ov(L(1)); ov(MOVED(d)); ov((const L &)d));
    T(const L &r = make(12));
    T(L &&rr = make(13));
    T(printf("%d ", make(14).id));
    T(B x = {L(1), {L(2), L(3)}, 4});
    T(B y = x);
    T(B z = static_cast<B &&>(x));
    T(y = z);
    T(y = static_cast<B &&>(z));
    T(C q);
    T(C q2 = q);
    T(L arr[2] = {1, 2});
    T(early(0)); T(early(1)); T(early(2)); T(early(3));
    T(sw(0)); T(sw(1)); T(sw(2));
    T(int v = make(1).id + make(2).id);
    T(v = v > 0 ? make(3).id : make(4).id);
    T(if (make(5).id > 100 && make(6).id) v++);
    T(while (make(v).id < 0) v++);
    T(L *p = new L(21)); T(delete p);
    T(B *bp = new B[2]{{L(1), {2, 3}, 4}, {L(5), {L(6), L(7)}, 8}}); T(delete[] bp);
    T(C *cp = new C[2]); T(delete[] cp);
    alignas(L) char buf[sizeof(L)];
    T(L *pl = new (buf) L(33)); T(pl->~L());
    T(L g = v ? L(1) : make(2));
    T(L h = v ? d : e);
    T({ L i(1); { L j(2); } L k(3); });
    T((void)make(1); make(2), make(3));
    printf("done\n"); // and then the locals of main
}
/* OUTPUT:
L a(1)      : L(1) .
L b = a     : copy(10) .
L c = MOVED(a): move(1001) .
b = c       : =copy(1001) .
b = MOVED(c): =move(1001) .
b = L(5)    : L(5) =move(5) ~(0) .
make(4)     : L(4) ~(4) .
L d = make(6): L(6) .
L e = named(7): L(7) .
L f = two(8): L(8) L(9) move(1009) ~(-9) ~(8) .
byval(d)    : copy(60) [byval 60] ~(60) .
byval(L(9)) : L(9) [byval 9] ~(9) .
byval(MOVED(d)): move(1006) [byval 1006] ~(1006) .
byref(L(11)): L(11) [const& 11] ~(11) .
ov(d); ov(L(1)); ov(MOVED(d)); ov((const L &)d): [&] L(1) [&&] ~(1) [&&] [const&] .
const L &r = make(12): L(12) .
L &&rr = make(13): L(13) .
printf("%d ", make(14).id): L(14) 14 ~(14) .
B x = {L(1), {L(2), L(3)}, 4}: L(1) L(2) L(3) .
B y = x     : copy(10) copy(20) copy(30) .
B z = static_cast<B &&>(x): move(1001) move(1002) move(1003) .
y = z       : =copy(1001) =copy(1002) =copy(1003) .
y = static_cast<B &&>(z): =move(1001) =move(1002) =move(1003) .
C q         : L(7) .
C q2 = q    : copy(70) .
L arr[2] = {1, 2}: L(1) L(2) .
early(0)    : L(1) L(10) ~(10) L(11) L(20) ~(20) ~(11) L(12) L(20) ~(20) ~(12) end out ~(1) .
early(1)    : L(1) L(10) ~(10) L(11) ~(11) end out ~(1) .
early(2)    : L(1) L(10) ~(10) L(11) L(20) ~(20) ~(11) ~(1) .
early(3)    : L(1) L(10) ~(10) L(11) L(20) ~(20) ~(11) out ~(1) .
sw(0)       : L(1) ~(1) .
sw(1)       : L(2) ~(2) default .
sw(2)       : default .
int v = make(1).id + make(2).id: L(1) L(2) ~(2) ~(1) .
v = v > 0 ? make(3).id : make(4).id: L(3) ~(3) .
if (make(5).id > 100 && make(6).id) v++: L(5) ~(5) .
while (make(v).id < 0) v++: L(3) ~(3) .
L *p = new L(21): L(21) .
delete p    : ~(21) .
B *bp = new B[2]{{L(1), {2, 3}, 4}, {L(5), {L(6), L(7)}, 8}}: L(1) L(2) L(3) L(5) L(6) L(7) .
delete[] bp : ~(7) ~(6) ~(5) ~(3) ~(2) ~(1) .
C *cp = new C[2]: L(7) L(7) .
delete[] cp : ~(7) ~(7) .
L *pl = new (buf) L(33): L(33) .
pl->~L()    : ~(33) .
L g = v ? L(1) : make(2): L(1) .
L h = v ? d : e: copy(-60) .
{ L i(1); { L j(2); } L k(3); }: L(1) L(2) ~(2) L(3) ~(3) ~(1) .
(void)make(1); make(2), make(3): L(1) ~(1) L(2) L(3) ~(3) ~(2) .
done
~(-60) ~(1) ~(2) ~(1) ~(70) ~(7) ~(0) ~(0) ~(0) ~(1003) ~(1002) ~(1001) ~(-3) ~(-2) ~(-1) ~(13) ~(12) ~(1009) ~(8) ~(-6) ~(0) ~(5) ~(-1) */
