// A class's own function is no better than one that `using` brings, where they take other types.
struct B { int g(char) { return 1; } int h(int) { return 2; } };
struct C : B {
    int g(double) { return 3; }
    int h(int, int = 0) { return 4; }
    using B::g;
    using B::h;
};
int main() {
    C c;
    c.h(1);
    return c.g(1);
}
// ERROR: using_own_ambiguous.cu:12:12: error: it is not clear which `C::g` is meant for the arguments (int)
