// RUN: file one "two" -3 four
// Command line arguments, environment, exit status.
// EXIT: 50
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
int main(int argc, char *argv[], char *envp[]) {
    printf("%d %d\n", argc, argv[argc] == NULL);
    for (int i = 1; i < argc; i++) printf("%d:%s:%zu\n", i, argv[i], strlen(argv[i]));
    char **p = argv;
    while (*++p)
        if (**p == '-') printf("option %d\n", atoi(*p));
    argv[1][0] = 'O';
    puts(argv[1]);
    printf("%d\n", envp == environ || envp[0] != NULL);
    return argc * 10;
}

/* OUTPUT:
5 1
1:one:3
2:two:3
3:-3:2
4:four:4
option -3
One
1
*/
