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
static inline int stringRemoveDelimiter(char delimiter, const char *text) {
    int n = 0;
    while (text[n] == delimiter) n++;
    return n >= (int)strlen(text) - 1 ? 0 : n;
}
static inline int getFileExtension(char *filename, char **extension) {
    char *dot = strrchr(filename, '.');
    *extension = dot ? dot + 1 : NULL;
    return dot ? (int)(dot - filename) + 1 : 0;
}
static inline char *heddle_path_in(const char *folder, size_t len, const char *inside, const char *file) {
    char *path = (char *)malloc(len + strlen(inside) + strlen(file) + 3);
    sprintf(path, "%.*s%s%s%s", (int)len, folder, len ? "/" : "", inside, file);
    FILE *in = fopen(path, "rb");
    if (in) {
        fclose(in);
        return path;
    }
    free(path);
    return NULL;
}
/* Where a sample's file is: here, in data/, or beside the program. The result is malloc's; NULL: nowhere. */
static inline char *sdkFindFilePath(const char *filename, const char *executable_path) {
    static const char *const inside[] = {"", "data/", "../data/", "../", "../../data/", "../../../data/", "Common/", "../Common/", "../../Common/",
                                         "../../../Common/", "../../../Common/data/", "../../Common/data/"};
    const char *slash = executable_path ? strrchr(executable_path, '/') : NULL;
    for (int beside = 0; beside < 2; beside++)
        for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
            size_t len = beside && slash ? (size_t)(slash - executable_path) : 0;
            char *path = heddle_path_in(executable_path ? executable_path : "", len, inside[i], filename);
            if (path) return path;
        }
    return NULL;
}
static inline bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value) {
    const char *text = heddle_find_option(argc, argv, name);
    *value = (char *)text;
    return text != NULL;
}
#endif
