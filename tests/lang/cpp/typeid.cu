// typeid of types and of values, its names as libstdc++ has them, and std::type_index.
#include <typeinfo>
#include <typeindex>
#include <iostream>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
template <typename Real> const char *precision() { if (typeid(Real) == typeid(double)) return "double"; return typeid(Real) == typeid(float) ? "single" : "other"; }
template <class T> void print_type(const T &x) { std::cout << typeid(x).name() << " " << typeid(T).name() << "\n"; }
struct S { int a; }; namespace n { class C {}; enum E { A }; } template <class T> struct Box {};
struct Base { virtual ~Base() {} };
int main() {
  std::cout << precision<float>() << precision<double>() << precision<int>() << "\n";
  print_type(1); print_type(2.5f); print_type(std::string("x")[0]); print_type((const char *)"a"); print_type(S()); print_type(n::C()); print_type(n::A);
  const int ci = 3; int &r = const_cast<int &>(ci); std::cout << (typeid(ci) == typeid(int)) << (typeid(r) == typeid(const int &)) << (typeid(int *) == typeid(const int *)) << (typeid(int[3]) != typeid(int[4])) << (typeid(1 + 1.5) == typeid(double)) << "\n";
  std::unordered_map<std::type_index, std::string> names; names[std::type_index(typeid(int))] = "int"; names[typeid(double)] = "double"; names[typeid(S)] = "S";
  std::cout << names[typeid(int)] << names[std::type_index(typeid(S))] << names.size() << "\n";
  std::map<std::type_index, int> m; m[typeid(float)] = 1; m.insert({typeid(long), 2}); std::cout << m.at(typeid(long)) << m.count(typeid(char)) << "\n";
  std::cout << typeid(int).name() << typeid(unsigned long).name() << typeid(float *).name() << typeid(const char *).name() << typeid(void (*)(int)).name() << " " << (typeid(Box<int>) == typeid(Box<int>)) << (typeid(Box<int>) == typeid(Box<long>)) << "\n";
  const std::type_info &ti = typeid(S); std::cout << ti.name() << (ti.hash_code() == typeid(S).hash_code()) << "\n"; int i = 0; (void)typeid(i++); std::cout << i << "\n";
  Base b; std::cout << typeid(b).name() << typeid(Base *).name() << "\n";
}
/* OUTPUT:
singledoubleother
i i
f f
c c
PKc PKc
1S 1S
N1n1CE N1n1CE
N1n1EE N1n1EE
11011
intS3
20
imPfPKcPFviE 10
1S1
0
4BaseP4Base
*/
