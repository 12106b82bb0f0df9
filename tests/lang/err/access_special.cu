// Who may make, copy and end an object is asked where the language does it by itself, also where that makes no code.
// RUN: heddle-engine --check FILE
// EXIT: 1
class E {
    E() {}
    friend void pal();
    friend struct Pal;
};
E e;
// CHECK: access_special.cu:9:3: error: the constructor of `E` that this needs is private
void pal() { E e; }
struct Pal { E e; };
Pal fine;
struct Other { E e; };
Other other;
// CHECK: access_special.cu:15:7: error: `other` cannot be made without values: `Other` cannot call `E()`
// CHECK: it is private in `E`
class Kept {
    ~Kept() = default;
};
Kept kept;
// CHECK: access_special.cu:21:6: error: the destructor of `Kept` is private: nobody else can end such an object
Kept *pointer = new Kept;
void drop() { delete pointer; }
// CHECK: access_special.cu:24:15: error: the destructor of `Kept` is private
class Data {
    int a, b;
};
Data listed = {1, 2};
// CHECK: access_special.cu:29:15: error: `Data` does not take its members' values here
// CHECK: write a constructor that takes these values
// CHECK: `a` is private, and nobody else sets that
class Copied {
    Copied(const Copied &) = default;
public:
    Copied() {}
};
void copies(Copied &c) { Copied d = c; }
// CHECK: access_special.cu:38:37: error: the constructor of `Copied` that this needs is private
struct Holder { Copied c; };
void holds(Holder &h) { Holder other = h; }
// CHECK: access_special.cu:41:40: error: `Holder` cannot be copied
// CHECK: it would need this, which is private in `Copied`
union U { Copied c; int n; };
U u;
// CHECK: access_special.cu:45:3: error: `u` cannot be made without values: `U` has no constructor of its own
// CHECK: for it does not know whether to make `c`
class Empty { public: Empty() {} };
Empty given(1);
// CHECK: access_special.cu:49
struct Explicit { explicit Explicit(int) {} };
void takes(Explicit);
void calls() { takes({1}); }
// CHECK: a list does not call the constructor of `Explicit` by itself: it is `explicit`
// CHECK: say so: `Explicit{...}`
