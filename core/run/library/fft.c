// cuFFT: plans and transforms on the CPU, by FFTW, which is loaded when a plan is made.
//
// Sources: NVIDIA's cuFFT documentation (layouts, status codes), FFTW's manual (the guru interface,
// section 4.5). FFTW's planner is not thread-safe and is called with `lock` held; it is never given
// leave to measure, which would write to the arrays.
//
// A plan of cuFFT does not say whether it is run in place, nor on which arrays, and FFTW's do. So a
// plan keeps what FFTW made of it (struct made) for each way in which it was run.
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/cpu.h"
#include "gpu/gpu.h"
#include "run/cudart/cudart.h"
#include "run/library/away.h"
#include "run/library/library.h"

enum { // cufftResult
    FFT_SUCCESS = 0,
    FFT_INVALID_PLAN = 1,
    FFT_INVALID_TYPE = 3,
    FFT_INVALID_VALUE = 4,
    FFT_EXEC_FAILED = 6,
    FFT_SETUP_FAILED = 7,
    FFT_INVALID_SIZE = 8,
    FFT_NOT_IMPLEMENTED = 14
};
enum { FFT_VERSION = 12000 };
enum { FORWARD = -1, INVERSE = 1 };
enum { MOST_DIMS = 3, THREADS_FROM = 1 << 17 }; // elements from which several threads are worth it

// FFTW's (fftw3.h)
enum { FFTW_ESTIMATE = 1 << 6, FFTW_PRESERVE_INPUT = 1 << 4 };
struct iodim {
    ptrdiff_t n, is, os;
};

enum { R2C, C2R, C2C, D2Z, Z2D, Z2Z }; // in `kinds`
static const struct kind {
    int type; // cufftType
    const char *name, *exec;
    bool real_in, real_out, wide; // wide: doubles
} kinds[] = {
    {0x2a, "CUFFT_R2C", "cufftExecR2C", true, false, false},
    {0x2c, "CUFFT_C2R", "cufftExecC2R", false, true, false},
    {0x29, "CUFFT_C2C", "cufftExecC2C", false, false, false},
    {0x6a, "CUFFT_D2Z", "cufftExecD2Z", true, false, true},
    {0x6c, "CUFFT_Z2D", "cufftExecZ2D", false, true, true},
    {0x69, "CUFFT_Z2Z", "cufftExecZ2Z", false, false, true},
};

struct side { // of the input, of the output: in elements of its type
    int64_t stride[MOST_DIMS], distance, span;
};
struct made {
    void (*execute)(void *plan, void *in, void *out);
    bool in_place, keeps_input; // keeps_input: FFTW leaves it as it is
    int sign, in_align, out_align;
    void *plan; // fftw_plan or fftwf_plan
    struct made *next;
};
struct fft {
    int handle;
    const struct kind *kind; // NULL: not made yet
    int rank;
    int64_t n[MOST_DIMS], batch;
    bool plain; // no strides were given
    struct side in, out;
    void *stream;
    struct made *_Atomic all; // read without the lock: they stay as long as the plan
    struct fft *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fft *plans;
static int last_handle;

static const char *const double_files[] = {"libfftw3.so.3", "libfftw3.so", NULL};
static const char *const float_files[] = {"libfftw3f.so.3", "libfftw3f.so", NULL};
static const char *const double_thread_files[] = {"libfftw3_threads.so.3", NULL};
static const char *const float_thread_files[] = {"libfftw3f_threads.so.3", NULL};
struct back_end library_fftw = {
    .name = "FFTW", .package = "libfftw3-double3 libfftw3-single3", .files = double_files};
static struct back_end fftwf = {
    .name = "FFTW", .package = "libfftw3-double3 libfftw3-single3", .files = float_files};
static struct back_end threads[2] = {
    {.name = "FFTW", .package = "libfftw3-single3", .files = float_thread_files},
    {.name = "FFTW", .package = "libfftw3-double3", .files = double_thread_files}};

static int invalid(int status, const char *api, const char *fmt, ...) HD_PRINTF(3, 4);
static int invalid(int status, const char *api, const char *fmt, ...) {
    struct hd_buf text = {0};
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(&text, fmt, args);
    va_end(args);
    hd_cudart_notice("%s: %s", api, hd_buf_str(&text));
    hd_buf_finish(&text);
    return status;
}

// A function of FFTW for floats or doubles; `name` without its prefix. 0: there is none.
static uintptr_t fftw(bool wide, const char *name) {
    struct hd_buf whole = {0};
    hd_buf_printf(&whole, "%s_%s", wide ? "fftw" : "fftwf", name);
    void *f = library_function(wide ? &library_fftw : &fftwf, hd_buf_str(&whole));
    hd_buf_finish(&whole);
    return (uintptr_t)f;
}

// With the lock held. Without threads of FFTW's it runs on one.
static void use_threads(bool wide, bool many) {
    static void (*set[2])(int);
    static bool tried[2];
    if (!tried[wide]) {
        tried[wide] = true;
        struct back_end *back = &threads[wide];
        if (!library_open(back)) return;
        int (*init)(void) = (int (*)(void))(uintptr_t)library_function(
            back, wide ? "fftw_init_threads" : "fftwf_init_threads");
        if (init && init())
            set[wide] = (void (*)(int))(uintptr_t)library_function(
                back, wide ? "fftw_plan_with_nthreads" : "fftwf_plan_with_nthreads");
    }
    if (set[wide]) set[wide](many ? hd_cpu_threads() : 1);
}

// ---- plans --------------------------------------------------------------------------------------

static struct fft *find(int handle, const char *api) {
    static __thread struct {
        int handle;
        struct fft *plan;
        struct library_seen seen;
    } last;
    if (last.handle == handle && library_saw(&last.seen, last.plan)) return last.plan;
    pthread_mutex_lock(&lock);
    struct fft *plan = plans;
    while (plan && plan->handle != handle) plan = plan->next;
    last.handle = handle;
    last.plan = plan;
    last.seen = (struct library_seen){plan, library_destroyed};
    pthread_mutex_unlock(&lock);
    if (!plan)
        hd_cudart_notice("%s: the plan %d is none of cufftCreate or cufftPlan..., or was destroyed",
                         api, handle);
    return plan;
}

static const struct kind *kind_of(int type) {
    for (int i = 0; i < HD_COUNT(kinds); i++)
        if (kinds[i].type == type) return &kinds[i];
    return NULL;
}

// Elements in the last dimension on a side that is real or not.
static int64_t last_extent(const struct fft *plan, bool real) {
    bool half = plan->kind->real_in || plan->kind->real_out;
    int64_t n = plan->n[plan->rank - 1];
    return half && !real ? n / 2 + 1 : n;
}

static void set_span(const struct fft *plan, struct side *side, bool real) {
    side->span = 1 + (plan->batch - 1) * side->distance;
    for (int i = 0; i < plan->rank; i++) {
        int64_t n = i == plan->rank - 1 ? last_extent(plan, real) : plan->n[i];
        side->span += (n - 1) * side->stride[i];
    }
}

// Without gaps; `pad`: rows of real elements as long as those of the complex ones.
static void plain_side(const struct fft *plan, struct side *side, bool real, bool pad) {
    int64_t step = 1;
    for (int i = plan->rank - 1; i >= 0; i--) {
        side->stride[i] = step;
        step *= i < plan->rank - 1 ? plan->n[i]
                : pad && real      ? 2 * last_extent(plan, false)
                                   : last_extent(plan, real);
    }
    side->distance = step;
    set_span(plan, side, real);
}

static void strided_side(const struct fft *plan, struct side *side, bool real, const int64_t *embed,
                         int64_t stride, int64_t distance) {
    for (int i = plan->rank - 1; i >= 0; i--) {
        side->stride[i] = stride;
        stride *= i > 0 ? embed[i] : 1;
    }
    side->distance = distance;
    set_span(plan, side, real);
}

struct layout {
    const int64_t *embed; // NULL: without gaps
    int64_t stride, distance;
};

static int describe(struct fft *plan, const char *api, int rank, const int64_t *n, int type,
                    int64_t batch, struct layout in, struct layout out) {
    const struct kind *kind = kind_of(type);
    if (!kind) return invalid(FFT_INVALID_TYPE, api, "type (0x%x) is no cufftType", type);
    if (rank < 1 || rank > MOST_DIMS)
        return invalid(FFT_INVALID_VALUE, api, "rank (%d) is not 1, 2 or 3", rank);
    if (!n) return invalid(FFT_INVALID_VALUE, api, "n is NULL");
    plan->kind = kind;
    plan->rank = rank;
    plan->batch = batch;
    int64_t elements = batch;
    for (int i = 0; i < rank; i++) {
        plan->n[i] = n[i];
        if (n[i] < 1 || n[i] > 1ll << 34)
            return invalid(FFT_INVALID_SIZE, api, "a transform of %lld elements in dimension %d",
                           (long long)n[i], i);
        if (__builtin_mul_overflow(elements, n[i], &elements) || elements > 1ll << 40)
            return invalid(FFT_INVALID_SIZE, api, "more elements than any memory holds");
    }
    if (batch < 1)
        return invalid(FFT_INVALID_SIZE, api, "batch (%lld) is not positive", (long long)batch);
    plan->plain = !in.embed || !out.embed;
    if (plan->plain) {
        plain_side(plan, &plan->in, kind->real_in, false);
        plain_side(plan, &plan->out, kind->real_out, false);
        return FFT_SUCCESS;
    }
    if (in.stride < 1 || out.stride < 1 || in.distance < 0 || out.distance < 0)
        return invalid(FFT_INVALID_VALUE, api, "a stride is not positive, or a distance negative");
    for (int i = 1; i < rank; i++) {
        int64_t last_in = i == rank - 1 ? last_extent(plan, kind->real_in) : n[i],
                last_out = i == rank - 1 ? last_extent(plan, kind->real_out) : n[i];
        if (in.embed[i] < last_in || out.embed[i] < last_out)
            return invalid(FFT_INVALID_VALUE, api,
                           "%s[%d] (%lld) is less than the %lld elements of dimension %d",
                           in.embed[i] < last_in ? "inembed" : "onembed", i,
                           (long long)(in.embed[i] < last_in ? in.embed[i] : out.embed[i]),
                           (long long)(in.embed[i] < last_in ? last_in : last_out), i);
    }
    strided_side(plan, &plan->in, kind->real_in, in.embed, in.stride, in.distance);
    strided_side(plan, &plan->out, kind->real_out, out.embed, out.stride, out.distance);
    return FFT_SUCCESS;
}

static size_t work_size(const struct fft *plan) {
    return (size_t)(plan->out.span > plan->in.span ? plan->out.span : plan->in.span) *
           (plan->kind->wide ? 16 : 8);
}

static bool give_size(const char *api, const struct fft *plan, size_t *size, bool needed) {
    size_t bytes = work_size(plan);
    return (!size && !needed) || library_result(api, size, &bytes, sizeof bytes);
}

static bool back_end(const struct kind *kind, const char *api) {
    return library_load(kind->wide ? &library_fftw : &fftwf, api);
}

static void forget_made(struct fft *plan) {
    void (*destroy)(void *) =
        plan->kind ? (void (*)(void *))fftw(plan->kind->wide, "destroy_plan") : NULL;
    struct made *m = plan->all;
    plan->all = NULL;
    while (m) {
        struct made *next = m->next;
        if (destroy) destroy(m->plan);
        free(m);
        m = next;
    }
}

static int make(int handle, const char *api, int rank, const int64_t *n, int type, int64_t batch,
                struct layout in, struct layout out, size_t *size) {
    struct fft *plan = find(handle, api), fresh = {0};
    if (!plan) return FFT_INVALID_PLAN;
    if (plan->kind) return invalid(FFT_INVALID_PLAN, api, "the plan was made before");
    int status = describe(&fresh, api, rank, n, type, batch, in, out);
    if (status != FFT_SUCCESS) return status;
    if (!give_size(api, &fresh, size, true)) return FFT_INVALID_VALUE;
    if (!back_end(fresh.kind, api)) return FFT_SETUP_FAILED;
    fresh.handle = plan->handle;
    fresh.stream = plan->stream;
    fresh.next = plan->next;
    *plan = fresh;
    return FFT_SUCCESS;
}

static int hd_cufftCreate(int *handle) {
    struct fft *plan = hd_xcalloc(1, sizeof *plan);
    pthread_mutex_lock(&lock);
    plan->handle = ++last_handle;
    pthread_mutex_unlock(&lock);
    if (!library_result("cufftCreate", handle, &plan->handle, sizeof plan->handle)) {
        free(plan);
        return FFT_INVALID_VALUE;
    }
    pthread_mutex_lock(&lock);
    plan->next = plans;
    plans = plan;
    pthread_mutex_unlock(&lock);
    return FFT_SUCCESS;
}

static int hd_cufftDestroy(int handle) {
    struct fft *plan = find(handle, "cufftDestroy");
    if (!plan) return FFT_INVALID_PLAN;
    library_wait(plan->stream);
    pthread_mutex_lock(&lock);
    struct fft **link = &plans;
    while (*link != plan) link = &(*link)->next;
    *link = plan->next;
    library_destroys();
    forget_made(plan);
    pthread_mutex_unlock(&lock);
    free(plan);
    return FFT_SUCCESS;
}

// A plan that is created and made in one call goes again when it cannot be made.
static int create_and_make(int *handle, const char *api, int rank, const int64_t *n, int type,
                           int64_t batch, struct layout in, struct layout out) {
    size_t size;
    int made = 0, status = hd_cufftCreate(&made);
    if (status == FFT_SUCCESS) status = make(made, api, rank, n, type, batch, in, out, &size);
    if (status == FFT_SUCCESS && !library_result(api, handle, &made, sizeof made))
        status = FFT_INVALID_VALUE;
    if (status != FFT_SUCCESS && made) hd_cufftDestroy(made);
    return status;
}

static int estimate(const char *api, int rank, const int64_t *n, int type, int64_t batch,
                    struct layout in, struct layout out, size_t *size) {
    struct fft plan = {0};
    int status = describe(&plan, api, rank, n, type, batch, in, out);
    if (status != FFT_SUCCESS) return status;
    return give_size(api, &plan, size, true) ? FFT_SUCCESS : FFT_INVALID_VALUE;
}

static const struct layout plain = {0};
#define DIMS(...) ((const int64_t[]){__VA_ARGS__})

// The four ways to give a size, for one way to use it: NAME(params before, ...) calls USE.
#define SIZED(Name, use, first, first_value, rest, ...)                                  \
    static int hd_cufft##Name##1d(first, int nx, int type, int batch rest) {             \
        return use(first_value, "cufft" #Name "1d", 1, DIMS(nx), type, batch, plain,     \
                   plain __VA_ARGS__);                                                   \
    }                                                                                    \
    static int hd_cufft##Name##2d(first, int nx, int ny, int type rest) {                \
        return use(first_value, "cufft" #Name "2d", 2, DIMS(nx, ny), type, 1, plain,     \
                   plain __VA_ARGS__);                                                   \
    }                                                                                    \
    static int hd_cufft##Name##3d(first, int nx, int ny, int nz, int type rest) {        \
        return use(first_value, "cufft" #Name "3d", 3, DIMS(nx, ny, nz), type, 1, plain, \
                   plain __VA_ARGS__);                                                   \
    }
#define COMMA ,
SIZED(Plan, create_and_make, int *handle, handle, )
SIZED(MakePlan, make, int handle, handle, COMMA size_t *size, COMMA size)

static int get_size(int handle, const char *api, int rank, const int64_t *n, int type,
                    int64_t batch, struct layout in, struct layout out, size_t *size) {
    return find(handle, api) ? estimate(api, rank, n, type, batch, in, out, size)
                             : FFT_INVALID_PLAN;
}
SIZED(GetSize, get_size, int handle, handle, COMMA size_t *size, COMMA size)

static int hd_cufftEstimate1d(int nx, int type, int batch, size_t *size) {
    return estimate("cufftEstimate1d", 1, DIMS(nx), type, batch, plain, plain, size);
}
static int hd_cufftEstimate2d(int nx, int ny, int type, size_t *size) {
    return estimate("cufftEstimate2d", 2, DIMS(nx, ny), type, 1, plain, plain, size);
}
static int hd_cufftEstimate3d(int nx, int ny, int nz, int type, size_t *size) {
    return estimate("cufftEstimate3d", 3, DIMS(nx, ny, nz), type, 1, plain, plain, size);
}

// Sizes as a caller has them, 32 or 64 bits wide; a pointer that cannot be read is taken for NULL.
static const int64_t *sizes(int64_t *to, const void *from, int rank, bool wide) {
    int narrow[MOST_DIMS];
    if (!from || rank < 1 || rank > MOST_DIMS) return from ? to : NULL;
    if (!hd_guard_copy(wide ? (void *)to : narrow, from, (size_t)rank * (wide ? 8 : 4), NULL))
        return NULL;
    for (int i = 0; i < rank && !wide; i++) to[i] = narrow[i];
    return to;
}

#define MANY(Name, T, wide, use, first, first_value, rest, ...)                                 \
    static int hd_cufft##Name(first int rank, const T *n, const T *inembed, T istride, T idist, \
                              const T *onembed, T ostride, T odist, int type, T batch rest) {   \
        int64_t ns[MOST_DIMS], is[MOST_DIMS], os[MOST_DIMS];                                    \
        struct layout in = {sizes(is, inembed, rank, wide), istride, idist},                    \
                      out = {sizes(os, onembed, rank, wide), ostride, odist};                   \
        return use(first_value "cufft" #Name, rank, sizes(ns, n, rank, wide), type, batch, in,  \
                   out __VA_ARGS__);                                                            \
    }
MANY(PlanMany, int, false, create_and_make, int *handle COMMA, handle COMMA, )
MANY(MakePlanMany, int, false, make, int handle COMMA, handle COMMA, COMMA size_t *size, COMMA size)
MANY(MakePlanMany64, long long, true, make, int handle COMMA, handle COMMA, COMMA size_t *size,
     COMMA size)
MANY(GetSizeMany, int, false, get_size, int handle COMMA, handle COMMA, COMMA size_t *size,
     COMMA size)
MANY(GetSizeMany64, long long, true, get_size, int handle COMMA, handle COMMA, COMMA size_t *size,
     COMMA size)
MANY(EstimateMany, int, false, estimate, , , COMMA size_t *size, COMMA size)

// The cufftType of three cudaDataTypes; 0: there is none.
static int type_of(int in, int out, int execution) {
    enum { R32 = 0, R64 = 1, C32 = 4, C64 = 5 };
    static const struct {
        int in, out, type;
    } types[] = {{R32, C32, 0x2a}, {C32, R32, 0x2c}, {C32, C32, 0x29},
                 {R64, C64, 0x6a}, {C64, R64, 0x6c}, {C64, C64, 0x69}};
    for (int i = 0; i < HD_COUNT(types); i++) {
        bool wide = types[i].type > 0x60;
        if (types[i].in == in && types[i].out == out && execution == (wide ? C64 : C32))
            return types[i].type;
    }
    return 0;
}

#define XT(Name, use)                                                                             \
    static int hd_cufftXt##Name(                                                                  \
        int handle, int rank, const long long *n, const long long *inembed, long long istride,    \
        long long idist, int in_type, const long long *onembed, long long ostride,                \
        long long odist, int out_type, long long batch, size_t *size, int execution) {            \
        int64_t ns[MOST_DIMS], is[MOST_DIMS], os[MOST_DIMS];                                      \
        struct layout in = {sizes(is, inembed, rank, true), istride, idist},                      \
                      out = {sizes(os, onembed, rank, true), ostride, odist};                     \
        int type = type_of(in_type, out_type, execution);                                         \
        if (!type)                                                                                \
            return invalid(FFT_INVALID_TYPE, "cufftXt" #Name,                                     \
                           "no transform on the CPU has cudaDataTypes %d to %d by %d", in_type,   \
                           out_type, execution);                                                  \
        return use(handle, "cufftXt" #Name, rank, sizes(ns, n, rank, true), type, batch, in, out, \
                   size);                                                                         \
    }
XT(MakePlanMany, make)
XT(GetSizeMany, get_size)

// ---- settings -----------------------------------------------------------------------------------

static int hd_cufftGetSize(int handle, size_t *size) {
    struct fft *plan = find(handle, "cufftGetSize");
    if (!plan || !plan->kind) return FFT_INVALID_PLAN;
    return give_size("cufftGetSize", plan, size, true) ? FFT_SUCCESS : FFT_INVALID_VALUE;
}

static int hd_cufftSetWorkArea(int handle, void *area) {
    struct fft *plan = find(handle, "cufftSetWorkArea");
    if (!plan || !plan->kind) return FFT_INVALID_PLAN;
    return !area || library_check_array("cufftSetWorkArea", "workArea", area, work_size(plan))
               ? FFT_SUCCESS
               : FFT_INVALID_VALUE;
}

static int hd_cufftSetAutoAllocation(int handle, int automatic) {
    return find(handle, "cufftSetAutoAllocation") ? FFT_SUCCESS : FFT_INVALID_PLAN;
}

static int hd_cufftXtSetWorkAreaPolicy(int handle, int policy, size_t *size) {
    struct fft *plan = find(handle, "cufftXtSetWorkAreaPolicy");
    if (!plan) return FFT_INVALID_PLAN;
    if (policy < 0 || policy > 2)
        return invalid(FFT_INVALID_VALUE, "cufftXtSetWorkAreaPolicy", "%d is no policy", policy);
    return FFT_SUCCESS;
}

static int hd_cufftSetStream(int handle, void *stream) {
    struct fft *plan = find(handle, "cufftSetStream");
    if (!plan) return FFT_INVALID_PLAN;
    if (!hd_cudart_stream_valid(stream))
        return invalid(FFT_INVALID_VALUE, "cufftSetStream", "%p is no stream", stream);
    plan->stream = stream;
    library_destroys(); // what was seen of it may not be so
    return FFT_SUCCESS;
}

static int hd_cufftGetVersion(int *version) {
    return library_result("cufftGetVersion", version, &(int){FFT_VERSION}, sizeof(int))
               ? FFT_SUCCESS
               : FFT_INVALID_VALUE;
}

static int hd_cufftGetProperty(int type, int *value) {
    const int parts[] = {FFT_VERSION / 1000, FFT_VERSION / 100 % 10, FFT_VERSION % 100};
    if (type < 0 || type >= HD_COUNT(parts))
        return invalid(FFT_INVALID_TYPE, "cufftGetProperty", "%d is no libraryPropertyType", type);
    return library_result("cufftGetProperty", value, &parts[type], sizeof(int)) ? FFT_SUCCESS
                                                                                : FFT_INVALID_VALUE;
}

#define MISSING(Name, why, ...)                                          \
    static int hd_cufftXt##Name(__VA_ARGS__) {                           \
        return invalid(FFT_NOT_IMPLEMENTED, "cufftXt" #Name, "%s", why); \
    }
#define NO_CALLBACKS \
    "callbacks from transforms are not there: load and store in kernels before and after"
MISSING(SetGPUs, "a transform runs on one device", int handle, int n, int *which)
MISSING(SetCallback, NO_CALLBACKS, int handle, void **callbacks, int type, void **info)
MISSING(ClearCallback, NO_CALLBACKS, int handle, int type)
MISSING(SetCallbackSharedSize, NO_CALLBACKS, int handle, int type, size_t size)

// ---- transforms ---------------------------------------------------------------------------------

typedef void *plan_c2c(int rank, const struct iodim *dims, int howmany, const struct iodim *many,
                       void *in, void *out, int sign, unsigned flags);
typedef void *plan_real(int rank, const struct iodim *dims, int howmany, const struct iodim *many,
                        void *in, void *out, unsigned flags);

static void *plan_fftw(const struct fft *plan, const struct side *in, const struct side *out,
                       void *idata, void *odata, int sign, unsigned flags) {
    bool wide = plan->kind->wide, real_in = plan->kind->real_in, real_out = plan->kind->real_out;
    struct iodim dims[MOST_DIMS], many = {plan->batch, in->distance, out->distance};
    for (int i = 0; i < plan->rank; i++)
        dims[i] = (struct iodim){plan->n[i], in->stride[i], out->stride[i]};
    if (real_in || real_out) {
        plan_real *make_plan =
            (plan_real *)fftw(wide, real_in ? "plan_guru64_dft_r2c" : "plan_guru64_dft_c2r");
        return make_plan(plan->rank, dims, 1, &many, idata, odata, flags);
    }
    plan_c2c *make_plan = (plan_c2c *)fftw(wide, "plan_guru64_dft");
    return make_plan(plan->rank, dims, 1, &many, idata, odata, sign, flags);
}

// What FFTW may go by (fftw_alignment_of), and more: a vector's width.
static int alignment_of(const void *array) { return (uintptr_t)array % 64; }

static const struct made *made_before(const struct fft *plan, const struct made *want) {
    const struct made *m = plan->all;
    while (m && (m->in_place != want->in_place || m->sign != want->sign ||
                 m->in_align != want->in_align || m->out_align != want->out_align))
        m = m->next;
    return m;
}

// What FFTW makes of a plan for such arrays. Its own plans cannot be made in place unless each
// element goes where one came from.
static const struct made *made_for(struct fft *plan, const struct side *in, const struct side *out,
                                   void *idata, void *odata, int sign) {
    bool wide = plan->kind->wide, in_place = idata == odata;
    struct made want = {.in_place = in_place,
                        .sign = sign,
                        .in_align = alignment_of(idata),
                        .out_align = alignment_of(odata)};
    const struct made *before = made_before(plan, &want);
    if (before) return before;
    pthread_mutex_lock(&lock);
    use_threads(wide, plan->in.span >= THREADS_FROM);
    want.keeps_input = true;
    want.plan = plan_fftw(plan, in, out, idata, odata, sign,
                          FFTW_ESTIMATE | (in_place ? 0 : FFTW_PRESERVE_INPUT));
    if (!want.plan) { // of several dimensions, from complex to real elements
        want.keeps_input = false;
        want.plan = plan_fftw(plan, in, out, idata, odata, sign, FFTW_ESTIMATE);
    }
    want.execute =
        (void (*)(void *, void *, void *))fftw(wide, plan->kind->real_in    ? "execute_dft_r2c"
                                                     : plan->kind->real_out ? "execute_dft_c2r"
                                                                            : "execute_dft");
    want.next = plan->all;
    struct made *made = want.plan ? hd_xmalloc(sizeof *made) : NULL;
    if (made) *made = want;
    if (made) plan->all = made;
    pthread_mutex_unlock(&lock);
    return made;
}

static bool fits_in_place(const struct fft *plan, const struct side *in, const struct side *out) {
    bool real_in = plan->kind->real_in, real_out = plan->kind->real_out;
    if (!real_in && !real_out) return !memcmp(in, out, sizeof *in);
    const struct side *real = real_in ? in : out, *other = real_in ? out : in;
    if (real->stride[plan->rank - 1] != 1 || other->stride[plan->rank - 1] != 1) return false;
    for (int i = 0; i < plan->rank - 1; i++)
        if (real->stride[i] != 2 * other->stride[i]) return false;
    return plan->batch == 1 || real->distance == 2 * other->distance;
}

static size_t element_size(const struct kind *kind, bool real) {
    return (size_t)(kind->wide ? 8 : 4) * (real ? 1 : 2);
}

// Calls that were found right, of arrays that the thread knows, on the default stream, on the CPU,
// where nothing was read past an array's end: they are so again while hd_cpu_changes stays. The
// smallest transforms take 50 ns, and what stands before them is within 3 % of that if it has 20
// instructions: so each function looks at its own last call first, and then at some before it.
struct again {
    int handle, direction;
    const void *in, *out;
    uint64_t changes;
    void *plan;
    void (*execute)(void *plan, void *in, void *out);
};
static __thread struct again last_calls[HD_COUNT(kinds)], more_calls[HD_COUNT(kinds)][4];

static struct again *more_of(int kind, int handle, const void *in) {
    return &more_calls[kind][((uintptr_t)in / 1024 + (unsigned)handle) % 4];
}

static inline bool done_again(const struct again *a, int handle, void *in, void *out,
                              int direction) {
    if (a->handle != handle || a->in != in || a->out != out || a->direction != direction ||
        a->changes != __atomic_load_n(&hd_cpu_changes, __ATOMIC_RELAXED))
        return false;
    a->execute(a->plan, in, out);
    return true;
}

static int transform(struct fft *plan, const char *api, void *idata, void *odata, int sign) {
    LIBRARY_CALL;
    uint64_t changes = __atomic_load_n(&hd_cpu_changes, __ATOMIC_RELAXED); // looked at before all
    const struct kind *kind = plan->kind;
    const struct side *in = &plan->in, *out = &plan->out;
    struct side padded[2];
    if (idata == odata && plan->plain && (kind->real_in || kind->real_out)) {
        plain_side(plan, &padded[0], kind->real_in, true);
        plain_side(plan, &padded[1], kind->real_out, true);
        in = &padded[0];
        out = &padded[1];
    }
    size_t in_bytes = (size_t)in->span * element_size(kind, kind->real_in),
           out_bytes = (size_t)out->span * element_size(kind, kind->real_out);
    if (!library_check_array(api, "idata", idata, in_bytes) ||
        !library_check_array(api, "odata", odata, out_bytes))
        return FFT_INVALID_VALUE;
    if (!library_wait(plan->stream))
        return invalid(FFT_INVALID_VALUE, api, "the plan's stream was destroyed");
    // From a copy of the input where FFTW cannot do with the array itself.
    bool overlaps =
             (char *)idata < (char *)odata + out_bytes && (char *)odata < (char *)idata + in_bytes,
         copied = overlaps && (idata != odata || !fits_in_place(plan, in, out));
    void *copy = NULL, *from = idata;
    for (int tries = 0; tries < 2; tries++) {
        if (copied && !copy) {
            if (posix_memalign(&copy, 64, in_bytes)) return 2; // CUFFT_ALLOC_FAILED
            memcpy(copy, idata, in_bytes);
            from = copy;
        }
        const struct made *made = made_for(plan, in, out, from, odata, sign);
        if (!made) {
            free(copy);
            return invalid(FFT_EXEC_FAILED, api, "FFTW cannot make such a plan");
        }
        if (!made->keeps_input && from == idata && idata != odata) {
            copied = true;
            continue;
        }
        made->execute(made->plan, from, odata);
        if (!copied && !plan->stream && !library_opened && !library_routed &&
            library_knows_array(idata, in_bytes) && library_knows_array(odata, out_bytes))
            *more_of((int)(kind - kinds), plan->handle, idata) = last_calls[kind - kinds] =
                (struct again){plan->handle, sign,       idata,        odata,
                               changes,      made->plan, made->execute};
        break;
    }
    free(copy);
    return FFT_SUCCESS;
}

static int run(int handle, const char *api, const struct kind *kind, void *idata, void *odata,
               int direction) {
    struct fft *plan = find(handle, api);
    if (!plan) return FFT_INVALID_PLAN;
    if (!plan->kind)
        return invalid(FFT_INVALID_PLAN, api,
                       "the plan was created and not made: cufftMakePlan...");
    if (kind && plan->kind != kind)
        return invalid(FFT_INVALID_TYPE, api, "the plan is one of %s: call %s", plan->kind->name,
                       plan->kind->exec);
    bool complex = !plan->kind->real_in && !plan->kind->real_out;
    if (complex && direction != FORWARD && direction != INVERSE)
        return invalid(FFT_INVALID_VALUE, api,
                       "direction (%d) is neither CUFFT_FORWARD nor CUFFT_INVERSE", direction);
    return transform(plan, api, idata, odata, complex ? direction : FORWARD);
}

static __attribute__((noinline)) int run_kind(int handle, int kind, void *idata, void *odata,
                                              int direction) {
    struct again *more = more_of(kind, handle, idata);
    if (!done_again(more, handle, idata, odata, direction))
        return run(handle, kinds[kind].exec, &kinds[kind], idata, odata, direction);
    last_calls[kind] = *more;
    return FFT_SUCCESS;
}

#define EXEC(Name, kind, direction, ...)                                                        \
    static int hd_cufftExec##Name(int handle, void *idata, void *odata __VA_ARGS__) {           \
        if (done_again(&last_calls[kind], handle, idata, odata, direction)) return FFT_SUCCESS; \
        return run_kind(handle, kind, idata, odata, direction);                                 \
    }
EXEC(R2C, R2C, FORWARD, )
EXEC(C2R, C2R, FORWARD, )
EXEC(C2C, C2C, direction, COMMA int direction)
EXEC(D2Z, D2Z, FORWARD, )
EXEC(Z2D, Z2D, FORWARD, )
EXEC(Z2Z, Z2Z, direction, COMMA int direction)
static int hd_cufftXtExec(int handle, void *idata, void *odata, int direction) {
    return run(handle, "cufftXtExec", NULL, idata, odata, direction);
}

const struct library_entry hd_cufft_entries[] = {
    LIBRARY_ENTRY(cufftCreate),
    LIBRARY_ENTRY(cufftDestroy),
    LIBRARY_ENTRY(cufftPlan1d),
    LIBRARY_ENTRY(cufftPlan2d),
    LIBRARY_ENTRY(cufftPlan3d),
    LIBRARY_ENTRY(cufftPlanMany),
    LIBRARY_ENTRY(cufftMakePlan1d),
    LIBRARY_ENTRY(cufftMakePlan2d),
    LIBRARY_ENTRY(cufftMakePlan3d),
    LIBRARY_ENTRY(cufftMakePlanMany),
    LIBRARY_ENTRY(cufftMakePlanMany64),
    LIBRARY_ENTRY(cufftEstimate1d),
    LIBRARY_ENTRY(cufftEstimate2d),
    LIBRARY_ENTRY(cufftEstimate3d),
    LIBRARY_ENTRY(cufftEstimateMany),
    LIBRARY_ENTRY(cufftGetSize1d),
    LIBRARY_ENTRY(cufftGetSize2d),
    LIBRARY_ENTRY(cufftGetSize3d),
    LIBRARY_ENTRY(cufftGetSizeMany),
    LIBRARY_ENTRY(cufftGetSizeMany64),
    LIBRARY_ENTRY(cufftGetSize),
    LIBRARY_ENTRY(cufftSetWorkArea),
    LIBRARY_ENTRY(cufftSetAutoAllocation),
    LIBRARY_ENTRY(cufftSetStream),
    LIBRARY_ENTRY(cufftGetVersion),
    LIBRARY_ENTRY(cufftGetProperty),
    LIBRARY_ENTRY(cufftExecC2C),
    LIBRARY_ENTRY(cufftExecR2C),
    LIBRARY_ENTRY(cufftExecC2R),
    LIBRARY_ENTRY(cufftExecZ2Z),
    LIBRARY_ENTRY(cufftExecD2Z),
    LIBRARY_ENTRY(cufftExecZ2D),
    LIBRARY_ENTRY(cufftXtMakePlanMany),
    LIBRARY_ENTRY(cufftXtGetSizeMany),
    LIBRARY_ENTRY(cufftXtExec),
    LIBRARY_ENTRY(cufftXtSetWorkAreaPolicy),
    LIBRARY_ENTRY(cufftXtSetGPUs),
    LIBRARY_ENTRY(cufftXtSetCallback),
    LIBRARY_ENTRY(cufftXtClearCallback),
    LIBRARY_ENTRY(cufftXtSetCallbackSharedSize),
    {NULL, NULL},
};
