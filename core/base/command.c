// Command lines as for a compiler: which words are files, flags of nvcc, gcc or clang, and
// arguments of the program.
//
//     heddle main.cu kernels.cu util.cpp -I inc -DN=4 -lm 1000 out.txt
//            files                       flags            the program's
//
// Flags are rows of `flags`. Many have no meaning where nothing is linked or optimised by them:
// they are known so that a build's command line can be taken as it is. Behind the last file only
// the plain ones count: `-g graph.txt` there is the program's.
#include "base.h"

#include <stdlib.h>
#include <string.h>

enum value { NONE, JOINED, APART, EITHER, EQUALS, EQUALS_OR_APART };
enum meaning {
    IGNORED,
    DEFINE,
    UNDEFINE,
    DIR,
    INCLUDE,
    LIBRARY,
    LIBRARY_DIR,
    LANGUAGE,
    ARCH,
    OUTPUT,
    COMPILE,
    COMPILE_DEVICE,
    RELOCATABLE,
    FAST_MATH,
    FMAD,
    STANDARD
};

static const struct flag {
    const char *name; // with one dash; nvcc takes its long ones with two as well
    enum value value;
    enum meaning meaning;
    bool plain; // also behind the last file
} flags[] = {
    {"-include", APART, INCLUDE, true},
    {"-isystem", EITHER, DIR, true},
    {"-iquote", EITHER, DIR, true},
    {"-idirafter", EITHER, DIR, true},
    {"-include-path", EQUALS_OR_APART, DIR, false},
    {"-I", EITHER, DIR, true},
    {"-define-macro", EQUALS_OR_APART, DEFINE, false},
    {"-D", EITHER, DEFINE, true},
    {"-U", EITHER, UNDEFINE, true},
    {"-library-path", EQUALS_OR_APART, LIBRARY_DIR, false},
    {"-library", EQUALS_OR_APART, LIBRARY, false},
    {"-lineinfo", NONE, IGNORED, true},
    {"-lto", NONE, IGNORED, false},
    {"-L", EITHER, LIBRARY_DIR, true},
    {"-l", JOINED, LIBRARY, true},
    {"-x", APART, LANGUAGE, true},
    {"-std", EQUALS_OR_APART, STANDARD, true},
    {"-gpu-architecture", EQUALS_OR_APART, ARCH, true},
    {"-gpu-code", EQUALS_OR_APART, IGNORED, true},
    {"-generate-code", EQUALS_OR_APART, ARCH, true},
    {"-gencode", EQUALS_OR_APART, ARCH, true},
    {"-arch", EQUALS_OR_APART, ARCH, true},
    {"-code", EQUALS_OR_APART, IGNORED, true},
    {"-relocatable-device-code", EQUALS, RELOCATABLE, true},
    {"-rdc", EQUALS, RELOCATABLE, true},
    {"-device-c", NONE, COMPILE_DEVICE, false},
    {"-dc", NONE, COMPILE_DEVICE, false},
    {"-dw", NONE, COMPILE, false},
    {"-dlink", NONE, IGNORED, false},
    {"-compile", NONE, COMPILE, false},
    {"-c", NONE, COMPILE, false},
    {"-output-file", APART, OUTPUT, false},
    {"-output-directory", APART, IGNORED, false},
    {"-odir", APART, IGNORED, false},
    {"-o", EITHER, OUTPUT, false},
    {"-use_fast_math", NONE, FAST_MATH, true},
    {"-ffast-math", NONE, IGNORED, false},
    {"-fmad", EQUALS, FMAD, true},
    {"-ftz", EQUALS, IGNORED, true},
    {"-prec-div", EQUALS, IGNORED, true},
    {"-prec-sqrt", EQUALS, IGNORED, true},
    {"-maxrregcount", EQUALS_OR_APART, IGNORED, true},
    {"-default-stream", EQUALS_OR_APART, IGNORED, true},
    {"-expt-relaxed-constexpr", NONE, IGNORED, true},
    {"-expt-extended-lambda", NONE, IGNORED, true},
    {"-extended-lambda", NONE, IGNORED, true},
    {"-Xcompiler", EQUALS_OR_APART, IGNORED, true},
    {"-compiler-options", EQUALS_OR_APART, IGNORED, false},
    {"-Xptxas", EQUALS_OR_APART, IGNORED, true},
    {"-ptxas-options", EQUALS_OR_APART, IGNORED, false},
    {"-Xlinker", EQUALS_OR_APART, IGNORED, true},
    {"-linker-options", EQUALS_OR_APART, IGNORED, false},
    {"-Xcudafe", EQUALS_OR_APART, IGNORED, true},
    {"-Xarchive", EQUALS_OR_APART, IGNORED, false},
    {"-Xnvlink", EQUALS_OR_APART, IGNORED, false},
    {"-Xclang", APART, IGNORED, false},
    {"-diag-suppress", EQUALS_OR_APART, IGNORED, true},
    {"-compiler-bindir", EQUALS_OR_APART, IGNORED, false},
    {"-ccbin", EQUALS_OR_APART, IGNORED, false},
    {"-cudart", EQUALS_OR_APART, IGNORED, false},
    {"-machine", EQUALS_OR_APART, IGNORED, false},
    {"-threads", EQUALS_OR_APART, IGNORED, false},
    {"-options-file", APART, IGNORED, false},
    {"-forward-unknown-to-host-compiler", NONE, IGNORED, false},
    {"-allow-unsupported-compiler", NONE, IGNORED, false},
    {"-keep", NONE, IGNORED, false},
    {"-keep-dir", APART, IGNORED, false},
    {"-run", NONE, IGNORED, false},
    {"-resource-usage", NONE, IGNORED, false},
    {"-restrict", NONE, IGNORED, false},
    {"-disable-warnings", NONE, IGNORED, false},
    {"-debug", NONE, IGNORED, false},
    {"-device-debug", NONE, IGNORED, false},
    {"-verbose", NONE, IGNORED, false},
    {"-time", EITHER, IGNORED, false},
    {"-shared", NONE, IGNORED, false},
    {"-static", NONE, IGNORED, false},
    {"-pthread", NONE, IGNORED, true},
    {"-fopenmp", NONE, IGNORED, true},
    {"-pipe", NONE, IGNORED, false},
    {"-pedantic", NONE, IGNORED, false},
    {"-ansi", NONE, IGNORED, false},
    {"-pg", NONE, IGNORED, false},
    {"-MF", EITHER, IGNORED, false},
    {"-MT", EITHER, IGNORED, false},
    {"-MQ", EITHER, IGNORED, false},
    {"-MMD", NONE, IGNORED, false},
    {"-MD", NONE, IGNORED, false},
    {"-MP", NONE, IGNORED, false},
    {"-m", JOINED, IGNORED, false},
    {"-f", JOINED, IGNORED, false},
    {"-W", EITHER, IGNORED, false},
    {"-O0", NONE, IGNORED, true},
    {"-O1", NONE, IGNORED, true},
    {"-O2", NONE, IGNORED, true},
    {"-O3", NONE, IGNORED, true},
    {"-Ofast", NONE, IGNORED, true},
    {"-O", EITHER, IGNORED, false},
    {"-g", JOINED, IGNORED, false},
    {"-G", NONE, IGNORED, false},
    {"-w", NONE, IGNORED, false},
    {"-v", NONE, IGNORED, false},
};

static bool has_equals(enum value v) { return v == EQUALS || v == EQUALS_OR_APART; }

// The flag at words[0], its value, and how many words they take; 0: it is none.
static int match(const char *const *words, int n, bool plain, const struct flag **flag,
                 const char **value) {
    if (n < 1 || words[0][0] != '-' || !words[0][1]) return 0;
    bool two = words[0][1] == '-';
    for (int i = 0; i < HD_COUNT(flags); i++) {
        const struct flag *f = &flags[i];
        size_t len = strlen(f->name);
        const char *word = words[0] + two;
        if ((plain && !f->plain) || strncmp(word, f->name, len) != 0) continue;
        if (two && len <= 3 && f->value != EQUALS) continue; // --I is none
        const char *rest = word + len;
        *flag = f;
        *value = NULL;
        if (*rest == '=' && has_equals(f->value)) {
            *value = rest + 1;
            return 1;
        }
        if (*rest) {
            if (f->value != JOINED && f->value != EITHER) continue;
            *value = rest;
            return 1;
        }
        if (f->value == NONE) return 1;
        if (f->meaning == IGNORED && (f->value == JOINED || len <= 2)) return 1;
        if (f->value == JOINED || f->value == EQUALS) continue;
        if (n < 2) continue;
        *value = words[1];
        return 2;
    }
    return 0;
}

int hd_command_flag(const char *const *words, int n, bool plain) {
    const struct flag *flag;
    const char *value;
    return match(words, n, plain, &flag, &value);
}

// ---- files --------------------------------------------------------------------------------------

static const struct ending {
    const char *text;
    enum hd_file_kind kind;
} endings[] = {
    {".cu", HD_FILE_CUDA}, {".cpp", HD_FILE_CPP}, {".cc", HD_FILE_CPP}, {".cxx", HD_FILE_CPP},
    {".C", HD_FILE_CPP},   {".c++", HD_FILE_CPP}, {".cp", HD_FILE_CPP}, {".c", HD_FILE_C},
};

static const struct ending *ending_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; dot && i < HD_COUNT(endings); i++)
        if (strcmp(dot, endings[i].text) == 0) return &endings[i];
    return NULL;
}

static enum hd_file_kind kind_of(const char *path) {
    const struct ending *e = ending_of(path);
    return e ? e->kind : HD_FILE_CUDA;
}

static bool is_object(const char *path) {
    static const char *const ends[] = {".o", ".a", ".so", ".obj"};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; dot && i < HD_COUNT(ends); i++)
        if (strcmp(dot, ends[i]) == 0) return true;
    return false;
}

// ---- reading ------------------------------------------------------------------------------------

static bool language(const char *name, int *forced) {
    static const struct {
        const char *name;
        int kind;
    } names[] = {{"cu", HD_FILE_CUDA},
                 {"cuda", HD_FILE_CUDA},
                 {"c++", HD_FILE_CPP},
                 {"c", HD_FILE_C},
                 {"none", -1}};
    for (int i = 0; i < HD_COUNT(names); i++) {
        if (strcmp(name, names[i].name) != 0) continue;
        *forced = names[i].kind;
        return true;
    }
    return false;
}

// The newest architecture in "sm_80", "arch=compute_80,code=[sm_80,sm_90a]" and the like; 0: none.
static int newest_arch(const char *text) {
    int newest = 0;
    for (const char *p = text; (p = strchr(p, '_')); p++)
        if (atoi(p + 1) > newest) newest = atoi(p + 1);
    return newest;
}

static bool means_this_machine(const char *arch) {
    return !strcmp(arch, "native") || !strcmp(arch, "all") || !strcmp(arch, "all-major");
}

// 20 for "20" and "2a", its name while it was a draft. 0: none of those.
static int standard(const char *name) {
    static const struct {
        const char *name, *draft;
        int year;
    } all[] = {
        {"11", "0x", 11}, {"14", "1y", 14}, {"17", "1z", 17}, {"20", "2a", 20}, {"23", "2b", 23}};
    for (int i = 0; i < HD_COUNT(all); i++)
        if (!strcmp(name, all[i].name) || !strcmp(name, all[i].draft)) return all[i].year;
    return 0;
}

// NULL: done; else what is the matter with it.
static const char *apply(struct hd_command *c, const struct flag *flag, const char *value,
                         int *forced) {
    switch (flag->meaning) {
    case IGNORED: break;
    case DEFINE:
    case UNDEFINE:
        if (!value || !*value) return "a macro's name belongs behind it";
        HD_XPUSH(&c->macros, ((struct hd_command_macro){value, flag->meaning == UNDEFINE}));
        break;
    case DIR: HD_XPUSH(&c->dirs, value); break;
    case INCLUDE: HD_XPUSH(&c->includes, value); break;
    case LIBRARY: HD_XPUSH(&c->libraries, value); break;
    case LIBRARY_DIR: HD_XPUSH(&c->library_dirs, value); break;
    case LANGUAGE:
        if (!language(value, forced)) return "the languages are cu, c++, c and none";
        break;
    case STANDARD: {
        const char *plus = strstr(value, "++");
        if (plus && (!strncmp(plus, "++98", 4) || !strncmp(plus, "++03", 4)))
            return "the language is C++17; what C++11 to C++20 have in common with it is taken";
        if (plus) c->standard = standard(plus + 2);
        break;
    }
    case ARCH: {
        int arch = newest_arch(value);
        if ((arch < 30 || arch > 200) && !means_this_machine(value))
            return "architectures are named sm_80, compute_90 and so on";
        if (arch > c->arch) c->arch = arch;
        break;
    }
    case OUTPUT: c->output = value; break;
    case COMPILE: c->compiles_only = true; break;
    case COMPILE_DEVICE: c->compiles_only = c->relocatable = true; break;
    case RELOCATABLE: c->relocatable = value[0] == 't'; break;
    case FAST_MATH: c->fast_math = true; break;
    case FMAD: c->fmad_off = value[0] == 'f'; break;
    }
    return NULL;
}

// The index behind the last word that is a file: flags before it are the compiler's for certain.
static int behind_files(const char *const *words, int n, enum hd_command_how how) {
    if (how == HD_COMMAND_RECORD) return n;
    int last = 0;
    bool any = false, told = false; // -x LANG has told what the next one is
    for (int i = 0; i < n && strcmp(words[i], "--") != 0;) {
        const struct flag *flag;
        const char *value;
        int length = match(&words[i], n - i, false, &flag, &value);
        if (length) {
            if (flag->meaning == LANGUAGE) told = value && strcmp(value, "none") != 0;
            i += length;
            continue;
        }
        if (any && !told && !ending_of(words[i]) && !is_object(words[i])) break;
        any = true;
        told = false;
        last = ++i;
    }
    return last;
}

bool hd_command_read(struct hd_command *c, const char *const *words, int n, enum hd_command_how how,
                     const char **wrong, const char **why) {
    *c = (struct hd_command){.args = n};
    int forced = -1, files_end = behind_files(words, n, how);
    for (int i = 0; i < n;) {
        const char *value;
        const struct flag *flag;
        *wrong = words[i];
        if (strcmp(words[i], "--") == 0 && how == HD_COMMAND_RUN) {
            c->args = i + 1;
            break;
        }
        int length = match(&words[i], n - i, i >= files_end, &flag, &value);
        if (length) {
            if ((*why = apply(c, flag, value, &forced))) return false;
            i += length;
            continue;
        }
        if (how == HD_COMMAND_RUN && i >= files_end && c->files.n) {
            c->args = i;
            break;
        }
        if (words[i][0] == '-' && words[i][1]) {
            *why = "it is no option that is known";
            if (how == HD_COMMAND_RUN) return false;
            i++;
            continue;
        }
        struct hd_command_file file = {words[i],
                                       forced >= 0 ? (enum hd_file_kind)forced : kind_of(words[i])};
        if (is_object(words[i]))
            HD_XPUSH(&c->objects, words[i]);
        else if (how == HD_COMMAND_RUN || forced >= 0 || ending_of(words[i]))
            HD_XPUSH(&c->files, file);
        i++;
    }
    return true;
}

void hd_command_finish(struct hd_command *c) {
    HD_FREE_VEC(&c->files);
    HD_FREE_VEC(&c->macros);
    HD_FREE_VEC(&c->dirs);
    HD_FREE_VEC(&c->includes);
    HD_FREE_VEC(&c->libraries);
    HD_FREE_VEC(&c->library_dirs);
    HD_FREE_VEC(&c->objects);
    *c = (struct hd_command){0};
}
