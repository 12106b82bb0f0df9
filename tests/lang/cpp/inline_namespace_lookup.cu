// Operators and functions of the namespace around the inline namespace of a class are found by its objects.
#include <iostream>
namespace geo {
inline namespace v1 { struct P { int x, y; }; enum class Axis { X, Y }; }
P operator+(P a, P b) { return {a.x + b.x, a.y + b.y}; }
bool operator<(const P &a, const P &b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }
std::ostream &operator<<(std::ostream &o, const P &p) { return o << '(' << p.x << ',' << p.y << ')'; }
int square(P p) { return p.x * p.x + p.y * p.y; }
const char *name(Axis a) { return a == Axis::X ? "x" : "y"; }
}
int main() {
    geo::P a{1, 2};
    std::cout << a + geo::P{3, 4} << ' ' << (a < geo::P{1, 3}) << ' ' << square(a) << ' ' << name(geo::Axis::Y) << '\n';
}
/* OUTPUT:
(4,6) 1 5 y
*/
