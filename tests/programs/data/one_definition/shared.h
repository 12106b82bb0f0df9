// What a header has in each file that includes it and is one thing in the program: inline variables, static members, static locals, tables.
#pragma once
#include <string>
#include <vector>
#include <map>
#include <functional>
struct Log { static Log &get() { static Log l; return l; } std::vector<std::string> lines; void add(const std::string &s) { lines.push_back(s); } };
inline int counter() { static int n = 0; return ++n; }
template <class T> T &shared_value() { static T v{}; return v; }
template <class T> struct Holder { static T value; static inline int uses = 0; static constexpr int k[3] = {1, 2, 3}; }; template <class T> T Holder<T>::value{};
inline std::map<std::string, std::function<int(int)>> &registry() { static std::map<std::string, std::function<int(int)>> r; return r; }
struct Register { Register(const char *n, std::function<int(int)> f) { registry()[n] = f; } };
#define REGISTER(name) static Register reg_##name(#name, name)
inline int global_inline = 5; constexpr int kConst = 7; const char *const kName = "n"; static int per_file = 0; inline std::string inline_string = "abc";
namespace { int anon = 1; }
enum class Color { Red, Green }; template <class E> const char *name_of(E); template <> inline const char *name_of<Color>(Color c) { return c == Color::Red ? "red" : "green"; }
struct Base { virtual ~Base(); virtual const char *who() const { return "base"; } int id = next(); static int next(); };
struct Derived : Base { const char *who() const override; };
class Counted { public: Counted() { ++live; } Counted(const Counted &) { ++live; } ~Counted() { --live; } static int live; };
extern __constant__ float coef[4]; extern __device__ int dcount; void set_coef(const float *); int get_count();
template <typename F> __global__ void apply(F f, int *o, int n) { int i = threadIdx.x; if (i < n) o[i] = f(i); }
__host__ __device__ inline float poly(float x) { return 1 + x * x; }
int run_b(int *o); void throws(int); struct MyErr { int code; };
typedef void (*callback_t)(int, void *); void each(int n, callback_t cb, void *user); extern "C" { extern int c_global; int c_func(int); }
extern thread_local int tl; extern std::vector<int> order;
struct Opaque; Opaque *make_opaque(int); int use_opaque(const Opaque &); void free_opaque(Opaque *);
