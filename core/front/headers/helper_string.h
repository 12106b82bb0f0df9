/* The command-line helpers of NVIDIA's samples. */
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

/* The text after `name=` or `name` of the option -name or --name, or NULL. */
static inline const char *heddle_find_option(int argc, const char **argv, const char *name) {
    size_t n = strlen(name);
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        while (*arg == '-') arg++;
        if (arg != argv[i] && strncmp(arg, name, n) == 0 && (arg[n] == 0 || arg[n] == '='))
            return arg + n + (arg[n] == '=');
    }
    return NULL;
}
static inline bool checkCmdLineFlag(const int argc, const char **argv, const char *name) {
    return heddle_find_option(argc, argv, name) != NULL;
}
static inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *name) {
    const char *text = heddle_find_option(argc, argv, name);
    return text ? atoi(text) : 0;
}
static inline float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name) {
    const char *text = heddle_find_option(argc, argv, name);
    return text ? (float)atof(text) : 0.0f;
}
static inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value) {
    const char *text = heddle_find_option(argc, argv, name);
    *value = (char *)text;
    return text != NULL;
}
#endif
