// Traits that newer compilers have as built-ins, for g++ 12, which judges decltype_traits.cu (gxx.py).
#include <type_traits>
#define __remove_reference(...) std::remove_reference_t<__VA_ARGS__>
#define __add_rvalue_reference(...) std::add_rvalue_reference_t<__VA_ARGS__>
#define __is_integral(...) std::is_integral_v<__VA_ARGS__>
#define __is_floating_point(...) std::is_floating_point_v<__VA_ARGS__>
#define __is_lvalue_reference(...) std::is_lvalue_reference_v<__VA_ARGS__>
#define __is_convertible(...) std::is_convertible_v<__VA_ARGS__>
