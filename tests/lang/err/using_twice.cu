// One function found twice is one, but what stands beside it on one of the ways is still there.
// RUN: heddle-engine --check FILE
// EXIT: 1
namespace R {
namespace V { namespace W { int g() { return 4; } } using ::R::V::W::g; }
using ::R::V::W::g;
inline namespace Q { int g() { return 14; } }
}
using namespace R;
int main() {
    using namespace ::R::V;
    // CHECK: error: it is not clear which `R::V::W::g` is meant
    return g();
}
