// cuSOLVER's systems with sparse matrices: cusolverSp...csrlsvlu, csrlsvqr, csrlsvchol, on the
// device and on the host. The unknowns are put in an order in which the matrix is a narrow band,
// and LAPACK solves that. (Whatever decomposition a program names, LU with pivots does for matrices
// that are not symmetric: the solution is the same.)
//
// Sources: NVIDIA's cuSOLVER documentation, chapter "cuSolverSP"; Cuthill and McKee (1969), George
// (1971) for the order.
#include <math.h>

#include "run/library/solver/solver.h"
#include "run/library/sparse/sparse.h"

#undef complex // solver_element has a member of that name

#define MOST_BYTES (UINT64_C(4) << 30) // of the band

struct sparse_solver {
    const struct library_kind *kind;
    void *stream;
};
static const struct library_kind handle_kind = {"cusolverSpCreate"};

static int hd_cusolverSpCreate(struct sparse_solver **handle) {
    static const char api[] = "cusolverSpCreate";
    if (!library_load(&library_openblas, api)) return SOLVER_NOT_INITIALIZED;
    struct sparse_solver *made = hd_xcalloc(1, sizeof *made);
    made->kind = &handle_kind;
    if (library_result(api, handle, &made, sizeof made)) return SOLVER_SUCCESS;
    free(made);
    return SOLVER_INVALID_VALUE;
}

#define HANDLE(name)                \
    static const char api[] = name; \
    if (!LIBRARY_KNOWN(api, "handle", handle, &handle_kind)) return SOLVER_NOT_INITIALIZED

static int hd_cusolverSpDestroy(struct sparse_solver *handle) {
    HANDLE("cusolverSpDestroy");
    LIBRARY_GONE(handle);
    free(handle);
    return SOLVER_SUCCESS;
}

static int hd_cusolverSpSetStream(struct sparse_solver *handle, void *stream) {
    HANDLE("cusolverSpSetStream");
    SOLVER_NEED(hd_cudart_stream_valid(stream), "%p is no stream", stream);
    handle->stream = stream;
    return SOLVER_SUCCESS;
}

static int hd_cusolverSpGetStream(const struct sparse_solver *handle, void **stream) {
    HANDLE("cusolverSpGetStream");
    return library_result(api, stream, &handle->stream, sizeof handle->stream)
               ? SOLVER_SUCCESS
               : SOLVER_INVALID_VALUE;
}

// ---- the order ----------------------------------------------------------------------------------

struct graph { // who is beside whom, in a row or in a column
    int n, *offsets, *beside;
};

static int degree(const struct graph *g, int i) { return g->offsets[i + 1] - g->offsets[i]; }

static struct graph graph_of(int n, int base, const int *offsets, const int *columns) {
    struct graph g = {n, hd_xcalloc((size_t)n + 2, sizeof(int)), NULL};
    int nnz = offsets[n] - base, *next = g.offsets + 1; // where each begins, then where it ends
    for (int i = 0; i < n; i++)
        for (int k = offsets[i] - base; k < offsets[i + 1] - base; k++) {
            next[i]++;
            next[columns[k] - base]++;
        }
    for (int i = 0, sum = 0; i < n; i++) {
        int here = next[i];
        next[i] = sum;
        sum += here;
    }
    g.beside = hd_xmalloc(2 * (size_t)nnz * sizeof(int) + 1);
    for (int i = 0; i < n; i++)
        for (int k = offsets[i] - base; k < offsets[i + 1] - base; k++) {
            int j = columns[k] - base;
            g.beside[next[i]++] = j;
            g.beside[next[j]++] = i;
        }
    return g;
}

// In breadth from `start` on, those with few beside them first; returns how many were reached.
static int walk(const struct graph *g, int start, int *order, bool *seen) {
    int n = 1;
    order[0] = start;
    seen[start] = true;
    for (int at = 0; at < n; at++) {
        int first = n;
        for (int k = g->offsets[order[at]]; k < g->offsets[order[at] + 1]; k++) {
            int j = g->beside[k], to = n;
            if (seen[j]) continue;
            seen[j] = true;
            while (to > first && degree(g, order[to - 1]) > degree(g, j)) {
                order[to] = order[to - 1];
                to--;
            }
            order[to] = j;
            n++;
        }
    }
    return n;
}

// order[k]: the unknown that is the k-th.
static void narrow_order(const struct graph *g, int *order) {
    bool *seen = hd_xcalloc((size_t)g->n + 1, sizeof *seen);
    for (int i = 0, done = 0; i < g->n; i++) {
        if (seen[i]) continue;
        // From the farthest that was found twice: the ends of the graph.
        for (int turn = 0, start = i; turn < 3; turn++) {
            int n = walk(g, start, order + done, seen);
            if (turn == 2) {
                done += n;
                break;
            }
            start = order[done + n - 1];
            for (int k = 0; k < n; k++) seen[order[done + k]] = false;
        }
    }
    for (int i = 0, j = g->n - 1; i < j; i++, j--) {
        int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    free(seen);
}

// ---- a system -----------------------------------------------------------------------------------

struct system {
    const struct solver_element *e;
    const char *api;
    int n, base;
    const int *offsets, *columns;
    const char *values;
    int *order, *place; // place[order[k]] = k
    int below, above;   // diagonals of the band
    bool symmetric;     // by Cholesky: the lower triangle counts
    char *band, *x;
    size_t ld;
};

static void add(const struct system *s, char *to, const char *value, bool conjugate) {
    int numbers = s->e->complex ? 2 : 1;
    for (int i = 0; i < numbers; i++) {
        int sign = i && conjugate ? -1 : 1;
        if (s->e->real == 4)
            ((float *)(void *)to)[i] += (float)sign * ((const float *)(const void *)value)[i];
        else
            ((double *)(void *)to)[i] += sign * ((const double *)(const void *)value)[i];
    }
}

static double size_at(const struct system *s, const char *p) {
    double re = solver_real(s->e, p, 0), im = s->e->complex ? solver_real(s->e, p, 1) : 0;
    return hypot(re, im);
}

static void measure_band(struct system *s) {
    for (int i = 0; i < s->n; i++)
        for (int k = s->offsets[i] - s->base; k < s->offsets[i + 1] - s->base; k++) {
            int down = s->place[i] - s->place[s->columns[k] - s->base];
            if (down > s->below) s->below = down;
            if (-down > s->above) s->above = -down;
        }
    if (s->symmetric && s->above > s->below) s->below = s->above;
}

static void fill_band(struct system *s) {
    for (int i = 0; i < s->n; i++)
        for (int k = s->offsets[i] - s->base; k < s->offsets[i + 1] - s->base; k++) {
            int column = s->columns[k] - s->base, r = s->place[i], c = s->place[column];
            const char *value = s->values + (size_t)k * s->e->size;
            if (!s->symmetric) {
                size_t at = (size_t)c * s->ld + (size_t)(s->below + s->above + r - c);
                add(s, s->band + at * s->e->size, value, false);
            } else if (column <= i) {
                int low = r > c ? r : c, high = r > c ? c : r;
                size_t at = (size_t)high * s->ld + (size_t)(low - high);
                add(s, s->band + at * s->e->size, value, r < c);
            }
        }
}

// Solves for x in place; *singular: the place where it cannot be, or -1.
static int solve_band(struct system *s, double tol, int *singular) {
    const struct solver_element *e = s->e;
    const char *api = s->api;
    int n = s->n, below = s->below, above = s->above, ld = (int)s->ld, one = 1, info = 0;
    *singular = -1;
    if (s->symmetric) {
        SOLVER_LAPACK("pbtrf", (const char *, int *, int *, void *, int *, int *, size_t),
                      ("L", &n, &below, s->band, &ld, &info, 1));
        if (info > 0) *singular = info - 1;
        for (int j = 0; j < n && *singular < 0; j++)
            if (size_at(s, s->band + (size_t)j * s->ld * e->size) < tol) *singular = j;
        if (*singular < 0)
            SOLVER_LAPACK(
                "pbtrs",
                (const char *, int *, int *, int *, void *, int *, void *, int *, int *, size_t),
                ("L", &n, &below, &one, s->band, &ld, s->x, &n, &info, 1));
        return SOLVER_SUCCESS;
    }
    int *pivots = hd_xmalloc((size_t)n * sizeof *pivots + 1);
    int (*const factor)(int *, int *, int *, int *, void *, int *, int *, int *) =
        (int (*)(int *, int *, int *, int *, void *, int *, int *, int *))solver_lapack(e, "gbtrf");
    int (*const solve)(const char *, int *, int *, int *, int *, void *, int *, int *, void *,
                       int *, int *, size_t) =
        (int (*)(const char *, int *, int *, int *, int *, void *, int *, int *, void *, int *,
                 int *, size_t))solver_lapack(e, "gbtrs");
    if (factor && solve) {
        factor(&n, &n, &below, &above, s->band, &ld, pivots, &info);
        if (info > 0) *singular = info - 1;
        for (int j = 0; j < n && *singular < 0; j++) {
            size_t at = (size_t)j * s->ld + (size_t)(below + above);
            if (size_at(s, s->band + at * e->size) < tol) *singular = j;
        }
        if (*singular < 0)
            solve("N", &n, &below, &above, &one, s->band, &ld, pivots, s->x, &n, &info, 1);
    }
    free(pivots);
    return factor && solve ? SOLVER_SUCCESS : SOLVER_INTERNAL_ERROR;
}

static int solve_ordered(struct system *s, double tol, const char *b, char *x, int *singular) {
    struct graph g = graph_of(s->n, s->base, s->offsets, s->columns);
    narrow_order(&g, s->order);
    for (int k = 0; k < s->n; k++) s->place[s->order[k]] = k;
    free(g.offsets);
    free(g.beside);
    measure_band(s);
    s->ld = (size_t)(s->symmetric ? s->below + 1 : 2 * s->below + s->above + 1);
    uint64_t bytes = (uint64_t)s->ld * (uint64_t)s->n * s->e->size;
    if (bytes > MOST_BYTES) {
        hd_cudart_notice("%s: in its best order the matrix has %d diagonals, whose factors would "
                         "take %.1f GB: cuSPARSE's SpSV with csrilu02 in an iteration takes less",
                         s->api, s->below + s->above + 1, (double)bytes / 1e9);
        return SOLVER_ALLOC_FAILED;
    }
    s->band = hd_xcalloc((size_t)bytes + 16, 1);
    s->x = hd_xmalloc((size_t)s->n * s->e->size + 16);
    fill_band(s);
    size_t size = s->e->size;
    for (int k = 0; k < s->n; k++)
        memcpy(s->x + (size_t)k * size, b + (size_t)s->order[k] * size, size);
    int status = solve_band(s, tol, singular);
    if (status == SOLVER_SUCCESS && *singular < 0)
        for (int k = 0; k < s->n; k++)
            memcpy(x + (size_t)s->order[k] * size, s->x + (size_t)k * size, size);
    if (*singular >= 0) *singular = s->order[*singular];
    free(s->band);
    free(s->x);
    return status;
}

// An array of the host, or of the device.
static bool check(const char *api, const char *what, bool host, const void *p, size_t bytes,
                  bool written) {
    if (!host) return library_check_array(api, what, p, bytes);
    if (!bytes || (p && hd_guard_reach(p, bytes, written, NULL))) return true;
    hd_cudart_notice(p ? "%s: `%s` (%p) is not memory of %zu bytes" : "%s: `%s` is NULL", api, what,
                     p, bytes);
    return false;
}

static bool check_pattern(const char *api, int n, int nnz, int base, const int *offsets,
                          const int *columns) {
    if (offsets[0] != base || offsets[n] - base != nnz) {
        solver_invalid(api, "csrRowPtr begins with %d and ends with %d, and not with %d and %d",
                       offsets[0], offsets[n], base, base + nnz);
        return false;
    }
    for (int i = 0; i < n; i++)
        if (offsets[i] > offsets[i + 1] || offsets[i + 1] - base > nnz) {
            solver_invalid(api, "csrRowPtr[%d] (%d) is more than what follows, or outside", i,
                           offsets[i]);
            return false;
        }
    for (int k = 0; k < nnz; k++)
        if (columns[k] < base || columns[k] - base >= n) {
            solver_invalid(api, "csrColInd[%d] (%d) is outside of the matrix", k, columns[k]);
            return false;
        }
    return true;
}

static int solve(const struct solver_element *e, const char *api, bool host, bool symmetric,
                 const struct sparse_solver *handle, int n, int nnz, const void *descr,
                 const void *csrVal, const int *csrRowPtr, const int *csrColInd, const void *b,
                 double tol, int reorder, void *x, int *singularity) {
    LIBRARY_CALL;
    int base, singular;
    if (!LIBRARY_KNOWN(api, "handle", handle, &handle_kind)) return SOLVER_NOT_INITIALIZED;
    if (!library_load(&library_openblas, api)) return SOLVER_NOT_INITIALIZED;
    SOLVER_NEED(library_wait(handle->stream), "the handle's stream was destroyed");
    if (!sparse_description(api, descr, &base)) return SOLVER_INVALID_VALUE;
    SOLVER_SIZE(n);
    SOLVER_SIZE(nnz);
    SOLVER_NEED(tol >= 0, "tol (%g) is negative", tol);
    SOLVER_NEED(reorder >= 0 && reorder <= 3, "reorder (%d) is not 0, 1, 2 or 3", reorder);
    size_t rows = (size_t)n, elements = (size_t)nnz;
    if (!check(api, "csrVal", host, csrVal, elements * e->size, false) ||
        !check(api, "csrRowPtr", host, csrRowPtr, (rows + 1) * sizeof(int), false) ||
        !check(api, "csrColInd", host, csrColInd, elements * sizeof(int), false) ||
        !check(api, "b", host, b, rows * e->size, false) ||
        !check(api, "x", host, x, rows * e->size, true) ||
        !library_result(api, singularity, &(int){-1}, sizeof(int)) ||
        !check_pattern(api, n, nnz, base, csrRowPtr, csrColInd))
        return SOLVER_INVALID_VALUE;
    if (n == 0) return SOLVER_SUCCESS;
    struct system s = {.e = e,
                       .api = api,
                       .n = n,
                       .base = base,
                       .offsets = csrRowPtr,
                       .columns = csrColInd,
                       .values = csrVal,
                       .symmetric = symmetric,
                       .order = hd_xmalloc(rows * sizeof(int)),
                       .place = hd_xmalloc(rows * sizeof(int))};
    int status = solve_ordered(&s, tol, b, x, &singular);
    free(s.order);
    free(s.place);
    if (status == SOLVER_SUCCESS) library_result(api, singularity, &singular, sizeof singular);
    return status;
}

#define SYSTEM(i, L, R, Name, host, symmetric)                                                   \
    static int hd_cusolverSp##L##Name(const struct sparse_solver *handle, int n, int nnz,        \
                                      const void *descr, const void *values, const int *offsets, \
                                      const int *columns, const void *b, R tol, int reorder,     \
                                      void *x, int *singularity) {                               \
        return solve(&solver_elements[i], "cusolverSp" #L#Name, host, symmetric, handle, n, nnz, \
                     descr, values, offsets, columns, b, (double)tol, reorder, x, singularity);  \
    }
#define SYSTEMS(i, L, R)                       \
    SYSTEM(i, L, R, csrlsvluHost, true, false) \
    SYSTEM(i, L, R, csrlsvqr, false, false)    \
    SYSTEM(i, L, R, csrlsvqrHost, true, false) \
    SYSTEM(i, L, R, csrlsvchol, false, true)   \
    SYSTEM(i, L, R, csrlsvcholHost, true, true)
SYSTEMS(0, S, float)
SYSTEMS(1, D, double)
SYSTEMS(2, C, float)
SYSTEMS(3, Z, double)

#define ENTRIES(L)                                                                            \
    LIBRARY_ENTRY(cusolverSp##L##csrlsvluHost), LIBRARY_ENTRY(cusolverSp##L##csrlsvqr),       \
        LIBRARY_ENTRY(cusolverSp##L##csrlsvqrHost), LIBRARY_ENTRY(cusolverSp##L##csrlsvchol), \
        LIBRARY_ENTRY(cusolverSp##L##csrlsvcholHost)
const struct library_entry hd_cusolver_sparse[] = {
    LIBRARY_ENTRY(cusolverSpCreate),
    LIBRARY_ENTRY(cusolverSpDestroy),
    LIBRARY_ENTRY(cusolverSpSetStream),
    LIBRARY_ENTRY(cusolverSpGetStream),
    ENTRIES(S),
    ENTRIES(D),
    ENTRIES(C),
    ENTRIES(Z),
    {NULL, NULL},
};
