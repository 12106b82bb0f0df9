// The whole of the unit tests' framework. A test is a function; `RUN(test)` prints "ok test" or
// "not ok test", with a line per failed check, which is what tests/run counts. main returns
// `check_status()`.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

static int check_failed, check_failures;

#define CHECK(condition)                                             \
    do {                                                             \
        if (!(condition)) {                                          \
            check_failed++;                                          \
            printf("# %s:%d: %s\n", __FILE__, __LINE__, #condition); \
        }                                                            \
    } while (0)

#define CHECK_TEXT(got, want) check_text((got), (want), __FILE__, __LINE__)

static inline void check_text(const char *got, const char *want, const char *file, int line) {
    if (got && strcmp(got, want) == 0) return;
    check_failed++;
    printf("# %s:%d: got\n%s\n# instead of\n%s\n", file, line, got ? got : "(null)", want);
}

#define RUN(test)                                                 \
    do {                                                          \
        check_failed = 0;                                         \
        test();                                                   \
        printf("%s %s\n", check_failed ? "not ok" : "ok", #test); \
        fflush(stdout);                                           \
        check_failures += check_failed;                           \
    } while (0)

static inline int check_status(void) { return check_failures ? 1 : 0; }

#endif
