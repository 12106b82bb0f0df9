// Private functions that the language itself calls.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct S {
    int open;
private:
    int closed;
    S &operator=(const S &o) { return *this; }
};
void assigned(S a, S b) {
    a = b;
    // CHECK: `operator=` is a private member of `S`
    b.closed = 1;
    // CHECK: make this a `friend` of `S`
}

class One {
    One(const One &o) {}
    operator int() const { return 1; }
    void operator()(int) {}
    int operator[](int i) { return i; }
public:
    One() {}
    template <typename T> class In { T hidden; };
};
void take(One o);
void more(One &o, One::In<int> in) {
    int n = o;
    // CHECK: private member of `One`
    o(1);
    // CHECK: `operator()` is a private member of `One`
    int k = o[1];
    // CHECK: `operator[]` is a private member of `One`
    in.hidden = 3;
    // CHECK: `hidden` is a private member of `One::In<int>`
    auto l = [&] { return o[2]; };
    // CHECK: `operator[]` is a private member of `One`
    take(o);
    // CHECK: the constructor of `One` that this needs is private
}
template <typename T> class Counted {
    inline static int made = 0, more = 0;
public:
    static int count() { return made + more; }
};
struct Part : Counted<int> {
    int inside() { return Part::more; }
    // CHECK: `more` is a private member of `Counted<int>`
};
int first_use(Counted<float> &c) { return c.count() + c.made; }
// CHECK: `made` is a private member of `Counted<float>`
