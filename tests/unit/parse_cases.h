// What the parser makes of texts: rows of struct parse_case (test_parse.c): language, text, trees
// and then messages. A message is `line:column: text (help) [line:column note]`.

// ---- CUDA and C++ ----
{CELL,
 "struct dim3 { unsigned x, y, z; };\n"
 "template <typename T, int N = 16> __global__ void k(T *out, const T *__restrict__ in, int n) { "
 "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = T(in[i] * N); }\n"
 "k<float, 16><<<grid, block, 0, stream>>>(a, b, n);\n"
 "k<float, (n >> 2)><<<n>>2, 256>>>(a, b, n);\n"
 "dim3 grid((n + 15) / 16, 1);",
 "(declaration (struct dim3 {\n"
 "  (declaration (unsigned) (x) (y) (z))}))\n"
 "(function (template (typename T) ((int) N = 16)) (__global__ void) k (function ((T) out "
 "(pointer)) ((T const) in (pointer restrict)) ((int) n))\n"
 "  (block\n"
 "    (declaration (int) (i = (+ (* (. x blockIdx) (. x blockDim)) (. x threadIdx))))\n"
 "    (if (< i n) (expr (= (index out i) (convert (type (T)) (* (index in i) N)))) ())))\n"
 "(expr (launch (name k (type (float)) 16) grid block 0 stream a b n))\n"
 "(expr (launch (name k (type (float)) (>> n 2)) (>> n 2) 256 () () a b n))\n"
 "(declaration (dim3) (grid (args (/ (+ n 15) 16) 1)))\n"},
    {CELL,
     "typedef struct { float x, y, z; } float3_;\n"
     "float3_ v{1, 2, 3};\n"
     "float3_ w = {1, 2};\n"
     "float f(float), g(int x = 3);\n"
     "int x(5);",
     "(declaration (typedef struct {\n"
     "  (declaration (float) (x) (y) (z))}) (float3_))\n"
     "(declaration (float3_) (v (init-list 1 2 3)))\n"
     "(declaration (float3_) (w = (init-list 1 2)))\n"
     "(declaration (float) (f (function ((float) _))) (g (function ((int) x = 3))))\n"
     "(declaration (int) (x (args 5)))\n"},
    {CELL,
     "auto add(auto a, auto b) { return a + b; }\n"
     "auto twice(float a) -> float * { return 0; }\n"
     "auto t3(float a, int b) -> decltype(a + b) { return a + b; }",
     "(function (template) (auto) add (function ((auto) a) ((auto) b))\n"
     "  (block\n"
     "    (return (+ a b))))\n"
     "(function (float) twice (pointer) (function ((float) a))\n"
     "  (block\n"
     "    (return 0)))\n"
     "(function (auto) t3 (function ((float) a) ((int) b))\n"
     "  (block\n"
     "    (return (+ a b))))\n"},
    {CELL,
     "float(x) * 2;\n"
     "unsigned(x);\n"
     "static_cast<float>(x) + reinterpret_cast<int *>(p)[0];\n"
     "if constexpr (sizeof(int) == 4) { x = 1; } else if (int y = x; y > 2) x = 3; else x = 4;\n"
     "while (int z = next()) { use(z); }",
     "(expr (* (convert (type (float)) x) 2))\n"
     "(expr (convert (type (unsigned)) x))\n"
     "(expr (+ (static_cast (type (float)) x) (index (reinterpret_cast (type (int) _ (pointer)) p) "
     "0)))\n"
     "(if constexpr (== (sizeof (type (int))) 4)\n"
     "  (block\n"
     "    (expr (= x 1)))\n"
     "  (block\n"
     "    (declaration (int) (y = x))\n"
     "    (if (> y 2) (expr (= x 3)) (expr (= x 4)))))\n"
     "(while (declaration (int) (z = (call next)))\n"
     "  (block\n"
     "    (expr (call use z))))\n"},
    {CELL,
     "using real = double;\n"
     "using namespace std;\n"
     "namespace cg = cooperative_groups;\n"
     "real r = std::max(1.0, ::sin(2.0));\n"
     "extern \"C\" { int puts(const char *); }\n"
     "extern \"C\" void exit2(int);",
     "(using real (type (double)))\n"
     "(using-namespace std)\n"
     "(namespace cg = cooperative_groups)\n"
     "(declaration (real) (r = (call std::max 1.0 (call ::sin 2.0))))\n"
     "(declaration (extern-c int) (puts (function ((char const) _ (pointer)))))\n"
     "(declaration (extern extern-c void) (exit2 (function ((int) _))))\n"},
    {CELL,
     "enum class Color : unsigned char { Red, Green = 5 };\n"
     "Color c = Color::Red; c == Color::Green ? 1 : 2;",
     "(declaration (enum class Color : (type (unsigned char)) {\n"
     "  (Red)\n"
     "  (Green = 5)}))\n"
     "(declaration (Color) (c = Color::Red))\n"
     "(expr (?: (== c Color::Green) 1 2))\n"},
    {CELL,
     "template <class A, int N> void k(A *a);\n"
     "template void k<int>(int *, const int *, int);\n"
     "template <> __global__ void k<double>(double *out, const double *in, int n) { }\n"
     "__global__ void __launch_bounds__(256, 2) kb(float &r, int &&m) noexcept { extern __shared__ "
     "float sm[]; __shared__ int t[16][17];\n"
     "#pragma unroll 4\n"
     "  for (int i = 0; i < 4; i++) ;\n"
     "#pragma unroll\n"
     "  for (;;) ;\n"
     "#pragma unroll (N * 2)\n"
     "  while (1) break;\n"
     " asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane) :: \"memory\");\n"
     " asm(\"nop\" ::: \"memory\");\n"
     "}",
     "(declaration (template (typename A) ((int) N)) (void) (k (function ((A) a (pointer)))))\n"
     "(instantiation (void) k < (type (int)) > (function ((int) _ (pointer)) ((int const) _ (pointer)) ((int) _)))\n"
     "(function template<> (__global__ void) k < (type (double)) > (function ((double) out (pointer)) "
     "((double const) in (pointer)) ((int) n))\n"
     "  (block))\n"
     "(function (__global__ void [launch_bounds 256 2]) kb (function ((float) r (reference)) ((int) m "
     "(rvalue-reference)))\n"
     "  (block\n"
     "    (declaration (extern __shared__ float) (sm (array)))\n"
     "    (declaration (__shared__ int) (t (array 17) (array 16)))\n"
     "    (for [unroll 4] (declaration (int) (i = 0)) (< i 4) (post ++ i) (empty))\n"
     "    (for [unroll -1] () () () (empty))\n"
     "    (while [unroll 0 (* N 2)] 1 (break))\n"
     "    (asm volatile \"mov.u32 %0, %%laneid;\" (out _ \"=r\" lane) clobber \"memory\")\n"
     "    (asm \"nop\" clobber \"memory\")))\n"},
    {CELL,
     "struct node { node *next; int v = 3; } head;\n"
     "const node *p = &head;\n"
     "int (*fp)(int, float) = 0, (*arr[3])(void);\n"
     "int (*pick(int a))(float) { return 0; }\n"
     "if (x) { kb<<<1, 2>>>(r, 1); }\n"
     "for (auto i = 0u; i < 3; ++i) printf(\"%d\\n\", i);",
     "(declaration (struct node {\n"
     "  (declaration (node) (next (pointer)))\n"
     "  (declaration (int) (v = 3))}) (head))\n"
     "(declaration (node const) (p (pointer) = (& head)))\n"
     "(declaration (int) (fp (function ((int) _) ((float) _)) (pointer) = 0) (arr (function) "
     "(pointer) (array 3)))\n"
     "(function (int) pick (function ((float) _)) (pointer) (function ((int) a))\n"
     "  (block\n"
     "    (return 0)))\n"
     "(if x\n"
     "  (block\n"
     "    (expr (launch kb 1 2 () () r 1))) ())\n"
     "(for (declaration (auto) (i = 0u)) (< i 3) (pre ++ i) (expr (call printf \"%d\\n\" i)))\n"},
    {CELL,
     "__constant__ float table[] = {1.f, 2.f, [5] = 3.f};\n"
     "x = c == d ? 1 : 0, y = 2;\n"
     "((int (*)(int))fp)(3);\n"
     "int n2 = sizeof(float (*)[4]), m2 = sizeof (x), m3 = sizeof(float) * 2;\n"
     "constexpr int N = 16;\n"
     "nullptr == p ? true : false;\n"
     "({ int a = 3; a; }) + 1;\n"
     "x + 1",
     "(declaration (__constant__ float) (table (array) = (init-list 1.f 2.f (designated (at 5) "
     "3.f))))\n"
     "(expr (comma (= x (?: (== c d) 1 0)) (= y 2)))\n"
     "(expr (call (cast (type (int) _ (function ((int) _)) (pointer)) fp) 3))\n"
     "(declaration (int) (n2 = (sizeof (type (float) _ (array 4) (pointer)))) (m2 = (sizeof x)) (m3 = "
     "(* (sizeof (type (float))) 2)))\n"
     "(declaration (constexpr int) (N = 16))\n"
     "(expr (?: (== nullptr p) true false))\n"
     "(expr (+ (statement-expression (block\n"
     "        (declaration (int) (a = 3))\n"
     "        (expr a))) 1))\n"
     "(show (+ x 1))\n"},

    // ---- C and GNU C ----
    {IN_C,
     "main() { return 0; }\n"
     "f(a, b) char *a; register b; { return b; }\n"
     "int old(x, y) int x; { return x; }\n"
     "static s; const c = 3; extern e;\n"
     "x = 5, *px;\n"
     "*ptr;\n"
     "typedef int T; typedef struct T { T T; } U; int g(T), h(T T), (T2);",
     "(function (<none>) main (function oldstyle)\n"
     "  (block\n"
     "    (return 0)))\n"
     "(function (<none>) f (function oldstyle ( a) ( b))\n"
     "  (block\n"
     "    (return b)) (declaration (char) (a (pointer))) (declaration (register <none>) (b)))\n"
     "(function (int) old (function oldstyle ( x) ( y))\n"
     "  (block\n"
     "    (return x)) (declaration (int) (x)))\n"
     "(declaration (static <none>) (s))\n"
     "(declaration (<none> const) (c = 3))\n"
     "(declaration (extern <none>) (e))\n"
     "(declaration (<none>) (x = 5) (px (pointer)))\n"
     "(declaration (<none>) (ptr (pointer)))\n"
     "(declaration (typedef int) (T))\n"
     "(declaration (typedef struct T {\n"
     "  (declaration (T) (T))}) (U))\n"
     "(declaration (int) (g (function ((T) _))) (h (function ((T) T))) (T2))\n"},
    {IN_C,
     "typedef int T;\n"
     "enum { A = 1, B = A << 2, } e1;\n"
     "void v(void) { T T = 3; T * 2; { typedef char T; T x; } struct T t; sizeof(struct T); { "
     "__label__ q2; } int A[A]; label: goto *&&label; static void *tab[] = { &&label, &&q }; switch "
     "(T) { case 1 ... 5: case 7: default: ; } for (int T = 0; T < 3; T++) ; do T--; while (T); q: r: "
     "; }\n"
     "int z = ({ int a = 3; a + 1; }), w = sizeof (int) + sizeof z, al = _Alignof(double), off = "
     "__builtin_offsetof(struct T, T[3].x.y);\n"
     "struct bits { unsigned a : 3, : 0, b : 5; struct { int anon; }; union { int u; float f; }; int "
     "flex[]; } __attribute__((packed, aligned(4)));\n"
     "int arr[] = { [0] = 1, [2 ... 5] = 3, [7] 4 }, m[2][3] = {{1,2,3},{4}};\n"
     "struct T st = { .T = 3 }, st2 = { T: 4 };\n"
     "void (*signal(int sig, void (*func)(int)))(int);\n"
     "int vla(int n, int a[n][n], int b[static 3], int c[const *], int d[*]);\n"
     "int z, w;\n"
     "_Static_assert(sizeof(int) == 4, \"int\"); _Static_assert(1);",
     "(declaration (typedef int) (T))\n"
     "(declaration (enum {\n"
     "  (A = 1)\n"
     "  (B = (<< A 2))}) (e1))\n"
     "(function (void) v (function)\n"
     "  (block\n"
     "    (declaration (T) (T = 3))\n"
     "    (expr (* T 2))\n"
     "    (block\n"
     "      (declaration (typedef char) (T))\n"
     "      (declaration (T) (x)))\n"
     "    (declaration (struct T) (t))\n"
     "    (expr (sizeof (type (struct T))))\n"
     "    (block\n"
     "      (local-label q2))\n"
     "    (declaration (int) (A (array A)))\n"
     "    (label label (goto (label-address label)))\n"
     "    (declaration (static void) (tab (pointer) (array) = (init-list (label-address label) "
     "(label-address q))))\n"
     "    (switch T\n"
     "      (block\n"
     "        (case 1 5 (case 7 () (default (empty))))))\n"
     "    (for (declaration (int) (T = 0)) (< T 3) (post ++ T) (empty))\n"
     "    (do (expr (post -- T)) T)\n"
     "    (label q (label r (empty)))))\n"
     "(declaration (int) (z = (statement-expression (block\n"
     "      (declaration (int) (a = 3))\n"
     "      (expr (+ a 1))))) (w = (+ (sizeof (type (int))) (sizeof z))) (al = (_Alignof (type "
     "(double)))) (off = (offsetof (type (struct T)) T (at 3) x y)))\n"
     "(declaration (struct bits {\n"
     "  (declaration (unsigned) (a : 3) (_ : 0) (b : 5))\n"
     "  (declaration (struct {\n"
     "    (declaration (int) (anon))}))\n"
     "  (declaration (union {\n"
     "    (declaration (int) (u))\n"
     "    (declaration (float) (f))}))\n"
     "  (declaration (int) (flex (array)))} [packed] [aligned 4]))\n"
     "(declaration (int) (arr (array) = (init-list (designated (at 0) 1) (designated (at 2 5) 3) "
     "(designated (at 7) 4))) (m (array 3) (array 2) = (init-list (init-list 1 2 3) (init-list 4))))\n"
     "(declaration (struct T) (st = (init-list (designated T 3))) (st2 = (init-list (designated T "
     "4))))\n"
     "(declaration (void) (signal (function ((int) _)) (pointer) (function ((int) sig) ((void) func "
     "(function ((int) _)) (pointer)))))\n"
     "(declaration (int) (vla (function ((int) n) ((int) a (array n) (array n)) ((int) b (array "
     "static 3)) ((int) c (array * const)) ((int) d (array *)))))\n"
     "(declaration (int) (z) (w))\n"
     "(static-assert (== (sizeof (type (int))) 4) \"int\")\n"
     "(static-assert 1 ())\n"},
    {IN_C,
     "typedef int T;\n"
     "int gen(int x) { return _Generic((x), int: 1, float *: 2, default: 3) + "
     "__builtin_choose_expr(1, 2, 3) + __builtin_types_compatible_p(int, T); }\n"
     "int va(int n, ...) { __builtin_va_list ap; int r = __builtin_va_arg(ap, int); return r; }\n"
     "__extension__ typedef struct { long long quot; } lldiv_t; extern int foo(const char *__restrict "
     "p, ...) __asm__(\"\" \"foo2\") __attribute__((__nothrow__, __format__(__printf__, 1, 2)));",
     "(declaration (typedef int) (T))\n"
     "(function (int) gen (function ((int) x))\n"
     "  (block\n"
     "    (return (+ (+ (generic x (type (int)) 1 (type (float) _ (pointer)) 2 () 3) (choose 1 2 3)) "
     "(types-compatible (type (int)) (type (T)))))))\n"
     "(function (int) va (function ((int) n) ...)\n"
     "  (block\n"
     "    (declaration (__builtin_va_list) (ap))\n"
     "    (declaration (int) (r = (va-arg ap (type (int)))))\n"
     "    (return r)))\n"
     "(declaration (typedef struct {\n"
     "  (declaration (long long) (quot))}) (lldiv_t))\n"
     "(declaration (extern int) (foo (function ((char const) p (pointer restrict)) ...) asm \"foo2\" "
     "[nothrow] [format __printf__ 1 2]))\n"},
    {IN_C,
     "int z, w; typedef struct { int T; } S;\n"
     "typeof(int *) tp; __typeof__(z) tz; __auto_type at = 3; _Complex double cd; double _Complex dc; "
     "unsigned u; long long unsigned llu; _Thread_local int tl; _Noreturn void die(void);\n"
     "__attribute__((constructor)) static void init(void) { __asm__ volatile (\"nop\" : \"+r\"(z), "
     "[x] \"=m\"(w) : \"0\"(z) : \"memory\", \"cc\"); asm(\"\"); }\n"
     "int neg = -(-(~!1)), cast = (int)(char)-1, cl = ((S){1}).T, cl2 = *(int[]){1,2}, cnd = z ? : w, "
     "re = __real__ cd, im = __imag__ cd;\n"
     "; \n"
     "int fnp(int (*)(int), int (int), int (*(*)(void))[3]);\n"
     "const char *str = \"a\" \"b\" L\"c\";\n"
     "int (*(*fpa[3])(int))[5];\n"
     "int unsigned typedef long UL;\n"
     "void attrs(int x __attribute__((unused))) { int y __attribute__((unused)) = 3; if (x) "
     "__attribute__((fallthrough)); l: __attribute__((unused)) y++; }",
     "(declaration (int) (z) (w))\n"
     "(declaration (typedef struct {\n"
     "  (declaration (int) (T))}) (S))\n"
     "(declaration (typeof (type (int) _ (pointer))) (tp))\n"
     "(declaration (typeof z) (tz))\n"
     "(declaration (auto) (at = 3))\n"
     "(declaration (_Complex double) (cd))\n"
     "(declaration (_Complex double) (dc))\n"
     "(declaration (unsigned) (u))\n"
     "(declaration (unsigned long long) (llu))\n"
     "(declaration (thread_local int) (tl))\n"
     "(declaration (noreturn void) (die (function)))\n"
     "(function (static void [constructor]) init (function)\n"
     "  (block\n"
     "    (asm volatile \"nop\" (out _ \"+r\" z) (out x \"=m\" w) (in _ \"0\" z) clobber \"memory\" "
     "clobber \"cc\")\n"
     "    (asm \"\")))\n"
     "(declaration (int) (neg = (- (- (~ (! 1))))) (cast = (cast (type (int)) (cast (type (char)) (- "
     "1)))) (cl = (. T (literal (type (S)) (init-list 1)))) (cl2 = (* (literal (type (int) _ (array)) "
     "(init-list 1 2)))) (cnd = (?: z () w)) (re = (__real__ cd)) (im = (__imag__ cd)))\n"
     "(declaration (int) (fnp (function ((int) _ (function ((int) _)) (pointer)) ((int) _ (function "
     "((int) _))) ((int) _ (array 3) (pointer) (function) (pointer)))))\n"
     "(declaration (char const) (str (pointer) = \"a\" \"b\" L\"c\"))\n"
     "(declaration (int) (fpa (array 5) (pointer) (function ((int) _)) (pointer) (array 3)))\n"
     "(declaration (typedef unsigned long int) (UL))\n"
     "(function (void) attrs (function ((int) x [unused]))\n"
     "  (block\n"
     "    (declaration (int) (y [unused] = 3))\n"
     "    (if x (empty [fallthrough]) ())\n"
     "    (label l [unused] (expr (post ++ y)))))\n"},

    // ---- mistakes ----
    {CELL,
     "int x = 3\n"
     "int y = 4;",
     "(declaration (int) (x))\n"
     "(declaration (int) (y = 4))\n"
     "1:10: expected `;` after the declaration of `x`\n"},
    {CELL, "flaot x;",
     "(declaration (<error>) (x))\n"
     "1:1: unknown type name `flaot` (did you mean `float`?)\n"},
    {CELL, "retrun x;",
     "(declaration (<error>))\n"
     "1:1: unknown word `retrun` (did you mean `return`?)\n"},
    {CELL, "whlie (x) { f(); }", "1:1: unknown word `whlie` (did you mean `while`?)\n"},
    {CELL, "fro (int i = 0; i < 3; i++) { f(); }",
     "1:1: unknown word `fro` (did you mean `for`?)\n"},
    {CELL, "void f(flaot x, int y) { }",
     "(declaration f (void) (f (function ((<error>) x) ((int) y))))\n"
     "1:8: unknown type name `flaot` (did you mean `float`?)\n"},
    {CELL, "void f() { int a = 3 int b = 4; g(a b); c = ; d = 4; }",
     "(declaration f (void) (f (function)))\n"
     "1:21: expected `;` after the declaration of `a`\n"
     "1:36: expected `,` or `)` in the list of arguments, found `b` [1:34 the list begins here]\n"
     "1:45: expected an expression, found `;`\n"},
    {CELL,
     "void f() {\n"
     "  if (x > 3 { g(); }\n"
     "  for (int i = 0; i < n, i++) { h(); }\n"
     "  int y = 2;\n"
     "}\n"
     "int z = )4;\n"
     "int w = 5;",
     "(declaration f (void) (f (function)))\n"
     "(declaration (<error>) (z))\n"
     "(declaration (int) (w = 5))\n"
     "2:12: expected `)`, found `{` [2:6 to close this `(`]\n"
     "3:29: expected `;` and the third part of the `for`, found `)` (a `for` has three parts: `for "
     "(int i = 0; i < n; i++)`)\n"
     "6:9: expected an expression, found `)`\n"},
    {CELL,
     "void f() {\n"
     "  int y = 2;\n"
     "  if (x) {\n"
     "     g();\n"
     "\n"
     "void h() { }",
     "(declaration f (void) (f (function)))\n"
     "6:6: `h` cannot be defined inside another function [1:10 the body of `f` begins here; is its "
     "`}` missing?]\n"},
    {CELL,
     "struct S { int x; int y }\n"
     "S s;",
     "(declaration (struct S {\n"
     "  (declaration (int) (x))\n"
     "  (declaration (int) (y))}))\n"
     "(declaration (S) (s))\n"
     "1:24: expected `;` after the member `y`\n"
     "1:26: expected `;` after the struct `S`\n"},
    {CELL,
     "struct S { int x; void move(int d) { x += d; } S(int a) : x(a) {} ~S() {} S operator+(S o); int "
     "y; };",
     "(declaration (struct S {\n"
     "  (declaration (int) (x))\n"
     "  (function (void) move (function ((int) d))\n"
     "    (block\n"
     "      (expr (+= x d))))\n"
     "  (function (<none>) S (function ((int) a))\n"
     "    (block) (x (args a)))\n"
     "  (function (<none>) ~S (function)\n"
     "    (block))\n"
     "  (function (S) operator+ (function ((S) o)))\n"
     "  (declaration (int) (y))}))\n"
     "(function (void) move (function ((int) d))\n"
     "  (block\n"
     "    (expr (+= x d))))\n"
     "(function (<none>) S (function ((int) a))\n"
     "  (block) (x (args a)))\n"
     "(function (<none>) ~S (function)\n"
     "  (block))\n"},
    {CELL, "class Foo : public Bar { public: int x; private: int y; void f(); };",
     "(declaration (struct Foo {\n"
     "  (declaration (int) (x))\n"
     "  (declaration (int) (y))\n"
     "  (function (void) f (function))}))\n"
     "1:20: unknown type name `Bar`\n"},
    {CELL, "struct A : B { int x; };",
     "(declaration (struct A {\n"
     "  (declaration (int) (x))}))\n"
     "1:12: unknown type name `B`\n"},
    {CELL, "auto f = [](int x) { return x; };", "(declaration (auto) (f = (lambda)))\n"},
    {CELL,
     "int *p = new int[n + 1]; delete p; delete[] p; new T; new float *[2][3](); q = new (int){4}, new int(1, 2);",
     "(declaration (int) (p (pointer) = (new (type (int)) (+ n 1))))\n"
     "(expr (delete p))\n"
     "(expr (delete p))\n"
     "(expr (new (type (float) _ (pointer) (array 3)) 2))\n"
     "(expr (comma (= q (new (type (int)) () (init-list 4))) (new (type (int)) () 1 2)))\n"
     "1:52: unknown type name `T`\n"},
    {CELL, "try { f(); } catch (...) { g(); }",
     "(try\n"
     "  (block\n"
     "    (expr (call f))) (catch\n"
     "    (block\n"
     "      (expr (call g)))))\n"},
    {CELL, "throw 3;", "(expr (throw 3))\n"},
    {CELL, "for (auto v : list) { f(v); } for (float &x : {1, 2}) ; for (int i, j : a) ;",
     "(range-for (declaration (auto) (v)) list\n"
     "  (block\n"
     "    (expr (call f v))))\n"
     "(range-for (declaration (float) (x (reference))) (init-list 1 2) (empty))\n"
     "1:70: expected `;` after the first part of the `for`, found `:`\n"},
    {CELL, "void outer() { int inner(int a) { return a; } int b; }",
     "(declaration outer (void) (outer (function)))\n"
     "1:20: `inner` cannot be defined inside another function [1:14 the body of `outer` begins here; "
     "is its `}` missing?]\n"},
    {CELL, "add(int a, int b) { return a + b; }",
     "(declaration add (<error>) (add (function ((int) a) ((int) b))))\n"
     "1:1: `add` has no return type (write `void add(...)`, or the type that it returns)\n"},
    {CELL, "__global__ add(int *a) { }",
     "(declaration add (__global__ <error>) (add (function ((int) a (pointer)))))\n"
     "1:12: `add` has no return type (a kernel returns nothing: write `__global__ void add(...)`)\n"},
    {CELL, "const x = 3;",
     "(declaration (<error> const) (x))\n"
     "1:7: the declaration of `x` has no type (write a type in front of the name, or `auto`)\n"},
    {CELL, "static y;",
     "(declaration (static <error>) (y))\n"
     "1:8: the declaration of `y` has no type (write a type in front of the name, or `auto`)\n"},
    {CELL,
     "vector<int> v(10);\n"
     "std::string s = \"x\";",
     "(declaration (<error>) (v))\n"
     "(declaration (string) (s = \"x\"))\n"
     "1:1: unknown type name `vector` (write `std::vector`, or `using namespace std;` before it)\n"},
    {CELL, "template <typename T> struct vec { T x; };",
     "(declaration (template (typename T)) (struct vec {\n"
     "  (declaration (T) (x))}))\n"},
    {CELL,
     "template <typename T> struct vec { T x; T f() { return x; } };\n"
     "template <> struct vec<int *> { int y; };",
     "(declaration (template (typename T)) (struct vec {\n"
     "  (declaration (T) (x))\n"
     "  (function (T) f (function)\n"
     "    (block\n"
     "      (return x)))}))\n"
     "(declaration template<> (struct vec {\n"
     "  (declaration (int) (y))}))\n"},
    {CELL,
     "template <typename T> struct { T x; };\n"
     "template <typename T> struct vec<T *> { T x; };\n"
     "template <typename T> struct vec { friend T operator+(vec a, vec b) { return a.x; } };",
     "(declaration (template (typename T)) (struct {\n"
     "  (declaration (T) (x))}))\n"
     "(declaration (template (typename T)) (struct vec {\n"
     "  (declaration (T) (x))}))\n"
     "(declaration (template (typename T)) (struct vec {\n"
     "  (function (T) operator+ (function ((vec) a) ((vec) b))\n"
     "    (block\n"
     "      (return (. x a))))}))\n"
     "1:23: a struct template needs a name (write `template <...> struct name { ... };`)\n"},
    {CELL, "template <typename... Ts> void f(Ts... ts) {}",
     "(function (template (typename... Ts)) (void) f (function ((Ts) ts))\n"
     "  (block))\n"},
    {CELL,
     "int a[3 = {1};\n"
     "int b;",
     "(declaration (<error>) (a))\n"
     "(declaration (int) (b))\n"
     "1:14: expected `]`, found `;` [1:6 to close this `[`]\n"},
    {CELL,
     "int a[] = {1, 2 3};\n"
     "int b;",
     "(declaration (<error>) (a))\n"
     "(declaration (int) (b))\n"
     "1:16: expected `,` or `}` in the initialiser, found `3` [1:11 the list begins here]\n"},
    {CELL, "foo(1, 2", "1:9: expected `)`, found the end of the input [1:4 to close this `(`]\n"},
    {CELL,
     "foo(1, 2;\n"
     "bar();",
     "(expr (call bar))\n"
     "1:9: expected `,` or `)` in the list of arguments, found `;` [1:4 the list begins here]\n"},
    {CELL,
     "x = 3 +;\n"
     "y = 4;",
     "(expr (= y 4))\n"
     "1:8: expected an expression, found `;`\n"},
    {CELL, "k<<<1>>>(x);",
     "1:2: a launch takes 2 to 4 values between `<<<` and `>>>`, not 1 (<<<blocks, threads per block, "
     "bytes of shared memory, stream>>>; the last two may be left out)\n"},
    {CELL, "k<<<1, 2>>>;",
     "1:12: expected `(` and the kernel's arguments after `>>>`, found `;` (a kernel without "
     "parameters is launched with `()`)\n"},
    {CELL, "k<<<1, 2>(x);", "1:13: expected `>>>`, found `;` [1:2 to close this `<<<`]\n"},
    {CELL, "x = (flaot)3;", "1:6: unknown type name `flaot` (did you mean `float`?)\n"},
    {CELL, "x = (Pt *)p;", "1:6: unknown type name `Pt`\n"},
    {CELL, "else x = 3;",
     "1:1: `else` without an `if` before it (the `if` ended with its input: write "
     "both in one, with `} else` on the line of the brace)\n"},
    {CELL, "int x, int y;",
     "(declaration (<error>) (x) (_))\n"
     "1:8: expected a name, found the type `int` (declare it on its own, after a `;`, or leave out "
     "the second type)\n"},
    {CELL, "int for = 3;",
     "(declaration (<error>) (_))\n"
     "1:5: expected a name, but `for` is a keyword\n"},
    {CELL, "int 3x;",
     "(declaration (<error>) (_))\n"
     "1:5: a name cannot begin with a digit: `3x`\n"},
    {CELL, "float *restrict p;",
     "(declaration (float) (p (pointer restrict)))\n"
     "1:8: warning: `restrict` is a keyword of C only (in CUDA it is spelled `__restrict__`)\n"},
    {CELL, "int f(int a, ) ;",
     "(declaration (<error>) (f))\n"
     "1:14: expected the type of a parameter, found `)`\n"},
    {CELL, "f(1, );", "1:6: expected an argument after the `,`, found `)`\n"},
    {CELL, "}", "1:1: this `}` closes nothing (take it out, or look for a missing `{` above)\n"},
    {CELL, "x = float;",
     "1:5: expected an expression, found the type `float` (a conversion is written `float(value)`)\n"},
    {CELL, "x = sizeof int;", "1:12: `sizeof` of a type needs parentheses (write `sizeof(int)`)\n"},
    {CELL, "namespace foo { int x; }",
     "(namespace foo)\n"
     "(declaration (int) (x))\n"},
    {CELL, "switch (x) { case 1 f(); break; default g(); }",
     "1:20: expected `:` after the value of the `case`, found `f`\n"
     "1:40: expected `:` after `default`, found `g`\n"},
    {CELL, "do { x(); } until (y);",
     "1:12: expected `while (condition);` after the body of the `do`, found `until`\n"},
    {CELL, "goto 3;", "1:5: expected a label after `goto`, found `3`\n"},
    {CELL, "struct { int x } s;",
     "(declaration (struct {\n"
     "  (declaration (int) (x))}) (s))\n"
     "1:15: expected `;` after the member `x`\n"},
    {CELL, "int x",
     "(declaration (<error>) (x))\n"
     "1:6: expected `;` after the declaration of `x`\n"},
    {CELL, "x = foo::bar(3);", "(expr (= x (call foo::bar 3)))\n"},
    {CELL, "int S::f() { return 1; }",
     "(function (int) f (function)\n"
     "  (block\n"
     "    (return 1)))\n"},
    {CELL, "if x > 3 { f(); }",
     "1:3: expected `(` after `if`, found `x` (the condition stands in parentheses)\n"},
    {CELL, "while x { f(); }",
     "1:6: expected `(` after `while`, found `x` (the condition stands in parentheses)\n"},
    {CELL, "int main() { int x = 5; printf(\"%d\\n\", x) return 0; }",
     "(declaration main (int) (main (function)))\n"
     "1:42: expected `;` after the expression\n"},
    {CELL,
     "void k(int n) { int i = threadIdx.x\n"
     "  if (i < n) a[i] = 0;\n"
     "}",
     "(declaration k (void) (k (function ((int) n))))\n"
     "1:36: expected `;` after the declaration of `i`\n"},
    {CELL, "case 3: x;", "(case 3 () (expr x))\n"},
    {CELL, "int a = 08, b = 0x;  \"abc\" def;",
     "(declaration (int) (a = 08) (b = 0x))\n"
     "1:27: expected `;` after the expression, found `def`\n"},
    {CELL,
     "#pragma unroll\n"
     "int x;",
     "(declaration (int) (x))\n"},
    {CELL,
     "__shared__ float s[N]\n"
     "__syncthreads();",
     "(declaration (__shared__ float) (s (array N)))\n"
     "(expr (call __syncthreads))\n"
     "1:22: expected `;` after the declaration of `s`\n"},
    {CELL, "int f(a, b) int a; { }",
     "(declaration (<error>) (f))\n"
     "(block)\n"
     "1:12: expected `;` after the declaration of `f`, found `int` (for a function, give each "
     "parameter a type)\n"},
    {CELL, "operator+(S a, S b);",
     "1:12: expected `,` or `)` in the list of arguments, found `a` [1:10 the list begins here]\n"},
    {CELL, "S operator+(S a, S b) { return a; }",
     "(declaration operator+ (<error>) (operator+ (function ((<error>) a) ((<error>) b))))\n"
     "1:1: unknown type name `S`\n"
     "1:13: unknown type name `S`\n"
     "1:18: unknown type name `S`\n"},
    {CELL,
     "enum E { A B C };\n"
     "int x;",
     "(declaration (enum E {\n"
     "  (A)}))\n"
     "(declaration (int) (x))\n"
     "1:11: expected `}`, found `B` [1:8 to close this `{`]\n"},
    {CELL,
     "enum E { A, B, C }\n"
     "int x;",
     "(declaration (enum E {\n"
     "  (A)\n"
     "  (B)\n"
     "  (C)}))\n"
     "(declaration (int) (x))\n"
     "1:19: expected `;` after the enum `E`\n"},
    {CELL,
     "typedef struct { int a; } T\n"
     "T t;",
     "(declaration (typedef struct {\n"
     "  (declaration (int) (a))}) (T))\n"
     "(declaration (T) (t))\n"
     "1:28: expected `;` after the declaration of `T`\n"},
    {CELL, "x = a ? b;", "1:10: expected `:`, found `;` [1:7 for this `?`]\n"},
    {CELL, "asm goto (\"x\" : : : : l);",
     "1:5: `asm goto` is not supported (let the assembly write a flag, and test that with `if`)\n"},
    {CELL, "int *p = (int[]){1,2,3}; int f(int) = 3;",
     "(declaration (int) (p (pointer) = (literal (type (int) _ (array)) (init-list 1 2 3))))\n"
     "(declaration (int) (f (function ((int) _)) = 3))\n"},
    {CELL, "float4 v = make_float4(1, 2, 3, 4; v.x",
     "(declaration (<error>) (v))\n"
     "(show (. x v))\n"
     "1:1: unknown type name `float4` (did you mean `float`?)\n"
     "1:34: expected `,` or `)` in the list of arguments, found `;` [1:23 the list begins here]\n"},
    {CELL, "void f(int n) { return n }",
     "(declaration f (void) (f (function ((int) n))))\n"
     "1:25: expected `;` after the `return`\n"},
    {CELL, "whlie (x) { f(); }", "1:1: unknown word `whlie` (did you mean `while`?)\n"},
    {CELL, "fro (int i = 0; i < 3; i++) { f(); }",
     "1:1: unknown word `fro` (did you mean `for`?)\n"},
    {CELL, "void f() { wihle (x) g(); fi (x) { h(); } foo(x) bar(y); }",
     "(declaration f (void) (f (function)))\n"
     "1:12: unknown word `wihle` (did you mean `while`?)\n"
     "1:27: unknown word `fi` (did you mean `if`?)\n"
     "1:49: expected `;` after the expression, found `bar`\n"},
    {CELL,
     "void f() {\n"
     "  int y = 2;\n"
     "  if (x) {\n"
     "     g();\n"
     "\n"
     "void h() { }\n"
     "void i() { }",
     "(declaration f (void) (f (function)))\n"
     "6:6: `h` cannot be defined inside another function [1:10 the body of `f` begins here; is its "
     "`}` missing?]\n"},
    {CELL,
     "class Foo : public Bar { public: int x; private: int y; void f(); };\n"
     "Foo f;",
     "(declaration (struct Foo {\n"
     "  (declaration (int) (x))\n"
     "  (declaration (int) (y))\n"
     "  (function (void) f (function))}))\n"
     "(declaration (Foo) (f))\n"
     "1:20: unknown type name `Bar`\n"},
    {CELL, "int f(a, b) int a; { }",
     "(declaration (<error>) (f))\n"
     "(block)\n"
     "1:12: expected `;` after the declaration of `f`, found `int` (for a function, give each "
     "parameter a type)\n"},
    {CELL, "operator+(S a, S b);",
     "1:12: expected `,` or `)` in the list of arguments, found `a` [1:10 the list begins here]\n"},
    {CELL, "S operator+(S a, S b) { return a; }",
     "(declaration operator+ (<error>) (operator+ (function ((<error>) a) ((<error>) b))))\n"
     "1:1: unknown type name `S`\n"
     "1:13: unknown type name `S`\n"
     "1:18: unknown type name `S`\n"},
    {CELL,
     "template <typename T> T add(T a, T b) { return a + b }\n"
     "x = add<int>(1, 2);",
     "(declaration add (template (typename T)) (T) (add (function ((T) a) ((T) b))))\n"
     "(expr (= x (call (name add (type (int))) 1 2)))\n"
     "1:53: expected `;` after the `return`\n"},
    {CELL,
     "int a = f(1;\n"
     "int b = 2;\n"
     "b",
     "(declaration (<error>) (a))\n"
     "(declaration (int) (b = 2))\n"
     "(show b)\n"
     "1:12: expected `,` or `)` in the list of arguments, found `;` [1:10 the list begins here]\n"},
    {CELL, "printf(\"%d\\n\", x));", "1:18: this `)` closes nothing\n"},
    {CELL,
     "int x = (1 + 2;\n"
     "printf(\"hi\")\n"
     "x",
     "(declaration (<error>) (x))\n"
     "(show x)\n"
     "1:15: expected `)`, found `;` [1:9 to close this `(`]\n"
     "2:13: expected `;` after the expression\n"},
    {CELL,
     "if (x) { \n"
     "  f();\n"
     "} else { \n"
     "  g(;\n"
     "}\n"
     "h();",
     "(expr (call h))\n"
     "4:5: expected an expression, found `;`\n"},
    {CELL,
     "struct P { float x, y; }; P p = P{1, 2}, q{3}; P r(P{1}); float z = P{1,2}.x; f({1, 2}); return "
     "{1, 2};",
     "(declaration (struct P {\n"
     "  (declaration (float) (x) (y))}))\n"
     "(declaration (P) (p = (convert (type (P)) (init-list 1 2))) (q (init-list 3)))\n"
     "(declaration (P) (r (args (convert (type (P)) (init-list 1)))))\n"
     "(declaration (float) (z = (. x (convert (type (P)) (init-list 1 2)))))\n"
     "(expr (call f (init-list 1 2)))\n"
     "(return (init-list 1 2))\n"},
    {CELL, "k<<<dim3(1), {2, 3}>>>();", "(expr (launch k (call dim3 1) (init-list 2 3) () ()))\n"},
    {CELL, "f<3>(x); a < b > c;",
     "(expr (call (name f 3) x))\n"
     "(declaration (<error>) (c))\n"
     "1:10: unknown type name `a`\n"},
    {CELL, "int x = 5 y = 6;",
     "(declaration (<error>) (x))\n"
     "1:10: expected `;` after the declaration of `x`, found `y`\n"},
    {CELL,
     "__device__ int f(int x) [[nodiscard]] { return x; }\n"
     "[[nodiscard]] int g() { if (x) [[likely]] return 1; switch (x) { case 1: [[fallthrough]]; case "
     "2: int y = 3; default: } lab: int z; }",
     "(function (__device__ int) f (function ((int) x)) [nodiscard]\n"
     "  (block\n"
     "    (return x)))\n"
     "(function (int [nodiscard]) g (function)\n"
     "  (block\n"
     "    (if x (return [likely] 1) ())\n"
     "    (switch x\n"
     "      (block\n"
     "        (case 1 () (empty [fallthrough]))\n"
     "        (case 2 () (empty))\n"
     "        (declaration (int) (y = 3))\n"
     "        (default (empty))))\n"
     "    (label lab (empty))\n"
     "    (declaration (int) (z))))\n"},
    {CELL, "int (x) = 3; int (*a)[3]; int (f)(int); float(*p); T(x)[2];",
     "(declaration (int) (x = 3))\n"
     "(declaration (int) (a (array 3) (pointer)))\n"
     "(declaration (int) (f (function ((int) _))))\n"
     "(declaration (float) (p (pointer)))\n"
     "(expr (index (call T x) 2))\n"},
    {CELL,
     "x = (float)(y) + (T)z + (T)(z) + (unknown_t)(z) + float(*p) + (float(*p)) + sizeof(int(*)(int));",
     "1:19: unknown type name `T`\n"},
    {CELL,
     "auto main2() -> int { return 0; }\n"
     "int main3() -> int { return 0; }",
     "(function (int) main2 (function)\n"
     "  (block\n"
     "    (return 0)))\n"
     "(declaration main3 (int) (main3 (function)))\n"
     "2:16: a type after `->` needs `auto` in front (write `auto main3(...) -> ...`, or put the type "
     "in front)\n"},
    {CELL,
     "unsigned long long a = 1, b; long unsigned int c; _Atomic(int) d; _Atomic int e; int "
     "__attribute__((aligned(8))) g; alignas(16) float h[4]; struct __align__(16) S { int x; }; "
     "struct alignas(8) S2 { char c; } __attribute__((packed));",
     "(declaration (unsigned long long) (a = 1) (b))\n"
     "(declaration (unsigned long int) (c))\n"
     "(declaration (_Atomic (type (int))) (d))\n"
     "(declaration (int _Atomic) (e))\n"
     "(declaration (int [aligned 8]) (g))\n"
     "(declaration (float [aligned 16]) (h (array 4)))\n"
     "(declaration (struct S {\n"
     "  (declaration (int) (x))} [aligned 16]))\n"
     "(declaration (struct S2 {\n"
     "  (declaration (char) (c))} [aligned 8] [packed]))\n"},
    {CELL,
     "#pragma pack(push, 1)\n"
     "struct A { char c; int i; };\n"
     "#pragma pack(pop)\n"
     "struct B { char c; int i; };",
     "(declaration (struct A {\n"
     "  (declaration (char) (c))\n"
     "  (declaration (int) (i))} [pack 1]))\n"
     "(declaration (struct B {\n"
     "  (declaration (char) (c))\n"
     "  (declaration (int) (i))}))\n"},
    {CELL, "typename T::foo x;", "(declaration (foo) (x))\n"},
    {CELL, "using T = int; T x = T(3); T y(T(4)), z(T(x)); T w(int(x), 3);",
     "(using T (type (int)))\n"
     "(declaration (T) (x = (convert (type (T)) 3)))\n"
     "(declaration (T) (y (args (convert (type (T)) 4))) (z (args (convert (type (T)) x))))\n"
     "(declaration (T) (w (args (convert (type (int)) x) 3)))\n"},
    {CELL, "friend int x; virtual int y;",
     "(declaration (int) (x))\n"
     "(declaration (int) (y))\n"
     "1:7: expected `;` after the expression\n"
     "1:22: expected `;` after the expression\n"},
    {CELL, "fro (int i = 0; i < 3; i++) { f(; }",
     "1:1: unknown word `fro` (did you mean `for`?)\n"
     "1:33: expected an expression, found `;`\n"},
    {CELL, "void f() { wihle (x) g(); fi (x) { h(); } foo(x) bar(y); }",
     "(declaration f (void) (f (function)))\n"
     "1:12: unknown word `wihle` (did you mean `while`?)\n"
     "1:27: unknown word `fi` (did you mean `if`?)\n"
     "1:49: expected `;` after the expression, found `bar`\n"},
    {CELL,
     "void f() {\n"
     "  int y = 2;\n"
     "  if (x) {\n"
     "     g();\n"
     "\n"
     "void h() { }\n"
     "void i() { }",
     "(declaration f (void) (f (function)))\n"
     "6:6: `h` cannot be defined inside another function [1:10 the body of `f` begins here; is its "
     "`}` missing?]\n"},
    {CELL, "printf(\"%d\\n\", x));", "1:18: this `)` closes nothing\n"},
    {CELL, "int main() { int x = 5; x = 3); return 0; }",
     "(declaration main (int) (main (function)))\n"
     "1:30: this `)` closes nothing\n"},

    // ---- programs ----
    {IN_PROGRAM,
     "#include <stdio.h>\n"
     "int main(void) { return 0; }\n"
     "printf(\"hi\");\n"
     "x = 3;\n"
     "int y;",
     "(function (int) main (function)\n"
     "  (block\n"
     "    (return 0)))\n"
     "(declaration (int) (y))\n"
     "3:1: a program has statements only inside functions (move it into a function; at the prompt and "
     "in cells it could stand here)\n"},
    {IN_PROGRAM,
     "extern \"C\" {\n"
     "int f(int);\n"
     "namespace { int g; }\n"
     "}\n"
     "int h;",
     "(declaration (extern-c int) (f (function ((int) _))))\n"
     "(namespace)\n"
     "(declaration (extern-c int) (g))\n"
     "(declaration (int) (h))\n"},
    {IN_PROGRAM,
     "extern \"C\" {\n"
     "int f(int);",
     "(declaration (extern-c int) (f (function ((int) _))))\n"
     "2:12: expected `}` before the end of the input [1:12 to close this `{`]\n"},
    {IN_PROGRAM,
     "int f(Foo x) { return x; }\n"
     "Foo *g(int a);\n"
     "Foo h;",
     "(declaration f (int) (f (function ((<error>) x))))\n"
     "(declaration (<error>) (g (pointer) (function ((int) a))))\n"
     "(declaration (<error>) (h))\n"
     "1:7: unknown type name `Foo`\n"
     "2:1: unknown type name `Foo`\n"
     "3:1: unknown type name `Foo`\n"},
