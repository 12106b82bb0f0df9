// A C++ file has no __CUDACC__, and is C++ to the headers of C all the same.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <uchar.h>
static int kind(bool) { return 1; }
static int kind(wchar_t) { return 2; }
static int kind(char16_t) { return 3; }
static_assert(sizeof(wchar_t) == 4, "");
int kinds() {
    char *none = NULL;
    assert(!none);
    return kind(true) * 100 + kind(L'a') * 10 + kind(u'a');
}
