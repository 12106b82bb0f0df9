// C++20: std::source_location and __builtin_LINE() in default arguments are of the call's place, of the outermost one where
// default arguments call each other, in instances and constructors too.
#include <cstdio>
#include <cstring>
#include <source_location>
#include <string>
static void plain(int line = __builtin_LINE(), const char *name = __builtin_FUNCTION()) { printf("%d %s\n", line, name); }
static void where(std::source_location l = std::source_location::current()) { printf("%u %s\n", (unsigned)l.line(), l.function_name()); }
template <class T> void logged(T x, const std::source_location &l = std::source_location::current()) { printf("%d at %u\n", (int)x, (unsigned)l.line()); }
static int twice(int line = __builtin_LINE()) { return 2 * line; }
static void outer(int v = twice()) { printf("%d\n", v); }
struct Error {
    std::string text;
    unsigned line;
    Error(const char *t, std::source_location l = std::source_location::current()) : text(t), line(l.line()) {}
    static int here(int line = __builtin_LINE()) { return line; }
    void say(int line = __builtin_LINE()) const { printf("%s %u %d\n", text.c_str(), line, this->line); }
};
static void fail() { throw Error("no"); }
#define CHECK(x) check(x)
static bool check(bool ok, int line = __builtin_LINE()) { if (!ok) printf("failed at %d\n", line); return ok; }
int main() {
    plain();
    where();
    logged(1);
    logged(2.5);
    outer();
    plain(1); plain(2, "given");
    try { fail(); } catch (const Error &e) { e.say(); }
    Error e("direct");
    e.say();
    printf("%d\n", Error::here());
    CHECK(1 > 2);
    auto l = std::source_location::current();
    printf("%u %s %d %d\n", (unsigned)l.line(), l.function_name(), strstr(l.file_name(), ".cu") != nullptr, l.column() > 0);
    std::source_location none;
    printf("%u %s.\n", (unsigned)none.line(), none.file_name());
    auto f = [] { plain(); };
    f();
}
/* OUTPUT:
23 main
24 int main()
1 at 25
2 at 26
54
1 main
2 given
no 29 19
direct 31 30
32
failed at 33
34 int main() 1 1
0 .
38 operator()
*/
