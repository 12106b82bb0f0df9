// Alias, variable and class templates with partial specialisations, packs, folds. g++ prints the same.
#include <cstdio>
template <class T> using ptr = T *;
template <class T, T v> struct integral_constant { static constexpr T value = v; using type = integral_constant; };
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };
template <class A, class B> constexpr bool is_same_v = is_same<A, B>::value;
template <class T> struct remove_ref { typedef T type; };
template <class T> struct remove_ref<T &> { typedef T type; };
template <class T> struct remove_ref<T &&> { typedef T type; };
template <class T> using remove_ref_t = typename remove_ref<T>::type;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> struct rank_of { static constexpr int value = 0; };
template <class T, int N> struct rank_of<T[N]> { static constexpr int value = 1 + rank_of<T>::value; };
template <class T> struct rank_of<T *> { static constexpr int value = 100 + rank_of<T>::value; };
template <class T> struct rank_of<const T *> { static constexpr int value = 1000; };
template <class R, class... A> struct fn;
template <class R, class... A> struct fn<R(A...)> { static constexpr int n = sizeof...(A); };
template <class... Ts> struct list { static constexpr int n = sizeof...(Ts); };
template <class L> struct head;
template <class T, class... Ts> struct head<list<T, Ts...>> { using type = T; using tail = list<Ts...>; };
template <class T> T sum(T a) { return a; }
template <class T, class... Ts> T sum(T a, Ts... rest) { return a + sum(rest...); }
template <class... Ts> int fold(Ts... v) { return (v + ... + 0); }
template <class... Ts> bool all(Ts... v) { return (... && v); }
template <int... I> int addi() { return (I + ...); }
template <class T> enable_if_t<is_same_v<T, int>, int> which(T) { return 1; }
template <class T> enable_if_t<!is_same_v<T, int>, int> which(T) { return 2; }
template <class T> T later(T x);
template <template <class> class C, class T> struct wrap { C<T> c; };
template <class T> struct box { T v; };
template <class T> void show(const T &t) { printf("%d ", (int)t); }
template <class... Ts> void showall(const Ts &...ts) { (show(ts), ...); printf("\n"); }
template <class... Ts> int arr(Ts... ts) { int a[] = {ts..., 7}; int s = 0; for (int x : a) s += x; return s; }
template <class T> constexpr T pi = T(3.14159);
template <> constexpr int pi<int> = 3;
template <class T> constexpr bool isptr = false;
template <class T> constexpr bool isptr<T *> = true;
int main() {
  int x = 3; ptr<int> p = &x; printf("%d\n", *p);
  printf("%d %d %d\n", is_same<int, int>::value, is_same_v<int, float>, true_type::value);
  printf("%d %d\n", is_same_v<remove_ref_t<int &&>, int>, is_same_v<remove_ref_t<int &>, int>);
  printf("%d %d %d %d\n", rank_of<int[3][4]>::value, rank_of<int **>::value, rank_of<const int *>::value, rank_of<int>::value);
  printf("%d %d\n", fn<int(float, char)>::n, fn<void()>::n);
  printf("%d %d\n", is_same_v<head<list<char, int>>::type, char>, head<list<char, int, float>>::tail::n);
  printf("%d %d %d %d\n", sum(1, 2, 3), fold(1, 2, 3, 4), all(true, false), addi<1, 2, 3>());
  printf("%d %d\n", which(3), which(2.0));
  printf("%d\n", later(5));
  wrap<box, int> w; w.c.v = 4; printf("%d\n", w.c.v);
  showall(1, 2.5, 'a');
  printf("%d\n", arr(1, 2, 3));
  printf("%g %d %d %d\n", pi<double>, pi<int>, isptr<int>, isptr<int *>);
}
template <class U> U later(U y) { return y + 1; }
/* OUTPUT:
3
1 0 1
1 1
2 200 1000 0
2 0
1 2
6 10 0 6
1 2
6
4
1 2 97 
13
3.14159 3 0 1
*/
