// Standard input in every way.
// STDIN: 12 34 hello 5.5
// STDIN: a whole line, with   spaces
// STDIN: 0x1f 077 -9
// STDIN: key=value
// STDIN: abcdef
// STDIN: last
#include <stdio.h>
#include <string.h>
#include <ctype.h>
int main(void) {
    int a, b, c;
    char w[20], k[10], v[10];
    float f;
    printf("%d ", scanf("%d %d %19s %f", &a, &b, w, &f));
    printf("%d %d %s %g\n", a, b, w, f);
    char line[80];
    getchar();
    printf("%s", fgets(line, sizeof line, stdin));
    printf("%d ", scanf("%i %i %i", &a, &b, &c));
    printf("%d %d %d\n", a, b, c);
    printf("%d ", scanf(" %9[^=]=%9s", k, v));
    printf("%s %s\n", k, v);
    printf("%d ", scanf(" %3c%*c%n", w, &a));
    w[3] = 0;
    printf("%s %d\n", w, a);
    int ch, up = 0;
    while ((ch = getchar()) != EOF) {
        if (isalpha(ch)) up++;
        putchar(toupper(ch));
    }
    printf("%d %d\n", up, feof(stdin) != 0);
    return 0;
}

/* OUTPUT:
4 12 34 hello 5.5
a whole line, with   spaces
3 31 63 -9
2 key value
1 abc 5
EF
LAST
6 1
*/
