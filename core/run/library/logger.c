// What programs ask of libraries' loggers. Logs are of the libraries' inner calls, of which there
// are none here: settings are taken, and nothing is written. What is wrong is told on stderr
// anyway.
#include "run/cudart/cudart.h"
#include "run/library/library.h"

enum {
    SUCCESS = 0,
    CUBLAS_INVALID_VALUE = 7,
    CUSPARSE_INVALID_VALUE = 3,
    CUSOLVER_INVALID_VALUE = 3
};

static void *cublas_callback;

static int hd_cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char *file) {
    return SUCCESS;
}
static int hd_cublasSetLoggerCallback(void *callback) {
    cublas_callback = callback;
    return SUCCESS;
}
static int hd_cublasGetLoggerCallback(void **callback) {
    return library_result("cublasGetLoggerCallback", callback, &cublas_callback,
                          sizeof cublas_callback)
               ? SUCCESS
               : CUBLAS_INVALID_VALUE;
}

static int set_level(const char *api, int level, int status) {
    if (level >= 0 && level <= 5) return SUCCESS;
    hd_cudart_notice("%s: level (%d) is not in 0 to 5", api, level);
    return status;
}

#define LOGGER(Name, invalid)                                                   \
    static int hd_##Name##LoggerSetCallback(void *callback) { return SUCCESS; } \
    static int hd_##Name##LoggerSetFile(void *file) { return SUCCESS; }         \
    static int hd_##Name##LoggerOpenFile(const char *file) { return SUCCESS; }  \
    static int hd_##Name##LoggerSetLevel(int level) {                           \
        return set_level(#Name "LoggerSetLevel", level, invalid);               \
    }                                                                           \
    static int hd_##Name##LoggerSetMask(int mask) { return SUCCESS; }           \
    static int hd_##Name##LoggerForceDisable(void) { return SUCCESS; }
LOGGER(cusparse, CUSPARSE_INVALID_VALUE)
LOGGER(cusolverDn, CUSOLVER_INVALID_VALUE)

#define LOGGER_ENTRIES(Name)                                                      \
    LIBRARY_ENTRY(Name##LoggerSetCallback), LIBRARY_ENTRY(Name##LoggerSetFile),   \
        LIBRARY_ENTRY(Name##LoggerOpenFile), LIBRARY_ENTRY(Name##LoggerSetLevel), \
        LIBRARY_ENTRY(Name##LoggerSetMask), LIBRARY_ENTRY(Name##LoggerForceDisable)
const struct library_entry hd_cublas_logger[] = {LIBRARY_ENTRY(cublasLoggerConfigure),
                                                 LIBRARY_ENTRY(cublasSetLoggerCallback),
                                                 LIBRARY_ENTRY(cublasGetLoggerCallback),
                                                 {NULL, NULL}};
const struct library_entry hd_cusparse_logger[] = {LOGGER_ENTRIES(cusparse), {NULL, NULL}};
const struct library_entry hd_cusolver_logger[] = {LOGGER_ENTRIES(cusolverDn), {NULL, NULL}};
