/* The exception type of NVIDIA's samples is a message and the end of the program here. */
#ifndef EXCEPTION_H_
#define EXCEPTION_H_
#include <stdio.h>
#include <stdlib.h>

template <class Std_Exception> inline void handleException(const Std_Exception &ex) {
    fprintf(stderr, "%s\n", ex.what());
    exit(EXIT_FAILURE);
}
static inline void heddle_runtime_exception(const char *text, const char *file, int line) {
    fprintf(stderr, "Exception in file '%s' in line %d\nDetailed description: %s\n", file, line, text);
    exit(EXIT_FAILURE);
}
#define RUNTIME_EXCEPTION(msg) heddle_runtime_exception(msg, __FILE__, __LINE__)
#define LOGIC_EXCEPTION(msg) heddle_runtime_exception(msg, __FILE__, __LINE__)
#define RANGE_EXCEPTION(msg) heddle_runtime_exception(msg, __FILE__, __LINE__)
#endif
