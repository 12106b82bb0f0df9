// Whether an iterator's elements are one block of memory.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

template <typename I> struct is_contiguous_iterator : std::bool_constant<std::is_pointer_v<__raw_t<I>>> {};
template <typename I> inline constexpr bool is_contiguous_iterator_v = is_contiguous_iterator<I>::value;
template <typename T> struct is_trivially_relocatable : std::is_trivially_copyable<T> {};
template <typename T> inline constexpr bool is_trivially_relocatable_v = is_trivially_relocatable<T>::value;

}
