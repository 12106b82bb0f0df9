// cuSOLVER's systems with sparse matrices: every function and element type, on the device and the host, with bases 0 and 1, symmetric and not, in an order
// that is no band at first; singular ones; what is wrong.
// CPU-ONLY-MESSAGES: the words are ours.
// EXIT: 0
// CHECK: LU 0 wrong, QR 0 wrong, Cholesky 0 wrong
// CHECK: grid of 10000 unknowns: -1, right
// CHECK: singular: 0 3, 0 3, not positive definite: 0 2
// CHECK: handle 1, descriptor 3, n 3, tol 3, host 3, index 3, offsets 3, large 2
// ERROR: cusolverSpDcsrlsvqr: handle is NULL: cusolverSpCreate makes one
// ERROR: cusolverSpDcsrlsvqr: n (-1) is negative
// ERROR: cusolverSpDcsrlsvqr: tol (-1) is negative
// ERROR: cusolverSpDcsrlsvqr: `csrVal` is host memory: copy it to memory of cudaMalloc
// ERROR: cusolverSpDcsrlsvluHost: csrColInd[1] (7) is outside of the matrix
// ERROR: cusolverSpDcsrlsvluHost: csrRowPtr begins with 1 and ends with 4, and not with 0 and 4
// ERROR: diagonals, whose factors would take
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cusolverSp.h>
#include <vector>

unsigned state = 1;
double next() { return (double)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 24) - 0.5; }
cusolverSpHandle_t h;
cusparseMatDescr_t d;

template <typename T> T number() { return (T)next(); }
template <> cuComplex number<cuComplex>() { return {(float)next(), (float)next()}; }
template <> cuDoubleComplex number<cuDoubleComplex>() { return {next(), next()}; }
void add(float &s, float a, float b) { s += a * b; }
void add(double &s, double a, double b) { s += a * b; }
void add(cuComplex &s, cuComplex a, cuComplex b) { s = cuCfmaf(a, b, s); }
void add(cuDoubleComplex &s, cuDoubleComplex a, cuDoubleComplex b) { s = cuCfma(a, b, s); }
double apart(float a, float b) { return fabs(a - b); }
double apart(double a, double b) { return fabs(a - b); }
double apart(cuComplex a, cuComplex b) { return cuCabsf(cuCsubf(a, b)); }
double apart(cuDoubleComplex a, cuDoubleComplex b) { return cuCabs(cuCsub(a, b)); }
float turned(float a) { return a; }
double turned(double a) { return a; }
cuComplex turned(cuComplex a) { return cuConjf(a); }
cuDoubleComplex turned(cuDoubleComplex a) { return cuConj(a); }
void make(float &a, double x) { a = (float)x; }
void make(double &a, double x) { a = x; }
void make(cuComplex &a, double x) { a = {(float)x, 0}; }
void make(cuDoubleComplex &a, double x) { a = {x, 0}; }

// Rows of a few elements anywhere, and a large diagonal. 1: it is wrong.
template <typename T, typename R, typename F> int wrong(F solve, bool host, bool symmetric, int n, int base) {
    std::vector<std::vector<T>> dense(n, std::vector<T>(n));
    std::vector<std::vector<char>> there(n, std::vector<char>(n));
    for (int i = 0; i < n; i++) {
        make(dense[i][i], 4 + 0.01 * i);
        there[i][i] = 1;
    }
    for (int k = 0; k < 2 * n; k++) {
        int i = (int)((next() + 0.5) * n), j = (int)((next() + 0.5) * n);
        if (i == j) continue;
        dense[i][j] = number<T>();
        there[i][j] = 1;
        if (symmetric) dense[j][i] = turned(dense[i][j]), there[j][i] = 1;
    }
    int nnz = 0, *offsets, *columns, where = 7;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) nnz += there[i][j];
    T *values, *b, *x;
    cudaMallocManaged(&offsets, (n + 1) * 4), cudaMallocManaged(&columns, nnz * 4), cudaMallocManaged(&values, nnz * sizeof(T));
    cudaMallocManaged(&b, n * sizeof(T)), cudaMallocManaged(&x, n * sizeof(T));
    std::vector<T> right(n);
    for (int i = 0; i < n; i++) right[i] = number<T>();
    int at = 0;
    for (int i = 0; i < n; i++) {
        offsets[i] = at + base;
        make(b[i], 0);
        for (int j = 0; j < n; j++) {
            if (!there[i][j]) continue;
            columns[at] = j + base;
            values[at++] = dense[i][j];
            add(b[i], dense[i][j], right[j]);
        }
    }
    offsets[n] = at + base;
    cusparseSetMatIndexBase(d, (cusparseIndexBase_t)base);
    int status;
    if (host) { // memory of the host's
        std::vector<T> v(values, values + nnz), c(b, b + n), y(n);
        std::vector<int> o(offsets, offsets + n + 1), k(columns, columns + nnz);
        status = solve(h, n, nnz, d, v.data(), o.data(), k.data(), c.data(), (R)1e-12, 1, y.data(), &where);
        for (int i = 0; i < n; i++) x[i] = y[i];
    } else {
        status = solve(h, n, nnz, d, values, offsets, columns, b, (R)1e-12, 0, x, &where);
    }
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, apart(x[i], right[i]));
    cusparseSetMatIndexBase(d, CUSPARSE_INDEX_BASE_ZERO);
    return status != 0 || where != -1 || most > (sizeof(R) == 4 ? 1e-3 : 1e-10);
}

int main() {
    cusolverSpCreate(&h);
    cusparseCreateMatDescr(&d);
    int lu = 0, qr = 0, chol = 0;
#define ALL(L, T, R) \
    for (int n = 1; n < 60; n += 7) { \
        lu += wrong<T, R>(cusolverSp##L##csrlsvluHost, true, false, n, n & 1); \
        qr += wrong<T, R>(cusolverSp##L##csrlsvqr, false, false, n, n & 1) + wrong<T, R>(cusolverSp##L##csrlsvqrHost, true, false, n, 0); \
        chol += wrong<T, R>(cusolverSp##L##csrlsvchol, false, true, n, n & 1) + wrong<T, R>(cusolverSp##L##csrlsvcholHost, true, true, n, 0); \
    }
    ALL(S, float, float)
    ALL(D, double, double)
    ALL(C, cuComplex, float)
    ALL(Z, cuDoubleComplex, double)
    printf("LU %d wrong, QR %d wrong, Cholesky %d wrong\n", lu, qr, chol);

    // Poisson's equation on 100 x 100 points, whose numbers are mixed up.
    const int side = 100, n = side * side;
    std::vector<int> name(n), o(1), c;
    std::vector<double> v, b(n), x(n), right(n);
    std::vector<int> of(n);
    for (int i = 0; i < n; i++) name[i] = (int)((long long)i * 7919 % n), of[name[i]] = i, right[i] = sin(i);
    for (int r = 0; r < n; r++) {
        int p = of[r], px = p % side, py = p / side;
        auto put = [&](int q, double value) { c.push_back(name[q]), v.push_back(value), b[r] += value * right[name[q]]; };
        put(p, 4);
        if (px > 0) put(p - 1, -1);
        if (px < side - 1) put(p + 1, -1);
        if (py > 0) put(p - side, -1);
        if (py < side - 1) put(p + side, -1);
        o.push_back((int)c.size());
    }
    int where = 7, nnz = (int)c.size();
    cusolverSpDcsrlsvcholHost(h, n, nnz, d, v.data(), o.data(), c.data(), b.data(), 1e-12, 0, x.data(), &where);
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i] - right[i]));
    printf("grid of %d unknowns: %d, %s\n", n, where, most < 1e-9 ? "right" : "wrong");

    // Row 3 is row 0 twice; a diagonal with a negative number.
    int so[] = {0, 1, 2, 3, 4}, sc[] = {0, 1, 2, 3};
    double zero[] = {1, 2, 3, 0}, minus[] = {1, 2, -3, 4}, one[] = {1, 1, 1, 1}, y[4];
    int a = cusolverSpDcsrlsvluHost(h, 4, 4, d, zero, so, sc, one, 1e-12, 0, y, &where), first = where;
    int e = cusolverSpDcsrlsvqrHost(h, 4, 4, d, zero, so, sc, one, 1e-12, 0, y, &where), second = where;
    int f = cusolverSpDcsrlsvcholHost(h, 4, 4, d, minus, so, sc, one, 1e-12, 0, y, &where);
    printf("singular: %d %d, %d %d, not positive definite: %d %d\n", a, first, e, second, f, where);

    printf("handle %d, ", cusolverSpDcsrlsvqr(nullptr, 4, 4, d, one, so, sc, one, 0, 0, y, &where));
    printf("descriptor %d, ", cusolverSpDcsrlsvqr(h, 4, 4, nullptr, one, so, sc, one, 0, 0, y, &where));
    printf("n %d, ", cusolverSpDcsrlsvqr(h, -1, 4, d, one, so, sc, one, 0, 0, y, &where));
    printf("tol %d, ", cusolverSpDcsrlsvqr(h, 4, 4, d, one, so, sc, one, -1, 0, y, &where));
    printf("host %d, ", cusolverSpDcsrlsvqr(h, 4, 4, d, one, so, sc, one, 0, 0, y, &where));
    int bad[] = {0, 7, 2, 3};
    printf("index %d, ", cusolverSpDcsrlsvluHost(h, 4, 4, d, one, so, bad, one, 0, 0, y, &where));
    int late[] = {1, 1, 2, 3, 4};
    printf("offsets %d, ", cusolverSpDcsrlsvluHost(h, 4, 4, d, one, late, sc, one, 0, 0, y, &where));
    // An arrow has no narrow order.
    const int m = 40000;
    std::vector<int> ao(1), ac;
    for (int i = 0; i < m; i++) {
        if (i) ac.push_back(0);
        ac.push_back(i);
        ao.push_back((int)ac.size());
    }
    std::vector<double> av(ac.size(), 1.0), ab(m, 1.0), ax(m);
    printf("large %d\n", cusolverSpDcsrlsvluHost(h, m, (int)ac.size(), d, av.data(), ao.data(), ac.data(), ab.data(), 0, 0, ax.data(), &where));
    cusolverSpDestroy(h);
    return 0;
}
