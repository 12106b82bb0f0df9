// setjmp and longjmp, signal handlers, atexit order, exit status, errno, assert passing.
// EXIT: 17
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static jmp_buf env;
static volatile sig_atomic_t got;
static int depth(int n) {
    if (n == 0) longjmp(env, 42);
    return depth(n - 1) + 1;
}
static void on(int s) {
    got += s == SIGUSR1 ? 1 : 100;
}
static void one(void) {
    puts("atexit one");
}
static void two(void) {
    puts("atexit two");
}
#define TRY if ((code = setjmp(stack[top++])) == 0)
#define CATCH else
static jmp_buf stack[4];
static int top;
static void throw(int c) {
    longjmp(stack[--top], c);
}
static sigjmp_buf sj;
static void fpe(int s) {
    siglongjmp(sj, s);
}
int main(void) {
    volatile int tries = 0;
    int r = setjmp(env);
    printf("%d\n", r);
    if (r == 0) depth(10);
    if (++tries < 3) longjmp(env, tries);
    int code;
    TRY {
        printf("try\n");
        throw(7);
    }
    CATCH {
        printf("caught %d\n", code);
    }
    for (int i = 0; i < 3; i++)
        if (!setjmp(env))
            longjmp(env, 0);
        else
            printf("%d ", i);
    puts("");
    signal(SIGUSR1, on);
    raise(SIGUSR1);
    kill(getpid(), SIGUSR1);
    printf("%d\n", (int)got);
    struct sigaction sa = {.sa_handler = on};
    sigaction(SIGUSR2, &sa, NULL);
    raise(SIGUSR2);
    printf("%d\n", (int)got);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    printf("%d\n", (int)got);
    if (sigsetjmp(sj, 1) == 0) {
        signal(SIGTERM, fpe);
        raise(SIGTERM);
    } else
        puts("back");
    assert(tries == 3 && "fine");
    atexit(one);
    atexit(two);
    printf("bye");
    exit(17);
}

/* OUTPUT:
0
42
1
2
try
caught 7
0 1 2 
2
102
102
back
byeatexit two
atexit one
*/
