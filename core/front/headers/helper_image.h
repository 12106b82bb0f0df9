/* Pictures and comparisons of NVIDIA's samples: PGM and PPM files, arrays in files, and differences. */
#ifndef COMMON_HELPER_IMAGE_H_
#define COMMON_HELPER_IMAGE_H_
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

static inline bool heddle_read_number(FILE *in, unsigned int *value) {
    int c = getc(in);
    while (isspace(c) || c == '#') {
        if (c == '#')
            while (c != '\n' && c != EOF) c = getc(in);
        c = getc(in);
    }
    if (!isdigit(c)) return false;
    for (*value = 0; isdigit(c); c = getc(in)) *value = *value * 10 + (unsigned int)(c - '0');
    return true;
}
/* data: the file's channels, one byte each; allocated when NULL. */
static inline bool __loadPPM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h, unsigned int *channels) {
    FILE *in = fopen(file, "rb");
    unsigned int width = 0, height = 0, most = 0;
    if (!in) {
        fprintf(stderr, "__LoadPPM() : Failed to open file: %s\n", file);
        return false;
    }
    int p = getc(in), kind = getc(in);
    bool ok = p == 'P' && (kind == '5' || kind == '6') && heddle_read_number(in, &width) && heddle_read_number(in, &height) &&
              heddle_read_number(in, &most);
    *channels = kind == '6' ? 3 : 1;
    size_t size = (size_t)width * height * *channels;
    if (ok && *data && (*w != width || *h != height)) fprintf(stderr, "__LoadPPM() : Invalid image dimensions.\n");
    if (ok && !*data) *data = (unsigned char *)malloc(size);
    *w = width;
    *h = height;
    if (ok && fread(*data, 1, size, in) != size) {
        fprintf(stderr, "__LoadPPM() read data returned error.\n");
        ok = false;
    }
    fclose(in);
    return ok;
}
static inline bool __savePPM(const char *file, unsigned char *data, unsigned int w, unsigned int h, unsigned int channels) {
    FILE *out = fopen(file, "wb");
    if (!out) return false;
    fprintf(out, "P%c\n%u\n%u\n255\n", channels == 1 ? '5' : '6', w, h);
    size_t size = (size_t)w * h * channels;
    bool ok = fwrite(data, 1, size, out) == size;
    return fclose(out) == 0 && ok;
}
static inline bool sdkLoadPPM4(const char *file, unsigned char **data, unsigned int *w, unsigned int *h) {
    unsigned char *three = NULL;
    unsigned int channels;
    if (!__loadPPM(file, &three, w, h, &channels)) {
        free(three);
        return false;
    }
    size_t n = (size_t)*w * *h;
    unsigned char *four = (unsigned char *)malloc(n * 4);
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) four[4 * i + (size_t)k] = channels == 3 ? three[3 * i + (size_t)k] : three[i];
        four[4 * i + 3] = 0;
    }
    free(three);
    *data = four;
    return true;
}
static inline bool sdkLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h) {
    return sdkLoadPPM4(file, data, w, h);
}
static inline bool sdkSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h) {
    size_t n = (size_t)w * h;
    unsigned char *three = (unsigned char *)malloc(n * 3);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) three[3 * i + (size_t)k] = data[4 * i + (size_t)k];
    bool ok = __savePPM(file, three, w, h, 3);
    free(three);
    return ok;
}
static inline bool heddle_load_pgm_bytes(const char *file, unsigned char **data, unsigned int *w, unsigned int *h) {
    unsigned int channels;
    return __loadPPM(file, data, w, h, &channels);
}
static inline bool heddle_load_pgm_floats(const char *file, float **data, unsigned int *w, unsigned int *h) {
    unsigned char *bytes = NULL;
    unsigned int channels;
    if (!__loadPPM(file, &bytes, w, h, &channels)) return false;
    size_t n = (size_t)*w * *h * channels;
    if (!*data) *data = (float *)malloc(n * sizeof(float));
    for (size_t i = 0; i < n; i++) (*data)[i] = (float)bytes[i] / 255.0f;
    free(bytes);
    return true;
}
static inline bool sdkLoadPGM(const char *file, unsigned char **data, unsigned int *w, unsigned int *h) {
    return heddle_load_pgm_bytes(file, data, w, h);
}
static inline bool sdkLoadPGM(const char *file, float **data, unsigned int *w, unsigned int *h) {
    return heddle_load_pgm_floats(file, data, w, h);
}
static inline bool sdkSavePGM(const char *file, unsigned char *data, unsigned int w, unsigned int h) {
    return __savePPM(file, data, w, h, 1);
}
static inline bool sdkSavePGM(const char *file, float *data, unsigned int w, unsigned int h) {
    size_t n = (size_t)w * h;
    unsigned char *bytes = (unsigned char *)malloc(n);
    for (size_t i = 0; i < n; i++) bytes[i] = (unsigned char)(data[i] * 255.0f);
    bool ok = __savePPM(file, bytes, w, h, 1);
    free(bytes);
    return ok;
}
/* Numbers separated by white space. */
static inline bool sdkReadFile(const char *file, float **data, unsigned int *len, bool verbose) {
    FILE *in = fopen(file, "r");
    if (!in) {
        if (verbose) fprintf(stderr, "sdkReadFile() : Opening file failed.\n");
        return false;
    }
    size_t n = 0, room = *data ? *len : 0;
    bool own = !*data;
    float value;
    while (fscanf(in, "%f", &value) == 1) {
        if (n == room && !own) break;
        if (n == room) {
            room = room ? room * 2 : 1024;
            *data = (float *)realloc(*data, room * sizeof(float));
        }
        (*data)[n++] = value;
    }
    *len = (unsigned int)n;
    fclose(in);
    return true;
}
static inline bool sdkWriteFile(const char *file, const float *data, unsigned int len, const float epsilon, bool verbose, bool append = false) {
    FILE *out = fopen(file, append ? "a" : "w");
    if (!out) return false;
    fprintf(out, "# %g\n", epsilon);
    for (unsigned int i = 0; i < len; i++) fprintf(out, "%g ", data[i]);
    fprintf(out, "\n");
    return fclose(out) == 0;
}
template <class T, class S> inline bool compareData(const T *reference, const T *data, const unsigned int len, const S epsilon, const float threshold) {
    unsigned int errors = 0;
    for (unsigned int i = 0; i < len; i++) {
        float diff = (float)reference[i] - (float)data[i];
        if (!(diff <= (float)epsilon && diff >= -(float)epsilon)) errors++;
    }
    if (threshold == 0.0f) return errors == 0;
    if (errors > 0) printf("%4.2f(%%) of bytes mismatched (count=%d)\n", (float)errors * 100 / (float)len, (int)errors);
    return (float)len * threshold > (float)errors;
}
static inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon) {
    float error = 0, ref = 0;
    for (unsigned int i = 0; i < len; i++) {
        float diff = reference[i] - data[i];
        error += diff * diff;
        ref += reference[i] * reference[i];
    }
    if (fabsf(ref) < 1e-7f) {
        fprintf(stderr, "ERROR, reference l2-norm is 0\n");
        return false;
    }
    return sqrtf(error) / sqrtf(ref) < epsilon;
}
static inline bool compareL2fe(const float *reference, const float *data, const unsigned int len, const float epsilon) {
    return sdkCompareL2fe(reference, data, len, epsilon);
}
static inline bool sdkComparePPM(const char *a, const char *b, const float epsilon, const float threshold, bool verbose) {
    unsigned char *x = NULL, *y = NULL;
    unsigned int w, h, w2, h2;
    bool ok = sdkLoadPPM4ub(a, &x, &w, &h) && sdkLoadPPM4ub(b, &y, &w2, &h2) && w == w2 && h == h2;
    ok = ok && compareData(x, y, w * h * 4, epsilon, threshold);
    free(x);
    free(y);
    if (verbose) printf(ok ? "  OK\n" : "  FAILURE!\n");
    return ok;
}
static inline bool sdkComparePGM(const char *a, const char *b, const float epsilon, const float threshold, bool verbose) {
    unsigned char *x = NULL, *y = NULL;
    unsigned int w, h, w2, h2;
    bool ok = sdkLoadPGM(a, &x, &w, &h) && sdkLoadPGM(b, &y, &w2, &h2) && w == w2 && h == h2;
    ok = ok && compareData(x, y, w * h, epsilon, threshold);
    free(x);
    free(y);
    if (verbose) printf(ok ? "  OK\n" : "  FAILURE!\n");
    return ok;
}
#endif
