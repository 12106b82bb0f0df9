// Enums in CUDA C are types of their own, and a fixed type bounds their values.
// RUN: heddle-engine --check FILE
// EXIT: 1
enum A { R = 3 };
void by_ref(unsigned &);
int main(void) {
    A a = R;
    // CHECK: error: cannot convert `A *` to `unsigned int *`
    unsigned *p = &a;
    // CHECK: error: cannot bind `A` to `unsigned int &`
    by_ref(a);
    // CHECK: error: the value of `Big` does not fit `unsigned char`
    // CHECK: give the enum a larger type after its `:`
    enum Small : unsigned char { Fits = 255, Big };
    // CHECK: error: the value of `Minus` does not fit `unsigned int`
    enum class Positive : unsigned { Minus = -1 };
    return 0;
}
