#!/usr/bin/env python3
# NOT-UNDER-SANITIZERS: it corrupts the heap on purpose
"""What user code does wrong with its heap: said where it happened, or harmless; the engine goes on with the session.

Only what libraries allocated for themselves is the C library's, whose heap, once corrupted, brings the engine down; the next
one has the session's variables and definitions. Apart from the transcripts, because the address sanitizer ends the program
at once there."""

import os
import subprocess
import sys

HEDDLE = os.environ.get("HEDDLE", "heddle")
CASES = {
    "free_of_no_block": "free((void *)0x1234);",
    "free_of_a_variable": "free(&kept);",
    "double_free": "{ void *p = malloc(100); free(p); free(p); }",
    "double_free_of_a_large_block": "{ void *p = malloc(900); free(p); free(p); }",
    "write_after_free_small": "{ long *a = (long *)malloc(100); free(a); a[0] = 5; malloc(100); }",
    "realloc_after_free": "{ void *p = malloc(50); free(p); p = realloc(p, 90); }",
    "overrun": "{ char *a = (char *)malloc(2000), *b = (char *)malloc(2000); memset(a, 'x', 2100); free(b); free(a); }",
    "write_after_free": "{ long *a = (long *)malloc(2000), *b = (long *)malloc(10); free(a); a[0] = a[1] = 5; malloc(2000); malloc(3000); free(b); }",
    "realloc_of_garbage": "{ char text[100]; realloc(text + 16, 200); }",
    "never_found": "{ char *a = (char *)malloc(100000); memset(a, 'x', 100400); }",
    "large_overrun": "{ char *a = (char *)malloc(100000); memset(a, 'x', 100001); free(a); }",
    "string_overrun": "{ char *a = (char *)malloc(5); strcpy(a, \"12345\"); free(a); }",
    "realloc_of_an_overrun": "{ char *a = (char *)malloc(50); a[50] = 0; a = (char *)realloc(a, 60); }",
    "free_inside_of_a_block": "{ char *a = (char *)malloc(100); free(a + 16); }",
    "free_near_the_start": "{ char *a = (char *)malloc(100); free(a + 8); }",
    "free_of_an_odd_address": "{ char *a = (char *)malloc(100); free(a + 1); }",
    "realloc_near_the_start": "{ char *a = (char *)malloc(100); a = (char *)realloc(a + 8, 200); }",
    "double_free_of_units": "{ void *p = malloc(1000000); free(p); free(p); }",
    "double_free_of_many": "{ void *p[1000]; for (int i = 0; i < 1000; i++) p[i] = malloc(40); for (int i = 0; i < 1000; i++) free(p[i]); free(p[3]); }",
    "free_inside_of_a_large_block": "{ char *a = (char *)malloc(1000000); free(a + 524288); }",
    "library_heap": "{ char *m = NULL; size_t n = 0; FILE *f = open_memstream(&m, &n); fputs(\"x\", f); fclose(f); free(m); free(m); }",
}
# Noticed before the heap is damaged: the engine goes on.
NOTICED = {"double_free": "was freed before", "realloc_after_free": "was freed before",
           "free_of_no_block": "is no block of malloc or new", "free_of_a_variable": "is the address of a variable",
           "realloc_of_garbage": "is the address of a local variable",
           "double_free_of_a_large_block": "was freed before", "overrun": "which has 2000 bytes",
           "large_overrun": "which has 100000 bytes", "string_overrun": "which has 5 bytes",
           "realloc_of_an_overrun": "which has 50 bytes",
           "free_near_the_start": "an address inside of a block is not freed",
           "free_of_an_odd_address": "an address inside of a block is not freed",
           "realloc_near_the_start": "an address inside of a block is not freed",
           "double_free_of_units": "was freed before", "double_free_of_many": "was freed before",
           "free_inside_of_a_block": "an address inside of a block is not freed",
           "free_inside_of_a_large_block": "an address inside of a block is not freed"}
HARMLESS = {"write_after_free", "write_after_free_small", "never_found"}
SETUP = "#include <stdlib.h>\n#include <string.h>\nint kept = 42; int *where = &kept;\nint twice(int n) { return 2 * n; }\n"


def main():
    failed = False
    for name, code in CASES.items():
        text = SETUP + code + "\nprintf(\"%d %d\\n\", *where, twice(21));\nprintf(\"%d\\n\", twice(4));\n"
        result = subprocess.run([HEDDLE, "-"], input=text.encode(), capture_output=True, timeout=60)
        out, err = result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")
        if name in NOTICED:
            said = NOTICED[name] in err and "a new engine has" not in err
        elif name in HARMLESS:
            said = err == ""
        else:
            said = "the heap is corrupted, as `free` noticed" in err and "a new engine has" in err
        ok = out.endswith("42 42\n8\n") and said
        print(f"{'ok' if ok else 'not ok'} {name}")
        if not ok:
            print("# out:", out, "err:", err)
        failed = failed or not ok
    sys.exit(failed)


main()
