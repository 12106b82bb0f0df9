// String literals: as arrays, pointers, indexed, compared, in initialisers, adjacent, long, with
// nulls, as char arrays of fixed size.
#include <stdio.h>
#include <string.h>
static char a[] = "one"
                  " two" /* comment */ " three";
static const char *p = "pointer";
static char fixed[10] = "abc";
static char exact[3] = "xyz";
static char table[3][6] = {"first", "2nd", {'t', 'h'}};
static const char nul[] = "a\0b\0c";
static char *const lines[] = {"line 1\n"
                              "still 1\n",
                              "\ttab",
                              "quote\"s",
                              "back\\slash",
                              "\x41\x42"
                              "C",
                              "\1012",
                              "?"
                              "?!",
                              ""};
struct s {
    char in[4];
    const char *out;
} st = {"in", "out"};
int main(void) {
    printf("%s %zu\n", a, sizeof a);
    printf("%c %c %c\n", p[2], *("direct" + 3), "index"[1]);
    printf("%s %d %d\n", fixed, fixed[3], fixed[9]);
    printf("%.3s %zu\n", exact, sizeof exact);
    for (int i = 0; i < 3; i++) printf("%s|", table[i]);
    puts("");
    printf("%zu %zu %s\n", sizeof nul, strlen(nul), nul + 4);
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) printf("<%s>", lines[i]);
    puts("");
    printf("%s %s\n", st.in, st.out);
    a[0] = 'O';
    puts(a);
    char local[] = "local", *q = local;
    q[0] -= 32;
    puts(q);
    printf("%zu %zu %zu\n", sizeof "12345",
           sizeof("a"
                  "b"),
           sizeof(""), sizeof *"x");
    const char *same = "literal";
    printf("%d %d\n", strcmp(same, "literal"), "literal"[7]);
    printf("%s\n", &"skip four"[5]);
    printf("%s%s%s\n", "multi\
line",
           " and ", "end");
    char big[200] = "x";
    printf("%d %d\n", big[0], big[199]);
    printf("percent %% %s\n", "%d");
    puts("tab\there");
    return *"";
}

/* OUTPUT:
one two three 14
i e n
abc 0 0
xyz 3
first|2nd|th|
6 1 c
<line 1
still 1
><	tab><quote"s><back\slash><ABC><A2><??!><>
in out
One two three
Local
6 3 1
0 0
four
multiline and end
120 0
percent % %d
tab	here
*/
