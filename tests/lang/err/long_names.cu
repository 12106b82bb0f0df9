// Types that have each other twice: their names double with each level, and end with an error.
// RUN: heddle-engine --check FILE
// EXIT: 1
template <class T, class U> struct P {};
typedef P<int, float> T0;
#define TWICE(a, b) typedef P<T##a, T##a> T##b;
TWICE(0, 1) TWICE(1, 2) TWICE(2, 3) TWICE(3, 4) TWICE(4, 5) TWICE(5, 6) TWICE(6, 7) TWICE(7, 8) TWICE(8, 9) TWICE(9, 10)
T10 fits;
TWICE(10, 11) TWICE(11, 12) TWICE(12, 13) TWICE(13, 14) TWICE(14, 15) TWICE(15, 16)
// CHECK: error: the name of this instance of `P` has more than 2097152 characters
TWICE(16, 17) TWICE(17, 18) TWICE(18, 19)
