#include <cstdio>
int main(int argc, char **argv) {
    printf("main %d\n", argc);
    return 0;
}
