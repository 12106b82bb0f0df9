// RUN: file -std=c++20
// With -std=c++20 `__cplusplus` says so, and u8"" has a type of its own.
#include <cstdio>
#include <string.h>
#include <type_traits>
#if __cplusplus < 202002L
#error "older than C++20"
#endif
void which(const char *) { printf("char\n"); }
void which(const char8_t *) { printf("char8_t\n"); }
template <class C, int N> int length(const C (&)[N]) { return N - 1; }
int main() {
    which("a");
    which(u8"a");
    const char8_t *s = u8"\u00e9";
    printf("%d %d %d\n", s[0], s[1], length(u8"\u00e9"));
    printf("%d %d\n", (int)std::is_same_v<decltype(u8'a'), char8_t>, (int)std::is_same_v<unsigned char, char8_t>);
    printf("%d %d\n", (int)sizeof(char8_t), (int)((char8_t)-1 > 0));
    printf("%ld\n", __cplusplus);
}
/* OUTPUT:
char
char8_t
195 169 2
1 0
1 1
202002
*/
