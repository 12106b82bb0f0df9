// Conversions: types of both sides are named, and what to write instead.
// RUN: heddle-engine --check FILE
// EXIT: 1
enum class Color { Red, Green };
struct pair { int a, b; };
void take(float *data, int n);
void set(int &out);
const int limit = 3;

int main(void)
{
    float x = 1;
    int i = 2;
    const float *ro = &x;
    struct pair p = {1, 2};
    // CHECK: error: cannot convert `float *` to `int *`
    int *wrong = &x;
    // CHECK: error: cannot convert `const float *` to `float *`
    // CHECK: that would drop `const`
    float *rw = ro;
    // CHECK: error: cannot convert `float` to `float *` in argument 1
    // CHECK: write `&` before `x`
    // CHECK: `void take(float *, int)` is declared here
    take(x, 1);
    // CHECK: error: cannot convert `float *` to `float`
    x = rw;
    // CHECK: error: cannot convert `pair` to `int`
    i = p;
    // CHECK: error: cannot convert `Color` to `int`
    // CHECK: static_cast<int>
    i = Color::Red;
    // CHECK: error: cannot bind `int` to `int &`
    // CHECK: needs a variable
    set(5);
    // CHECK: error: cannot bind `float` to `int &`
    set(x);
    // CHECK: error: cannot assign to `limit`: it is `const`
    // CHECK: `limit` is declared here
    limit = 4;
    // CHECK: error: cannot assign to `i + 1`: it is a value, not a variable
    i + 1 = 2;
    // CHECK: error: static_cast cannot turn `float *` into `int *`
    int *s = static_cast<int *>(rw);
    // CHECK: error: reinterpret_cast cannot turn `float` into `int`
    i = reinterpret_cast<int>(x);
    // CHECK: error: a cast cannot turn `float` into `int *`
    s = (int *)x;
    return 0;
}
