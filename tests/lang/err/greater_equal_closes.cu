// `>=` and `>>=` are never the end of template arguments.
#include <type_traits>
template <typename T> T zero = 0;
// ERROR: expected `>` at the end of the template arguments, found `>=`
// ERROR: `>=` is one operator: a blank before the `=` ends the arguments
template <typename T, typename std::enable_if<true, T>::type * = nullptr, std::enable_if_t<true, int>= 0> int f(T) { return 1; }
int main() { return zero<int> == 0; }
