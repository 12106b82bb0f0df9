// C++20: questions about types, fractions, bytes, integers compared by their values.
#include <exception>
#include <iomanip>
#include <iostream>
#include <type_traits>
#include <cstddef>
#include <ratio>
#include <utility>
#include <string>
#include <vector>
#include <memory>

template <class... A> void P(const A &...a) {
  const char *gap = "";
  ((std::cout << gap << a, gap = " "), ...);
  std::cout << '\n';
}
struct V { virtual ~V() {} }; struct D : V { int a; }; struct E {}; struct F final { int x; }; union U { int i; float f; }; enum En { e1 }; enum class Ec : short { a }; struct NT { NT(const NT&); NT(int); }; struct NM { NM(NM&&) noexcept(false); int m; void f(); };

template <class F> void section(F f) {
  std::cout << std::setprecision(9) << std::dec << std::noboolalpha;
  std::cout.unsetf(std::ios::floatfield);
  try {
    f();
  } catch (std::exception &e) {
    std::cout << "exception: " << e.what() << '\n';
  }
}
int main() {
  section([] { P(std::to_integer<int>(std::byte{5})); });
  section([] { std::byte b{12}; b <<= 1; P(std::to_integer<int>(b)); b >>= 2; P(std::to_integer<int>(b)); b |= std::byte{1}; b &= std::byte{7}; b ^= std::byte{2}; P(std::to_integer<unsigned>(b)); });
  section([] { P(std::to_integer<int>(std::byte{5} | std::byte{2}), std::to_integer<int>(std::byte{5} & std::byte{4}), std::to_integer<int>(std::byte{5} ^ std::byte{4}), std::to_integer<int>(~std::byte{5}), std::to_integer<int>(std::byte{5} << 3), std::to_integer<int>(std::byte{50} >> 3)); });
  section([] { P(std::byte{5} == std::byte{5}, std::byte{5} < std::byte{6}, sizeof(std::byte)); });
  section([] { P(std::has_virtual_destructor_v<V>, std::has_virtual_destructor<D>::value, std::has_virtual_destructor_v<E>, std::has_virtual_destructor_v<int>); });
  section([] { P(std::has_unique_object_representations_v<int>, std::has_unique_object_representations_v<float>, std::has_unique_object_representations_v<E>); });
  section([] { P(std::is_literal_type_v<int>); });
  section([] { P(std::is_bounded_array_v<int[3]>, std::is_unbounded_array_v<int[]>, std::is_bounded_array_v<int>); });
  section([] { P(std::is_nothrow_swappable_v<int>, std::is_swappable_with_v<int&, int&>, std::is_nothrow_swappable_with_v<int&, int&>, std::is_swappable_v<std::string>); });
  section([] { P(std::is_nothrow_convertible_v<int, double>, std::is_nothrow_convertible<int, std::string>::value); });
  section([] { P(std::is_layout_compatible_v<int, int>); });
  section([] { P(std::is_pointer_interconvertible_base_of_v<E, E>); });
  section([] { P(std::is_nothrow_constructible_v<NT, int>, std::is_nothrow_constructible_v<int, int>, std::is_nothrow_constructible_v<std::string, const char *>, std::is_nothrow_constructible<std::string, std::string&&>::value); });
  section([] { P(std::is_same_v<std::remove_cvref_t<const int&>, int>, std::is_same_v<std::type_identity_t<int>, int>); });
  section([] { P(std::alignment_of_v<double>, std::rank_v<int[2][3]>, std::extent_v<int[2][3], 1>); });
  section([] { P(std::is_same_v<std::aligned_union_t<4, int, double>, int>, sizeof(std::aligned_union_t<4, int, double>), alignof(std::aligned_union_t<4, int, double>)); });
  section([] { P(sizeof(std::aligned_storage_t<3, 8>), alignof(std::aligned_storage_t<sizeof(double), alignof(double)>), sizeof(std::aligned_storage_t<40>), sizeof(std::max_align_t)); });
  section([] { P(std::is_same_v<std::make_signed_t<unsigned char>, signed char>, std::is_same_v<std::make_unsigned_t<En>, unsigned>, std::is_same_v<std::underlying_type_t<Ec>, short>); });
  section([] { P(std::is_same_v<std::conditional_t<true, int, char>, int>, std::is_same_v<std::unwrap_reference_t<std::reference_wrapper<int>>, int&>); });
  section([] { P(std::is_move_assignable_v<F>, std::is_nothrow_move_assignable_v<std::string>, std::is_trivially_copyable_v<std::pair<int,int>>, std::is_nothrow_copy_constructible_v<std::string>, std::is_nothrow_move_constructible_v<NM>, std::is_nothrow_move_constructible_v<std::vector<int>>); });
  section([] { P(std::is_nothrow_destructible_v<V>, std::is_trivially_destructible_v<V>, std::is_nothrow_default_constructible_v<std::vector<int>>); });
  section([] { P(std::ratio_less_v<std::ratio<1,3>, std::ratio<1,2>>, std::ratio_less<std::ratio<2,3>, std::ratio<1,2>>::value, std::ratio_equal_v<std::ratio<2,4>, std::ratio<1,2>>, std::ratio_not_equal_v<std::milli, std::micro>, std::ratio_less_equal_v<std::ratio<1,2>, std::ratio<1,2>>, std::ratio_greater_v<std::kilo, std::mega>, std::ratio_greater_equal_v<std::giga, std::mega>, std::ratio_equal<std::milli, std::milli>::value, std::ratio_not_equal<std::milli, std::milli>(), std::ratio_less_equal<std::milli, std::milli>(), std::ratio_greater<std::milli, std::milli>(), std::ratio_greater_equal<std::milli, std::milli>()); });
  section([] { P(std::atto::den, std::femto::den, std::tera::num, std::peta::num, std::exa::num, std::ratio<-4, 6>::num, std::ratio<4, -6>::den, std::ratio<4,6>::type::num); });
  section([] { P(std::ratio_add<std::ratio<1,3>, std::ratio<1,6>>::num, std::ratio_subtract<std::ratio<1,3>, std::ratio<1,6>>::den, std::ratio_divide<std::giga, std::micro>::num, std::ratio_multiply<std::ratio<4000000000,3>, std::ratio<3,2000000000>>::num, std::is_same_v<std::intmax_t, long>); });
  section([] { P(std::is_arithmetic_v<bool>, std::is_fundamental_v<void>, std::is_compound_v<int*>, std::is_object_v<int&>, std::is_scalar_v<std::nullptr_t>, std::is_null_pointer_v<decltype(nullptr)>); });
  section([] { P(std::integral_constant<int, 5>::value, std::integral_constant<int, 5>()(), std::bool_constant<true>::value, std::true_type{} ? 1 : 0, std::is_same_v<std::true_type::value_type, bool>); });
  section([] { P(std::conjunction_v<std::true_type, std::is_same<int, int>>, std::disjunction_v<std::false_type, std::is_void<int>>, std::negation_v<std::true_type>, std::conjunction_v<>, std::disjunction<>::value); });
  section([] { P(std::is_constant_evaluated()); });
  section([] { P(std::cmp_less(-1, 1u), std::cmp_equal(-1, ~0u), std::cmp_greater(1u, -1), std::cmp_less_equal(1, 1u), std::cmp_greater_equal(-1, 1u), std::cmp_not_equal(-1, -1l), std::in_range<unsigned char>(256), std::in_range<int>(3u)); });
  section([] { int i = 1; P(std::exchange(i, 2), i, std::as_const(i)); });
  section([] { P(std::is_same_v<decltype(std::move_if_noexcept(std::declval<NM&>())), NM&&>); });
  section([] { P(std::integer_sequence<int, 1, 2, 3>::size(), std::make_index_sequence<5>::size(), std::is_same_v<std::integer_sequence<int,1>::value_type, int>); });
  section([] { P(std::is_same_v<std::index_sequence_for<int, char>, std::index_sequence<0, 1>>); });
  section([] { P(std::tuple_size_v<std::pair<int, int>>, std::is_same_v<std::tuple_element_t<1, std::pair<int, char>>, char>); });
  section([] { std::pair p{1, 2.5}; auto [a, c] = p; P(a, c, std::get<0>(p), std::get<double>(p)); std::pair<int, double> q{0, 1}; q = p; std::swap(p, q); P(p < q, p == q, p != q, p <= q, p >= q, p > q); });
}
/* OUTPUT:
5
24
6
5
7 4 1 250 40 6
1 1 1
1 1 0 0
1 0 0
1
1 1 0
1 1 1 1
1 0
1
1
0 1 0 1
1 1
8 2 3
0 8 8
8 8 48 32
1 1 1
1 1
1 1 0 0 0 1
1 0 1
1 0 1 1 1 0 1 1 0 1 0 1
1000000000000000000 1000000000000000 1000000000000 1000000000000000 1000000000000000000 -2 3 2
1 6 1000000000000000 2 1
1 1 1 0 1 1
5 5 1 1 1
1 0 0 1 0
0
1 0 1 1 0 0 0 1
1 2 2
1
3 5 1
1
2 1
1 2.5 1 2.5
0 1 0 1 1 0
*/
