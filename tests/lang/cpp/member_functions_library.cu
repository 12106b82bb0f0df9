// Pointers to member functions in the library: threads, async, call_once, delegates, tables in classes, deduction of what they return.
#include <cstdio>
#include <functional>
#include <thread>
#include <future>
#include <mutex>
#include <memory>
#include <type_traits>
#include <vector>
struct Worker { int n = 0; void run(int k) { n += k; } int get() const { return n; } virtual void v() { n = 100; } virtual ~Worker() = default; };
struct Sub : Worker { void v() override { n = 200; } };
template <class C> struct Delegate { C *obj; void (C::*fn)(int); void operator()(int x) const { (obj->*fn)(x); } };
template <class C> Delegate(C *, void (C::*)(int)) -> Delegate<C>;
struct Menu { struct Item { const char *name; int (Menu::*action)(); }; int quit() { return 0; } int open() { return ++opened; } int opened = 0; static const Item items[]; int pick(int i) { return (this->*items[i].action)(); } };
const Menu::Item Menu::items[] = {{"quit", &Menu::quit}, {"open", &Menu::open}};
template <typename R, typename C> R C::* ptr_of(R C::*p) { return p; }
template <class> struct sig; template <class R, class C, class... A> struct sig<R (C::*)(A...) const> { using type = R(A...); };
template <class F> auto wrap(F f) { return std::function<typename sig<decltype(&F::operator())>::type>(f); }
int main() {
    { Worker a; auto r = std::async(std::launch::async, &Worker::get, &a); std::once_flag once; std::call_once(once, &Worker::run, &a, 3); printf("%d %d\n", r.get() >= 0, a.n); }
    Worker w; std::thread t(&Worker::run, &w, 5); t.join(); printf("%d\n", w.get());
    Delegate d{&w, &Worker::run}; d(4); printf("%d\n", std::invoke(&Worker::get, w));
    auto sp = std::make_shared<Sub>(); std::invoke(&Worker::v, *sp); printf("%d\n", std::mem_fn(&Worker::get)(sp));
    Menu m; for (int i = 0; i < 2; i++) printf("%s %d\n", Menu::items[i].name, m.pick(i));
    auto f = wrap([](int a, double b) { return a * b; }); printf("%g\n", f(2, 1.5));
    printf("%d %d\n", w.*ptr_of(&Worker::n), (w.*ptr_of(&Worker::get))());
    std::vector<void (Worker::*)()> vs{&Worker::v, &Worker::v}; for (auto p : vs) (sp.get()->*p)();
    void (Worker::*arr[3])(int) = {&Worker::run}; printf("%d %d\n", arr[0] != nullptr, arr[2] == nullptr);
    std::function<void(Worker &)> fv = &Worker::v; fv(*sp); printf("%d\n", sp->n);
    auto b = std::bind(&Worker::run, std::ref(w), std::placeholders::_1); b(1); printf("%d\n", w.n);
    static_assert(std::is_same_v<decltype(&Worker::get), int (Worker::*)() const>); static_assert(std::is_invocable_v<decltype(&Worker::run), Worker *, int>); static_assert(!std::is_invocable_v<decltype(&Worker::run), Worker *>);
    printf("%d\n", std::is_invocable_v<decltype(&Worker::run), const Worker &, int>);
}
/* OUTPUT:
1 3
5
9
200
quit 0
open 1
3
9 9
1 1
200
10
0
*/
