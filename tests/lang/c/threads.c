// pthreads: create, join, mutex, condition, thread-local, once, results; C11 atomics.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int shared, ready;
static _Thread_local int tls = 5;
static __thread int tls2;
static atomic_int at;
static _Atomic long al = 10;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) {
    puts("once");
}
static pthread_key_t key;
struct job {
    int from, to;
    long sum;
};
static void *work(void *p) {
    struct job *j = p;
    pthread_once(&once, init);
    tls = j->from;
    for (int i = j->from; i < j->to; i++) {
        j->sum += i;
        pthread_mutex_lock(&lock);
        shared++;
        pthread_mutex_unlock(&lock);
        atomic_fetch_add(&at, 1);
        al++;
        tls2++;
    }
    pthread_setspecific(key, p);
    return (void *)(long)(tls * 1000 + tls2);
}
static void *wait_ready(void *p) {
    pthread_mutex_lock(&lock);
    while (!ready) pthread_cond_wait(&cond, &lock);
    pthread_mutex_unlock(&lock);
    return p;
}
int main(void) {
    pthread_key_create(&key, NULL);
    pthread_t t[4];
    struct job j[4];
    for (int i = 0; i < 4; i++) {
        j[i] = (struct job){i * 100, (i + 1) * 100, 0};
        pthread_create(&t[i], NULL, work, &j[i]);
    }
    long sum = 0, ret = 0;
    for (int i = 0; i < 4; i++) {
        void *r;
        pthread_join(t[i], &r);
        sum += j[i].sum;
        ret += (long)r;
    }
    printf("%ld %ld %d %d %ld %d\n", sum, ret, shared, atomic_load(&at), (long)al, tls);
    pthread_t w;
    pthread_create(&w, NULL, wait_ready, "done");
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    void *r;
    pthread_join(w, &r);
    puts(r);
    int e = 7;
    printf("%d ", atomic_compare_exchange_strong(&at, &e, 1));
    printf("%d ", e);
    printf("%d ", atomic_exchange(&at, 3));
    at += 4;
    printf("%d\n", at);
    atomic_flag fl = ATOMIC_FLAG_INIT;
    printf("%d ", atomic_flag_test_and_set(&fl));
    printf("%d\n", atomic_flag_test_and_set(&fl));
    printf("%d ", __sync_fetch_and_add(&shared, 5));
    printf("%d\n", __atomic_load_n(&shared, __ATOMIC_SEQ_CST));
    return 0;
}

/* OUTPUT:
once
79800 600400 400 400 410 5
done
0 400 400 7
0 1
400 405
*/
