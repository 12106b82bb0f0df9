/* NVRTC: CUDA C++ that a program has as text, compiled while it runs. Heddle's own front end compiles it; what comes of it (PTX, CUBIN and LTO
   IR are the same here) is an image that cuModuleLoadData takes (cuda.h): the text, behind a line that tells how it was compiled.
   Functions of the text may be asked for by their plain names, as `extern "C"` has them, or by name expressions. */
#ifndef __NVRTC_H__
#define __NVRTC_H__
#include <stdlib.h>
#include <string.h>

typedef enum {
    NVRTC_SUCCESS = 0,
    NVRTC_ERROR_OUT_OF_MEMORY = 1,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4,
    NVRTC_ERROR_INVALID_OPTION = 5,
    NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    NVRTC_ERROR_INTERNAL_ERROR = 11,
    NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12,
    NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED = 13,
    NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED = 14,
    NVRTC_ERROR_PCH_CREATE = 15,
    NVRTC_ERROR_CANCELLED = 16
} nvrtcResult;

/* As core/run/program/module.c has it. */
struct __nvrtc_text {
    const char *text, *name;
    const char *const *options, *const *names, *const *headers, *const *header_names;
    int noptions, nnames, nheaders;
};
extern int __heddle_module_make(const struct __nvrtc_text *text);
extern const char *__heddle_module_text(int module, int which);
extern void *__heddle_module_find(int module, const char *name, int variable, size_t *size);

struct _nvrtcProgram {
    struct __nvrtc_text text;
    char **names, **headers, **header_names;
    int compiled; /* the module; 0: not yet; negative: it does not compile */
};
typedef struct _nvrtcProgram *nvrtcProgram;

#define NVRTC_FN static __inline__ __host__ nvrtcResult

static __inline__ __host__ const char *nvrtcGetErrorString(nvrtcResult result)
{
    static const char *const names[] = {
        "NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
        "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
        "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION", "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
        "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR", "NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
        "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED", "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED", "NVRTC_ERROR_PCH_CREATE", "NVRTC_ERROR_CANCELLED"};
    return (unsigned)result < sizeof names / sizeof *names ? names[result] : "NVRTC_ERROR unknown";
}
NVRTC_FN nvrtcVersion(int *major, int *minor)
{
    if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
    *major = 13;
    *minor = 0;
    return NVRTC_SUCCESS;
}
NVRTC_FN nvrtcGetNumSupportedArchs(int *n)
{
    if (!n) return NVRTC_ERROR_INVALID_INPUT;
    *n = 4;
    return NVRTC_SUCCESS;
}
NVRTC_FN nvrtcGetSupportedArchs(int *archs)
{
    static const int all[] = {75, 80, 86, 90};
    if (!archs) return NVRTC_ERROR_INVALID_INPUT;
    memcpy(archs, all, sizeof all);
    return NVRTC_SUCCESS;
}

/* ---- programs ---- */
static __inline__ __host__ char **__nvrtc_copies(const char *const *from, int n)
{
    char **to = (char **)malloc((n + 1) * sizeof *to);
    for (int i = 0; i < n; i++) to[i] = strdup(from[i]);
    return to;
}
static __inline__ __host__ void __nvrtc_free(char **strings, int n)
{
    for (int i = 0; i < n; i++) free(strings[i]);
    free(strings);
}
/* A program of a text; the headers are what `#include` finds first. */
NVRTC_FN nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name, int numHeaders, const char *const *headers,
                            const char *const *includeNames)
{
    if (!prog || !src || numHeaders < 0 || (numHeaders && (!headers || !includeNames))) return NVRTC_ERROR_INVALID_INPUT;
    nvrtcProgram p = (nvrtcProgram)calloc(1, sizeof *p);
    p->text.text = strdup(src);
    p->text.name = strdup(name ? name : "default_program");
    p->headers = __nvrtc_copies(headers, numHeaders);
    p->header_names = __nvrtc_copies(includeNames, numHeaders);
    p->text.nheaders = numHeaders;
    *prog = p;
    return NVRTC_SUCCESS;
}
NVRTC_FN nvrtcDestroyProgram(nvrtcProgram *prog)
{
    if (!prog || !*prog) return NVRTC_ERROR_INVALID_PROGRAM;
    nvrtcProgram p = *prog;
    free((char *)p->text.text);
    free((char *)p->text.name);
    __nvrtc_free(p->headers, p->text.nheaders);
    __nvrtc_free(p->header_names, p->text.nheaders);
    __nvrtc_free(p->names, p->text.nnames);
    free(p);
    *prog = NULL;
    return NVRTC_SUCCESS;
}
/* Compiles; nvrtcGetProgramLog tells of errors and warnings. */
NVRTC_FN nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options)
{
    if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
    if (numOptions < 0 || (numOptions && !options)) return NVRTC_ERROR_INVALID_INPUT;
    char **copies = __nvrtc_copies(options, numOptions);
    prog->text.options = (const char *const *)copies;
    prog->text.noptions = numOptions;
    prog->text.names = (const char *const *)prog->names;
    prog->text.headers = (const char *const *)prog->headers;
    prog->text.header_names = (const char *const *)prog->header_names;
    prog->compiled = __heddle_module_make(&prog->text);
    __nvrtc_free(copies, numOptions);
    return prog->compiled > 0 ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
}
static __inline__ __host__ const char *__nvrtc_text(nvrtcProgram prog, int which)
{
    if (!prog || !prog->compiled || (!which && prog->compiled < 0)) return NULL;
    return __heddle_module_text(prog->compiled < 0 ? -prog->compiled : prog->compiled, which);
}
NVRTC_FN __nvrtc_size(nvrtcProgram prog, int which, size_t *size)
{
    const char *text = __nvrtc_text(prog, which);
    if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!size || (!text && !which)) return NVRTC_ERROR_INVALID_INPUT;
    *size = (text ? strlen(text) : 0) + 1;
    return NVRTC_SUCCESS;
}
NVRTC_FN __nvrtc_get(nvrtcProgram prog, int which, char *out)
{
    const char *text = __nvrtc_text(prog, which);
    if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!out || (!text && !which)) return NVRTC_ERROR_INVALID_INPUT;
    strcpy(out, text ? text : "");
    return NVRTC_SUCCESS;
}
NVRTC_FN nvrtcGetPTXSize(nvrtcProgram prog, size_t *size) { return __nvrtc_size(prog, 0, size); }
NVRTC_FN nvrtcGetPTX(nvrtcProgram prog, char *ptx) { return __nvrtc_get(prog, 0, ptx); }
NVRTC_FN nvrtcGetCUBINSize(nvrtcProgram prog, size_t *size) { return __nvrtc_size(prog, 0, size); }
NVRTC_FN nvrtcGetCUBIN(nvrtcProgram prog, char *cubin) { return __nvrtc_get(prog, 0, cubin); }
NVRTC_FN nvrtcGetLTOIRSize(nvrtcProgram prog, size_t *size) { return __nvrtc_size(prog, 0, size); }
NVRTC_FN nvrtcGetLTOIR(nvrtcProgram prog, char *ir) { return __nvrtc_get(prog, 0, ir); }
NVRTC_FN nvrtcGetNVVMSize(nvrtcProgram prog, size_t *size) { return __nvrtc_size(prog, 0, size); }
NVRTC_FN nvrtcGetNVVM(nvrtcProgram prog, char *ir) { return __nvrtc_get(prog, 0, ir); }
NVRTC_FN nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *size) { return __nvrtc_size(prog, 1, size); }
NVRTC_FN nvrtcGetProgramLog(nvrtcProgram prog, char *log) { return __nvrtc_get(prog, 1, log); }

/* ---- name expressions: `scale<float>`, `&N::limits` ---- */
NVRTC_FN nvrtcAddNameExpression(nvrtcProgram prog, const char *expression)
{
    if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression) return NVRTC_ERROR_INVALID_INPUT;
    if (prog->compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    prog->names = (char **)realloc(prog->names, (prog->text.nnames + 1) * sizeof *prog->names);
    prog->names[prog->text.nnames++] = strdup(expression);
    return NVRTC_SUCCESS;
}
/* The name that cuModuleGetFunction and cuModuleGetGlobal take: here the expression itself. */
NVRTC_FN nvrtcGetLoweredName(nvrtcProgram prog, const char *expression, const char **lowered)
{
    size_t size;
    if (!prog) return NVRTC_ERROR_INVALID_PROGRAM;
    if (!expression || !lowered) return NVRTC_ERROR_INVALID_INPUT;
    if (prog->compiled <= 0) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (int i = 0; i < prog->text.nnames; i++) {
        if (strcmp(prog->names[i], expression)) continue;
        if (!__heddle_module_find(prog->compiled, expression, 0, &size) && !__heddle_module_find(prog->compiled, expression, 1, &size)) break;
        *lowered = prog->names[i];
        return NVRTC_SUCCESS;
    }
    return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}
#undef NVRTC_FN
#endif
