// Compiler built-ins and inline assembly with operands that they cannot have.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct three { int a[3]; } s, t;
int x, *p;
float f;

int main(void)
{
    // CHECK: error: `__builtin_add_overflow` takes 3 arguments, and 1 is given
    __builtin_add_overflow(1);
    // CHECK: error: `__builtin_add_overflow` works on integers, not on `double`
    __builtin_add_overflow(1.0, 2, &x);
    // CHECK: error: `__builtin_mul_overflow` works on integers, not on `int *`
    __builtin_mul_overflow(1, p, &x);
    // CHECK: error: the result of `__builtin_sub_overflow` goes to an integer variable's address, not `float *`
    __builtin_sub_overflow(1, 2, &f);
    // CHECK: error: the result of `__builtin_sub_overflow` goes to an integer variable's address, not `int`
    __builtin_sub_overflow(1, 2, 3);
    // CHECK: error: `__sync_fetch_and_add` changes a number or a pointer, not `struct three`
    __sync_fetch_and_add(&s, t);
    // CHECK: error: `__atomic_fetch_or` changes an integer, not `float`
    __atomic_fetch_or(&f, 1, 5);
    // CHECK: error: `__atomic_load` works on 1, 2, 4, 8 or 16 bytes, and `struct three` has 12
    __atomic_load(&s, &t, 5);
    // CHECK: error: `__sync_bool_compare_and_swap` works on 1, 2, 4, 8 or 16 bytes
    __sync_bool_compare_and_swap(&s, t, t);
    // CHECK: error: a value of type `struct three` does not fit in a register for `asm`
    // CHECK: help: use the constraint "=m"
    asm("" : "=r"(s));
    // CHECK: error: the constraint "i" needs a constant
    asm("" : : "i"(x));
    return 0;
}
