// cuRAND's host API: generators and distributions. Nothing but our own code is behind it.
//
// Source: NVIDIA's cuRAND documentation. Uniform numbers are in (0, 1], from 32 bits for floats and
// 53 for doubles; normal ones come in pairs from the Box-Muller transform, of quasi-random numbers
// by inversion.
#include "run/library/rand/rand.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "run/cudart/cudart.h"
#include "run/library/library.h"

enum { // curandStatus_t
    RAND_SUCCESS = 0,
    RAND_NOT_INITIALIZED = 101,
    RAND_TYPE_ERROR = 103,
    RAND_OUT_OF_RANGE = 104,
    RAND_LENGTH = 105,
    RAND_LAUNCH_FAILURE = 201
};
enum { CURAND_VERSION = 10400 };

static const struct rng {
    int type; // curandRngType_t
    const char *name;
    enum rand_kind kind;
    int quasi;      // bits of a Sobol sequence
    bool scrambled; // which needs constants that are not published
} types[] = {
    {100, "CURAND_RNG_PSEUDO_DEFAULT", RAND_XORWOW, 0, false},
    {101, "CURAND_RNG_PSEUDO_XORWOW", RAND_XORWOW, 0, false},
    {121, "CURAND_RNG_PSEUDO_MRG32K3A", RAND_MRG32K3A, 0, false},
    {141, "CURAND_RNG_PSEUDO_MTGP32", RAND_MT19937, 0, false},
    {142, "CURAND_RNG_PSEUDO_MT19937", RAND_MT19937, 0, false},
    {161, "CURAND_RNG_PSEUDO_PHILOX4_32_10", RAND_PHILOX, 0, false},
    {200, "CURAND_RNG_QUASI_DEFAULT", 0, 32, false},
    {201, "CURAND_RNG_QUASI_SOBOL32", 0, 32, false},
    {202, "CURAND_RNG_QUASI_SCRAMBLED_SOBOL32", 0, 32, true},
    {203, "CURAND_RNG_QUASI_SOBOL64", 0, 64, false},
    {204, "CURAND_RNG_QUASI_SCRAMBLED_SOBOL64", 0, 64, true},
};

struct generator {
    const struct rng *rng;
    bool host, legacy;
    uint64_t seed, offset;
    unsigned dimensions;
    void *stream;
    struct rand_source *source;   // NULL: made when it is needed
    struct rand_poisson *poisson; // what the last call took; NULL: none yet
    struct generator *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct generator *generators;

static int refuse(int status, const char *api, const char *fmt, ...) HD_PRINTF(3, 4);
static int refuse(int status, const char *api, const char *fmt, ...) {
    struct hd_buf text = {0};
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(&text, fmt, args);
    va_end(args);
    hd_cudart_notice("%s: %s", api, hd_buf_str(&text));
    hd_buf_finish(&text);
    return status;
}

static int known(const struct generator *g, const char *api) {
    pthread_mutex_lock(&lock);
    const struct generator *each = generators;
    while (each && each != g) each = each->next;
    pthread_mutex_unlock(&lock);
    if (each) return RAND_SUCCESS;
    return refuse(RAND_NOT_INITIALIZED, api,
                  g ? "the generator %p is none of curandCreateGenerator, or was destroyed"
                    : "the generator is NULL: curandCreateGenerator makes one (%p)",
                  (const void *)g);
}

#define NEED(api)               \
    int status = known(g, api); \
    if (status != RAND_SUCCESS) return status

static void start_again(struct generator *g) {
    rand_source_destroy(g->source);
    g->source = NULL;
}

// ---- generators ---------------------------------------------------------------------------------

static int create(const char *api, struct generator **result, int type, bool host) {
    const struct rng *rng = NULL;
    for (int i = 0; i < HD_COUNT(types); i++)
        if (types[i].type == type) rng = &types[i];
    if (!rng) return refuse(RAND_TYPE_ERROR, api, "%d is no curandRngType_t", type);
    if (rng->scrambled)
        return refuse(RAND_TYPE_ERROR, api, "%s is not available: take the one without SCRAMBLED",
                      rng->name);
    struct generator *g = hd_xcalloc(1, sizeof *g);
    *g = (struct generator){.rng = rng, .host = host, .dimensions = 1};
    if (!library_result(api, result, &g, sizeof g)) {
        free(g);
        return RAND_OUT_OF_RANGE;
    }
    pthread_mutex_lock(&lock);
    g->next = generators;
    generators = g;
    pthread_mutex_unlock(&lock);
    return RAND_SUCCESS;
}

static int hd_curandCreateGenerator(struct generator **g, int type) {
    return create("curandCreateGenerator", g, type, false);
}

static int hd_curandCreateGeneratorHost(struct generator **g, int type) {
    return create("curandCreateGeneratorHost", g, type, true);
}

static int hd_curandDestroyGenerator(struct generator *g) {
    NEED("curandDestroyGenerator");
    pthread_mutex_lock(&lock);
    struct generator **link = &generators;
    while (*link != g) link = &(*link)->next;
    *link = g->next;
    pthread_mutex_unlock(&lock);
    start_again(g);
    rand_poisson_destroy(g->poisson);
    free(g);
    return RAND_SUCCESS;
}

static int hd_curandSetStream(struct generator *g, void *stream) {
    NEED("curandSetStream");
    if (!hd_cudart_stream_valid(stream))
        return refuse(RAND_LAUNCH_FAILURE, "curandSetStream", "%p is no stream", stream);
    g->stream = stream;
    return RAND_SUCCESS;
}

static int hd_curandSetPseudoRandomGeneratorSeed(struct generator *g, unsigned long long seed) {
    NEED("curandSetPseudoRandomGeneratorSeed");
    if (g->rng->quasi)
        return refuse(RAND_TYPE_ERROR, "curandSetPseudoRandomGeneratorSeed",
                      "the generator is %s, which has no seed", g->rng->name);
    g->seed = seed;
    start_again(g);
    return RAND_SUCCESS;
}

static int hd_curandSetGeneratorOffset(struct generator *g, unsigned long long offset) {
    NEED("curandSetGeneratorOffset");
    if (!g->rng->quasi && g->rng->kind == RAND_MT19937)
        return refuse(RAND_TYPE_ERROR, "curandSetGeneratorOffset",
                      "the generator is %s, which has no offset", g->rng->name);
    g->offset = offset;
    start_again(g);
    return RAND_SUCCESS;
}

static int hd_curandSetGeneratorOrdering(struct generator *g, int order) {
    NEED("curandSetGeneratorOrdering");
    bool known_order = order >= 100 && order <= 103; // BEST, DEFAULT, SEEDED, LEGACY
    if (order == 104) known_order = !g->host;        // DYNAMIC
    if (order == 102) known_order = g->rng->kind == RAND_XORWOW;
    if (order == 100) known_order = g->rng->type != 142;
    if (g->rng->quasi) known_order = order == 201;
    if (!known_order)
        return refuse(RAND_OUT_OF_RANGE, "curandSetGeneratorOrdering",
                      "%d is no ordering of such a generator", order);
    g->legacy = order == 103; // CURAND_ORDERING_PSEUDO_LEGACY
    start_again(g);
    return RAND_SUCCESS;
}

static int hd_curandSetQuasiRandomGeneratorDimensions(struct generator *g, unsigned dimensions) {
    static const char api[] = "curandSetQuasiRandomGeneratorDimensions";
    NEED(api);
    if (!g->rng->quasi) return refuse(RAND_TYPE_ERROR, api, "the generator is %s", g->rng->name);
    if (dimensions < 1 || dimensions > 20000)
        return refuse(RAND_OUT_OF_RANGE, api, "%u is not in 1 to 20000", dimensions);
    if (dimensions > RAND_SOBOL_DIMENSIONS)
        return refuse(RAND_OUT_OF_RANGE, api,
                      "on the CPU at most %d dimensions are available, not %u",
                      RAND_SOBOL_DIMENSIONS, dimensions);
    g->dimensions = dimensions;
    return RAND_SUCCESS;
}

static struct rand_source *source_of(struct generator *g) {
    if (!g->source) {
        g->source = rand_source_create(g->rng->kind, g->seed, g->offset, g->legacy);
        g->offset = 0;
    }
    return g->source;
}

static int hd_curandGenerateSeeds(struct generator *g) {
    NEED("curandGenerateSeeds");
    if (!g->rng->quasi) source_of(g);
    return RAND_SUCCESS;
}

static int hd_curandGetVersion(int *version) {
    return library_result("curandGetVersion", version, &(int){CURAND_VERSION}, sizeof(int))
               ? RAND_SUCCESS
               : RAND_OUT_OF_RANGE;
}

static int hd_curandGetProperty(int type, int *value) {
    const int parts[] = {CURAND_VERSION / 1000, CURAND_VERSION / 100 % 10, CURAND_VERSION % 100};
    if (type < 0 || type >= HD_COUNT(parts))
        return refuse(RAND_OUT_OF_RANGE, "curandGetProperty", "%d is no libraryPropertyType", type);
    return library_result("curandGetProperty", value, &parts[type], sizeof(int))
               ? RAND_SUCCESS
               : RAND_OUT_OF_RANGE;
}

// ---- numbers ------------------------------------------------------------------------------------

#define INV32 2.3283064365386963e-10
#define INV53 1.1102230246251565e-16

enum { BLOCK = 4096 };

// What a call needs: a generator, and room for n elements.
static int begin(struct generator *g, const char *api, void *out, size_t n, size_t size) {
    NEED(api);
    if (!library_wait(g->stream))
        return refuse(RAND_LAUNCH_FAILURE, api, "the generator's stream was destroyed");
    if (g->rng->quasi && n % g->dimensions)
        return refuse(RAND_LENGTH, api, "%zu is no multiple of the %u dimensions", n,
                      g->dimensions);
    if (n > SIZE_MAX / size) return refuse(RAND_LENGTH, api, "n (%zu) is too large", n);
    if (!g->host)
        return library_check_array(api, "output", out, n * size) ? 0 : RAND_LAUNCH_FAILURE;
    char byte;
    if (n && (!hd_guard_copy(&byte, out, 1, NULL) ||
              !hd_guard_copy(&byte, (char *)out + n * size - 1, 1, NULL)))
        return refuse(RAND_LAUNCH_FAILURE, api, "%zu bytes cannot be written to %p", n * size, out);
    return RAND_SUCCESS;
}

// Number i of n of a quasi-random generator: the dimensions lie one after the other.
static uint64_t quasi(const struct generator *g, size_t i, size_t n) {
    size_t points = n / g->dimensions;
    return rand_sobol((unsigned)(i / points), g->offset + i % points, g->rng->quasi);
}

static void quasi_done(struct generator *g, size_t n) { g->offset += n / g->dimensions; }

static double quasi_unit(const struct generator *g, size_t i, size_t n) {
    uint64_t x = quasi(g, i, n);
    return g->rng->quasi == 32 ? (double)x * INV32 + INV32 / 2
                               : (double)(x >> 11) * INV53 + INV53 / 2;
}

static float unit_float(uint32_t x) { return (float)x * (float)INV32 + (float)(INV32 / 2); }

// As uniform numbers cuRAND has these: floats of the upper 32 bits, doubles of 32 bits that begin
// at 2^-32.
static float quasi_float(const struct generator *g, size_t i, size_t n) {
    uint64_t x = quasi(g, i, n);
    return unit_float((uint32_t)(g->rng->quasi == 32 ? x : x >> 32));
}

static double quasi_double(const struct generator *g, size_t i, size_t n) {
    return g->rng->quasi == 32 ? (double)quasi(g, i, n) * INV32 + INV32 : quasi_unit(g, i, n);
}

#define MRG_UNIT 2.3283065498378288e-10 // 1 / M1

// In (0, 1], from what RAND_BITS or RAND_BITS_PAIR gives.
static float float_of(const struct generator *g, uint32_t x) {
    switch (g->rng->kind) {
    case RAND_MRG32K3A: return (float)((double)x * MRG_UNIT);
    case RAND_MT19937: return (float)((double)x * INV32 + INV32 / 2);
    default: return unit_float(x);
    }
}

// In (0, 1], from one number of 32 bits or from two that give 53.
static double double_of(const struct generator *g, const uint32_t *x) {
    switch (g->rng->kind) {
    case RAND_MRG32K3A: return (double)x[0] * MRG_UNIT;
    case RAND_MT19937: return (double)x[0] * INV32 + INV32 / 2;
    default: return (double)(x[0] ^ (uint64_t)x[1] << 21) * INV53 + INV53 / 2;
    }
}

static int hd_curandGenerate(struct generator *g, unsigned *out, size_t n) {
    NEED("curandGenerate");
    if (g->rng->quasi == 64)
        return refuse(RAND_TYPE_ERROR, "curandGenerate", "%s gives 64 bits: curandGenerateLongLong",
                      g->rng->name);
    status = begin(g, "curandGenerate", out, n, sizeof *out);
    if (status != RAND_SUCCESS) return status;
    if (!g->rng->quasi) {
        rand_source_take(source_of(g), RAND_BITS, out, n);
        if (g->rng->kind == RAND_MRG32K3A)
            for (size_t i = 0; i < n; i++) out[i] = rand_mrg_bits(out[i]);
        return RAND_SUCCESS;
    }
    for (size_t i = 0; i < n; i++) out[i] = (unsigned)quasi(g, i, n);
    quasi_done(g, n);
    return RAND_SUCCESS;
}

static int hd_curandGenerateLongLong(struct generator *g, unsigned long long *out, size_t n) {
    NEED("curandGenerateLongLong");
    if (g->rng->quasi != 64)
        return refuse(RAND_TYPE_ERROR, "curandGenerateLongLong",
                      "the generator is %s: CURAND_RNG_QUASI_SOBOL64 gives 64 bits", g->rng->name);
    status = begin(g, "curandGenerateLongLong", out, n, sizeof *out);
    if (status != RAND_SUCCESS) return status;
    for (size_t i = 0; i < n; i++) out[i] = quasi(g, i, n);
    quasi_done(g, n);
    return RAND_SUCCESS;
}

static int hd_curandGenerateUniform(struct generator *g, float *out, size_t n) {
    int status = begin(g, "curandGenerateUniform", out, n, sizeof *out);
    if (status != RAND_SUCCESS) return status;
    uint32_t bits[BLOCK];
    for (size_t at = 0; at < n && !g->rng->quasi; at += BLOCK) {
        size_t here = n - at < BLOCK ? n - at : BLOCK;
        rand_source_take(source_of(g), RAND_BITS, bits, here);
        for (size_t i = 0; i < here; i++) out[at + i] = float_of(g, bits[i]);
    }
    if (g->rng->quasi) {
        for (size_t i = 0; i < n; i++) out[i] = quasi_float(g, i, n);
        quasi_done(g, n);
    }
    return RAND_SUCCESS;
}

static int hd_curandGenerateUniformDouble(struct generator *g, double *out, size_t n) {
    int status = begin(g, "curandGenerateUniformDouble", out, n, sizeof *out);
    if (status != RAND_SUCCESS) return status;
    uint32_t bits[BLOCK];
    for (size_t at = 0; at < n && !g->rng->quasi; at += BLOCK / 2) {
        size_t here = n - at < BLOCK / 2 ? n - at : BLOCK / 2;
        rand_source_take(source_of(g), RAND_DOUBLE, bits, here);
        unsigned words = rand_words(g->rng->kind, RAND_DOUBLE);
        for (size_t i = 0; i < here; i++) out[at + i] = double_of(g, bits + words * i);
    }
    if (g->rng->quasi) {
        for (size_t i = 0; i < n; i++) out[i] = quasi_double(g, i, n);
        quasi_done(g, n);
    }
    return RAND_SUCCESS;
}

static int check_normal(const struct generator *g, const char *api, size_t n, double stddev) {
    bool single = g->rng->quasi || g->rng->kind == RAND_PHILOX || g->rng->kind == RAND_MT19937;
    if (!single && n % 2)
        return refuse(RAND_LENGTH, api, "%zu is odd: normal numbers are made in pairs", n);
    if (!(stddev >= 0)) return refuse(RAND_OUT_OF_RANGE, api, "stddev (%g) is negative", stddev);
    return RAND_SUCCESS;
}

// In (0, 1), of one number of a generator whose normal numbers are made by inversion.
static double unit_of(const struct generator *g, uint32_t x, bool wide) {
    return wide ? double_of(g, &x) : (double)float_of(g, x);
}

// Two normal numbers by the Box-Muller transform, in the precision of the result as cuRAND has it.
static void pair_of(const struct generator *g, const uint32_t *bits, bool wide, double *x,
                    double *y) {
    bool mrg = g->rng->kind == RAND_MRG32K3A;
    unsigned half = rand_words(g->rng->kind, RAND_DOUBLE);
    if (wide) {
        double s = sqrt(-2 * log(double_of(g, bits))), angle;
        if (half == 1)
            angle = double_of(g, bits + 1) * (2 * M_PI);
        else // twice of 53 bits, from 0 to 2
            angle = ((double)(bits[2] ^ (uint64_t)bits[3] << 21) * (2 * INV53) + INV53) * M_PI;
        *x = s * sin(angle);
        *y = s * cos(angle);
        return;
    }
    float s = sqrtf(-2 * logf(float_of(g, bits[0])));
    float angle = mrg ? float_of(g, bits[1]) * (float)(2 * M_PI)
                      : (float)bits[1] * (float)(INV32 * 2 * M_PI) + (float)(INV32 * M_PI);
    *x = (double)(s * sinf(angle));
    *y = (double)(s * cosf(angle));
}

static double quantile(double u) { return u == 0.5 ? 0 : rand_normal_quantile(u); }

static double quasi_normal(const struct generator *g, size_t i, size_t n, bool wide) {
    return quantile(wide ? quasi_unit(g, i, n) : (double)quasi_float(g, i, n));
}

// Normal numbers of mean and stddev, or their exponentials, as doubles that `put` takes.
static void normal(struct generator *g, size_t n, double mean, double stddev, bool wide, bool log_,
                   void (*put)(void *out, size_t at, double x), void *out) {
    bool inverse = g->rng->quasi || g->rng->kind == RAND_MT19937;
    enum rand_form form = inverse ? RAND_BITS : wide ? RAND_DOUBLE_PAIR : RAND_BITS_PAIR;
    struct rand_source *source = g->rng->quasi ? NULL : source_of(g);
    uint32_t bits[2 * BLOCK + 4];
    double x[BLOCK + 2];
    for (size_t at = 0; at < n; at += BLOCK) {
        size_t here = n - at < BLOCK ? n - at : BLOCK;
        bool amid = source && rand_source_take(source, form, bits, here);
        if (inverse)
            for (size_t i = 0; i < here; i++) {
                if (source)
                    x[i] = quantile(unit_of(g, bits[i], wide));
                else
                    x[i] = quasi_normal(g, at + i, n, wide);
            }
        else
            for (size_t i = 0, words = rand_words(g->rng->kind, form); i < here + amid; i += 2)
                pair_of(g, bits + i / 2 * words, wide, &x[i], &x[i + 1]);
        for (size_t i = 0; i < here; i++) {
            double y = mean + stddev * x[i + amid];
            put(out, at + i, !log_ ? y : wide || inverse ? exp(y) : (double)expf((float)y));
        }
    }
    if (g->rng->quasi) quasi_done(g, n);
}

static void put_float(void *out, size_t at, double x) { ((float *)out)[at] = (float)x; }
static void put_double(void *out, size_t at, double x) { ((double *)out)[at] = x; }

#define NORMAL(Name, T, put, wide, log_)                                                          \
    static int hd_curandGenerate##Name(struct generator *g, T *out, size_t n, T mean, T stddev) { \
        static const char api[] = "curandGenerate" #Name;                                         \
        int status = begin(g, api, out, n, sizeof *out);                                          \
        if (status == RAND_SUCCESS) status = check_normal(g, api, n, (double)stddev);             \
        if (status != RAND_SUCCESS) return status;                                                \
        normal(g, n, (double)mean, (double)stddev, wide, log_, put, out);                         \
        return RAND_SUCCESS;                                                                      \
    }
NORMAL(Normal, float, put_float, false, false)
NORMAL(NormalDouble, double, put_double, true, false)
NORMAL(LogNormal, float, put_float, false, true)
NORMAL(LogNormalDouble, double, put_double, true, true)

// Many are a normal number, rounded: a float of the generator, of MT19937 the sum as well.
static void poisson_of_many(struct generator *g, unsigned *out, size_t n, double lambda) {
    double width = sqrt(lambda);
    bool narrow = !g->rng->quasi && g->rng->kind == RAND_MT19937;
    bool halves = !g->rng->quasi && (g->rng->kind == RAND_XORWOW || g->rng->kind == RAND_MRG32K3A);
    float x[BLOCK];
    for (size_t at = 0; at < n; at += BLOCK) {
        size_t here = n - at < BLOCK ? n - at : BLOCK;
        if (halves) {
            uint32_t bits[2 * BLOCK];
            bool second[BLOCK];
            rand_source_take_halves(source_of(g), bits, second, here);
            for (size_t i = 0; i < here; i++) {
                double pair[2];
                pair_of(g, bits + 2 * i, false, &pair[0], &pair[1]);
                x[i] = (float)pair[second[i]];
            }
        } else if (g->rng->quasi)
            for (size_t i = 0; i < here; i++) x[i] = (float)quasi_normal(g, at + i, n, false);
        else
            normal(g, here, 0, 1, false, false, put_float, x);
        for (size_t i = 0; i < here; i++)
            out[at + i] = narrow ? (unsigned)((float)lambda + (float)width * x[i] + 0.5f)
                                 : (unsigned)(lambda + width * (double)x[i] + 0.5);
    }
}

static int hd_curandGeneratePoisson(struct generator *g, unsigned *out, size_t n, double lambda) {
    static const char api[] = "curandGeneratePoisson";
    int status = begin(g, api, out, n, sizeof *out);
    if (status != RAND_SUCCESS) return status;
    if (!(lambda > 0) || lambda > 400000)
        return refuse(RAND_OUT_OF_RANGE, api, "lambda (%g) is not in 0 to 400000", lambda);
    bool inverse = g->rng->quasi == 64 || (g->rng->quasi && lambda >= 10);
    bool many = g->rng->quasi == 32 ? lambda > 8000 : lambda >= 2000;
    if (many) {
        poisson_of_many(g, out, n, lambda);
    } else if (!rand_poisson_is(g->poisson, lambda, inverse)) {
        rand_poisson_destroy(g->poisson);
        g->poisson = rand_poisson_create(lambda, inverse);
    }
    uint32_t bits[BLOCK];
    for (size_t at = 0; at < n && !many; at += BLOCK) {
        size_t here = n - at < BLOCK ? n - at : BLOCK;
        if (!g->rng->quasi) rand_source_take(source_of(g), RAND_BITS, bits, here);
        for (size_t i = 0; i < here; i++) {
            double u = g->rng->quasi                   ? quasi_double(g, at + i, n)
                       : g->rng->kind == RAND_MRG32K3A ? (double)bits[i] * MRG_UNIT
                                                       : (double)bits[i] * INV32 + INV32;
            out[at + i] = rand_poisson_of(g->poisson, u);
        }
    }
    if (g->rng->quasi) quasi_done(g, n);
    return RAND_SUCCESS;
}

const struct library_entry hd_curand_entries[] = {
    LIBRARY_ENTRY(curandCreateGenerator),
    LIBRARY_ENTRY(curandCreateGeneratorHost),
    LIBRARY_ENTRY(curandDestroyGenerator),
    LIBRARY_ENTRY(curandSetStream),
    LIBRARY_ENTRY(curandSetPseudoRandomGeneratorSeed),
    LIBRARY_ENTRY(curandSetGeneratorOffset),
    LIBRARY_ENTRY(curandSetGeneratorOrdering),
    LIBRARY_ENTRY(curandSetQuasiRandomGeneratorDimensions),
    LIBRARY_ENTRY(curandGenerateSeeds),
    LIBRARY_ENTRY(curandGetVersion),
    LIBRARY_ENTRY(curandGetProperty),
    LIBRARY_ENTRY(curandGenerate),
    LIBRARY_ENTRY(curandGenerateLongLong),
    LIBRARY_ENTRY(curandGenerateUniform),
    LIBRARY_ENTRY(curandGenerateUniformDouble),
    LIBRARY_ENTRY(curandGenerateNormal),
    LIBRARY_ENTRY(curandGenerateNormalDouble),
    LIBRARY_ENTRY(curandGenerateLogNormal),
    LIBRARY_ENTRY(curandGenerateLogNormalDouble),
    LIBRARY_ENTRY(curandGeneratePoisson),
    {NULL, NULL},
};
