// RUN: heddle-engine --check FILE
// EXIT: 1
#include <initializer_list>
void f() {
    auto mixed = {1, 2.5};
    // CHECK: `mixed` cannot be deduced from this list
    // CHECK: elements of one type are a std::initializer_list
    auto empty = {};
    // CHECK: `empty` needs a value to deduce `auto` from
    auto nested = {{1, 2}, {3}};
    // CHECK: `nested` needs a value to deduce `auto` from
    auto unknown = {1, nothing};
    // CHECK: `nothing`
    auto two{1, 2};
    // CHECK: `two` needs a value to deduce `auto` from
    auto *pointer = {1};
    // CHECK: `pointer` needs a value to deduce `auto` from
}
