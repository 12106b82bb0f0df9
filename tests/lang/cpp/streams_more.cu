// What is printed in one expression is computed from left to right; more manipulators. g++ prints the same.
#include <iostream>
#include <iomanip>
#include <iterator>
#include <algorithm>
#include <limits>
#include <new>
enum class Mode : int { Fast = 1, Slow };
struct Counter {
    int n;
    int next() { return ++n; }
    Counter &add(int k) { n += k; return *this; }
};
struct Stack {
    int v[4], top;
    int pop() { return v[--top]; }
};
std::ostream &operator<<(std::ostream &out, Mode m) { return out << "Mode " << static_cast<int>(m); }
int main() {
    using namespace std;
    int x = 5;
    Stack s = {{1, 2, 3, 4}, 4};
    Counter c = {0};
    cout << x++ << " " << ++x << " " << x << endl;
    cout << s.pop() << s.pop() << s.pop() << endl;
    cout << c.next() << c.next() << c.add(c.next()).n << endl;
    cout << (void *)0 << " " << Mode::Slow << endl;
    cout << setiosflags(ios::fixed | ios::showpoint) << setprecision(2) << 2.0 << resetiosflags(ios::fixed) << " " << 2.0 << endl;
    cout << noshowpoint << setiosflags(ios::hex) << resetiosflags(ios::dec) << 255 << endl;
    cout << dec << numeric_limits<streamsize>::max() << endl;
    int a[] = {1, 2, 3};
    copy(begin(a), end(a), ostream_iterator<int>(cout, ", "));
    int *p = new (std::nothrow) int(7), *q = new int[4]{1, 2};
    struct P { int x, y; } *r = new P[2]{{1, 2}, {3, 4}};
    if (p == nullptr) return 1;
    cout << *p << q[0] << q[1] << q[2] << q[3] << r[1].y << endl;
    delete p;
    delete[] q;
    delete[] r;
}
/* OUTPUT:
5 7 7
432
126
0 Mode 2
2.00 2.0
ff
9223372036854775807
1, 2, 3, 712004
*/
