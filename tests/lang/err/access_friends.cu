// A friend function is the one with those parameters: another of its name is none.
// RUN: heddle-engine --check FILE
// EXIT: 1
// CHECK-NOT: lets_in
class P {
    int x = 3;
    int lets_in = 4;
    friend int peek(P &p);
    friend int both(P &p, int more);
};
int peek(P &p) { return p.lets_in; }
int peek() {
    P p;
    return p.x;
    // CHECK: access_friends.cu:14:12: error: `x` is a private member of `P`
}
int both(P &p, int more) { return p.lets_in + more; }
int both(P &p) {
    return p.x;
    // CHECK: access_friends.cu:19:12: error: `x` is a private member of `P`
}
class Q {
    int x = 3;
    int lets_in = 4;
    friend int make();
};
int make() {
    Q q;
    return q.lets_in;
}
int make(int n) {
    Q q;
    return q.x + n;
    // CHECK: access_friends.cu:33:12: error: `x` is a private member of `Q`
}
