// C++'s streams: what g++ prints of the same program.
#include <iostream>
#include <iomanip>
#include <climits>
struct P { int x, y; friend std::ostream &operator<<(std::ostream &o, const P &p) { return o << '(' << p.x << ", " << p.y << ')'; } };
enum color { red, green };
int main() {
  float maxError = 0.25f; int *q = nullptr; P p = {1, 2};
  std::cout << "Max error: " << maxError << std::endl;
  std::cout << 1u << ' ' << sizeof(int) << ' ' << 'c' << " " << 3.14159265 << "\n" << (q == nullptr) << ' ' << p << std::endl;
  short s = -3; bool b = true; unsigned char uc = 'u'; long long ll = LLONG_MIN; unsigned long long ull = ULLONG_MAX;
  std::cout << s << b << uc << ' ' << ll << ' ' << ull << std::endl;
  std::cout << std::boolalpha << b << std::noboolalpha << ' ' << green << '\n';
  std::cout << std::fixed << std::setprecision(2) << 3.14159 << ' ' << 2.0f << ' ' << 1e10 << std::defaultfloat << '\n';
  std::cout << std::setprecision(6) << std::scientific << 12345.678 << std::defaultfloat << ' ' << 1e-7 << ' ' << 1e20 << ' ' << 100000.0 << ' ' << 1234567.0 << '\n';
  std::cout << std::setw(6) << 42 << '|' << std::left << std::setw(6) << 42 << '|' << std::right << std::setfill('0') << std::setw(5) << -42 << '|' << std::internal << std::setw(6) << -42 << std::setfill(' ') << std::right << '\n';
  std::cout << std::hex << 255 << ' ' << -1 << ' ' << std::showbase << 255 << ' ' << std::uppercase << 255 << std::nouppercase << std::noshowbase << ' ' << std::oct << 8 << std::dec << '\n';
  std::cout << std::setw(8) << "abc" << std::setw(8) << 1.5 << std::setw(3) << 'x' << '\n';
  char name[] = "array"; char *np = name; const char *cp = "const"; std::cout << name << np << cp << '\n';
  std::cout << std::showpos << 5 << ' ' << 5.5 << ' ' << 5u << std::noshowpos << std::showpoint << ' ' << 5.0 << std::noshowpoint << '\n';
  std::cout.precision(3); std::cout << 3.14159 << ' ' << std::cout.precision() << '\n'; std::cout.width(5); std::cout << 7 << '\n';
  std::cout << 1.0 / 3 << ' ' << 1.0f / 0 << ' ' << (short)-1 << std::hex << ' ' << (short)-1 << std::dec << ' ' << 1.5L << '\n';
  std::cout << (void *)0x1234 << ' ' << (const void *)nullptr << '\n';
  printf("between\n"); std::cout << "after\n"; std::cout << std::setprecision(0) << std::fixed << 2.6 << ' ' << std::setprecision(150) << 1.0 << '\n';
  std::cerr << "to stderr" << std::endl;
  using namespace std;
  cout << "plain names " << setw(4) << 1 << hex << 17 << dec << endl;
  int left = 3; cout << left << ' ' << (1 << 3) << '\n';
  return 0;
}
/* OUTPUT:
Max error: 0.25
1 4 c 3.14159
1 (1, 2)
-31u -9223372036854775808 18446744073709551615
true 1
3.14 2.00 10000000000.00
1.234568e+04 1e-07 1e+20 100000 1.23457e+06
    42|42    |00-42|-00042
ff ffffffff 0xff 0XFF 10
     abc     1.5  x
arrayarrayconst
+5 +5.5 5 5.00000
3.14 3
    7
0.333 inf -1 ffff 1.5
0x1234 0
between
after
3 1.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
plain names    111
3 8
*/
