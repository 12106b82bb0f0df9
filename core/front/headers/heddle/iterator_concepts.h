// C++20's concepts of iterators. A pointer is what is contiguous, and what says so by its iterator_concept.
#pragma once
#include <concepts>
#include <iterator>

namespace std {

struct contiguous_iterator_tag : random_access_iterator_tag {};

template <typename I> using iter_value_t = typename iterator_traits<remove_cvref_t<I>>::value_type;
template <typename I> using iter_difference_t = typename iterator_traits<remove_cvref_t<I>>::difference_type;
template <typename I> using iter_reference_t = decltype(*declval<I &>());
template <typename I> using iter_rvalue_reference_t = decltype(std::move(*declval<I &>()));

template <typename I> concept weakly_incrementable = movable<I> && requires(I i) { { ++i } -> same_as<I &>; i++; };
template <typename I> concept incrementable = regular<I> && weakly_incrementable<I> && requires(I i) { { i++ } -> same_as<I>; };
template <typename I> concept input_or_output_iterator = requires(I i) { *i; } && weakly_incrementable<I>;
template <typename S, typename I> concept sentinel_for = semiregular<S> && input_or_output_iterator<I> && requires(const S &s, const I &i) { { i == s } -> convertible_to<bool>; };
template <typename S, typename I> concept sized_sentinel_for = sentinel_for<S, I> && requires(const S &s, const I &i) { { s - i } -> convertible_to<ptrdiff_t>; { i - s } -> convertible_to<ptrdiff_t>; };
template <typename I> concept __has_category = is_pointer_v<I> || requires { typename I::iterator_category; };
template <typename I, typename G> concept __of_category = __has_category<I> && derived_from<__category<I>, G>;
template <typename I> concept indirectly_readable = requires(const I i) { *i; } && requires { typename iter_value_t<I>; };
template <typename I, typename T> concept indirectly_writable = requires(I &&i, T &&t) { *i = std::forward<T>(t); };
template <typename I> concept input_iterator = input_or_output_iterator<I> && __of_category<I, input_iterator_tag> && indirectly_readable<I>;
template <typename I, typename T> concept output_iterator = input_or_output_iterator<I> && requires(I i, T &&t) { *i++ = std::forward<T>(t); };
template <typename I> concept forward_iterator = input_iterator<I> && __of_category<I, forward_iterator_tag> && incrementable<I>;
template <typename I> concept bidirectional_iterator = forward_iterator<I> && __of_category<I, bidirectional_iterator_tag> && requires(I i) { { --i } -> same_as<I &>; { i-- } -> same_as<I>; };
template <typename I> concept random_access_iterator = bidirectional_iterator<I> && __of_category<I, random_access_iterator_tag> && totally_ordered<I> && sized_sentinel_for<I, I> && requires(I i, const I j, const iter_difference_t<I> n) { { i += n } -> same_as<I &>; { j + n } -> same_as<I>; { n + j } -> same_as<I>; { i -= n } -> same_as<I &>; { j - n } -> same_as<I>; { j[n] } -> same_as<iter_reference_t<I>>; };
template <typename I> concept __says_contiguous = is_pointer_v<I> || requires { requires derived_from<typename I::iterator_concept, contiguous_iterator_tag>; };
template <typename I> concept contiguous_iterator = random_access_iterator<I> && __says_contiguous<I> && is_lvalue_reference_v<iter_reference_t<I>>;

template <typename F, typename I> concept indirectly_unary_invocable = indirectly_readable<I> && invocable<F &, iter_reference_t<I>>;
template <typename F, typename I> concept indirect_unary_predicate = indirectly_readable<I> && predicate<F &, iter_reference_t<I>>;

}
