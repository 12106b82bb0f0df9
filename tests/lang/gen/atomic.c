// _Atomic objects, the __sync and __atomic built-ins, threads, thread-local variables.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int counter;
static atomic_ulong wide;
static _Atomic double real_sum;
static _Atomic unsigned char small = 250;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Thread_local int mine = 5;
static long plain, guarded;
static int spin;
struct pair { int a, b; };
static _Atomic struct pair both;

static void *work(void *arg) {
    for (int i = 0; i < 2000; i++) {
        counter++;
        wide += 2;
        real_sum += 0.5;
        __sync_fetch_and_add(&plain, 3);
        while (__sync_lock_test_and_set(&spin, 1)) {}
        guarded++;
        __sync_lock_release(&spin);
        mine++;
    }
    *(int *)arg = mine;
    return NULL;
}

int main(void) {
    pthread_t t[4];
    int seen[4];
    for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, &seen[i]);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    printf("%d %lu %g %ld %ld %d %d\n", counter, wide, real_sum, plain, guarded, seen[2], mine);
    small += 10;
    int post = counter--, pre = --counter;
    counter *= 2; counter ^= 5; counter <<= 1;
    printf("%d %d %d %d\n", small, post, pre, counter);
    both = (struct pair){3, 4};
    struct pair copy = both;
    printf("%d %d\n", copy.a, copy.b);
    int expected = 7, x = 7;
    bool ok = __atomic_compare_exchange_n(&x, &expected, 9, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    bool no = __atomic_compare_exchange_n(&x, &expected, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %d %d %d\n", ok, no, x, expected);
    int old = __atomic_fetch_or(&x, 6, __ATOMIC_ACQ_REL), now = __atomic_sub_fetch(&x, 5, __ATOMIC_RELEASE);
    int nand = __sync_nand_and_fetch(&x, 2);
    printf("%d %d %d\n", old, now, nand);
    short s = 1;
    int swapped = __sync_bool_compare_and_swap(&s, 1, -4), value = __sync_val_compare_and_swap(&s, -4, 8);
    printf("%d %d %d\n", swapped, value, s);
    char *p = "ab", *q = __atomic_exchange_n(&p, p + 1, __ATOMIC_SEQ_CST);
    printf("%s %s %s\n", p, q, __atomic_load_n(&p, __ATOMIC_ACQUIRE));
    bool was = atomic_flag_test_and_set(&flag), is = atomic_flag_test_and_set(&flag);
    int loaded = atomic_load(&counter);
    atomic_store(&counter, 11);
    int fetched = atomic_fetch_add_explicit(&counter, 4, memory_order_relaxed), want = 15;
    bool cas = atomic_compare_exchange_strong(&counter, &want, 1);
    printf("%d %d %d %d %d %d\n", was, is, loaded, fetched, cas, counter);
    atomic_thread_fence(memory_order_seq_cst);
    return 0;
}
/* OUTPUT:
8000 16000 4000 24000 8000 2005 5
4 8000 7998 31986
3 4
1 0 9 9
9 10 -3
1 -4 8
b ab b
0 1 31986 11 1 1
*/
