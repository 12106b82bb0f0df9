// The JIT (linking, releasing, line tables, assembly text) and the guard (faults, exit, signals,
// interrupts, threads).
#include "check.h"
#include "cpu_ir.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static struct hd_fault fault;

static size_t resident(void) {
    char *text;
    size_t len, kib = 0;
    if (!hd_read_file("/proc/self/status", &text, &len)) return 0;
    char *at = strstr(text, "VmRSS:");
    if (at) kib = strtoull(at + 6, NULL, 10);
    free(text);
    return kib;
}

static int64_t cpu_ns(void) { // of this thread: other people's load does not count
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// ---- the JIT ------------------------------------------------------------------------------------

#define ADD "define i32 @add.17(i32 %a, i32 %b) #0 { %c = add i32 %a, %b\n ret i32 %c }\n"
#define SUB "define i32 @add.17(i32 %a, i32 %b) #0 { %c = sub i32 %a, %b\n ret i32 %c }\n"

static int call2(struct hd_code *code, const char *name, int a, int b) {
    void *symbol = code ? hd_code_symbol(code, name) : NULL;
    int (*fn)(int, int);
    memcpy(&fn, &symbol, sizeof fn);
    return symbol ? fn(a, b) : -1;
}

static void links_and_calls(void) {
    struct hd_code *add = ir_link(ADD), *sub = ir_link_as(SUB, 1, ir_resolve, NULL);
    CHECK(call2(add, "add.17", 40, 2) == 42); // one name, two live definitions
    CHECK(call2(sub, "add.17", 40, 2) == 38);
    CHECK(hd_code_symbol(add, "other") == NULL);
    CHECK(hd_jit_contains((uint64_t)(uintptr_t)hd_code_symbol(add, "add.17")));
    CHECK(!hd_jit_contains((uint64_t)(uintptr_t)links_and_calls));
    hd_code_release(add);
    CHECK(call2(sub, "add.17", 3, 2) == 1);
    hd_code_release(sub);
}

static uint64_t resolve_to(void *user, const char *name) {
    return strcmp(name, "add.17") == 0 ? (uint64_t)(uintptr_t)user : ir_resolve(NULL, name);
}

static void calls_other_code(void) {
    static const char *const text =
        "declare i32 @add.17(i32, i32)\n@t = private constant [3 x i32] [i32 1, i32 2, i32 3]\n"
        "declare i32 @abs(i32)\n@stdout = external global ptr\n"
        "define i32 @g(i32 %a, i32 %b) #0 { %c = call i32 @add.17(i32 %a, i32 %b)\n"
        " %p = getelementptr [3 x i32], ptr @t, i32 0, i32 %b\n %v = load i32, ptr %p\n"
        " %n = sub i32 0, %c\n %m = call i32 @abs(i32 %n)\n %s = add i32 %m, %v\n"
        " %q = load ptr, ptr @stdout\n %z = icmp eq ptr %q, null\n"
        " %r = select i1 %z, i32 0, i32 %s\n ret i32 %r }\n";
    struct hd_code *add = ir_link(ADD);
    struct hd_code *user = ir_link_as(text, 1, resolve_to, hd_code_symbol(add, "add.17"));
    CHECK(call2(user, "g", 5, 2) == 10);
    hd_code_release(user);
    hd_code_release(add);
    struct hd_module module;
    struct hd_buf error = {0};
    CHECK(ir_parse(
        "declare void @no_such_thing()\ndefine void @f() { call void @no_such_thing()\n ret void }\n",
        &module));
    LLVMMemoryBufferRef object = hd_jit_compile(jit, &module, 0, &error);
    CHECK(object && hd_jit_load(jit, object, ir_resolve, NULL, &error) == NULL);
    CHECK_TEXT(hd_buf_str(&error), "`no_such_thing` is not defined");
    hd_buf_finish(&error);
}

static void ten_thousand_redefinitions(void) {
    struct hd_code *code = NULL;
    size_t before = 0;
    int64_t first = 0, start = cpu_ns();
    int n = 10000;
    for (int i = 0; i < n; i++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "declare i32 @abs(i32)\ndefine i32 @add.%d(i32 %%a, i32 %%b) #0 { %%c = add i32 %%a, %%b\n"
            " %%d = call i32 @abs(i32 %%c)\n ret i32 %%d }\n",
            i);
        struct hd_code *next = ir_link(text);
        hd_code_release(code);
        code = next;
        if (i == 1000) {
            before = resident();
            first = cpu_ns() - start;
            start = cpu_ns();
        }
    }
    int64_t rest = (cpu_ns() - start) / (n - 1001);
    size_t after = resident();
    printf("# link and release: %.3f ms each at first, %.3f ms later; resident %zu -> %zu KiB\n",
           (double)first / 1001 / 1e6, (double)rest / 1e6, before, after);
    CHECK(call2(code, "add.9999", 40, 2) == 42);
#ifndef __SANITIZE_ADDRESS__
    CHECK(after < before + 3000);
#endif
    CHECK((double)rest < 1.5 * (double)first / 1001);
    hd_code_release(code);
}

static void many_at_once(void) {
    enum { N = 2000 };
    static struct hd_code *codes[N];
    size_t before = resident();
    for (int i = 0; i < N; i++) codes[i] = ir_link(ADD);
    printf("# %d objects alive: %zu KiB each\n", N, (resident() - before) / N);
    CHECK(call2(codes[N - 1], "add.17", 1, 2) == 3);
    for (int i = 0; i < N; i++) hd_code_release(codes[i]);
}

#define DEBUG_INFO                                                                                     \
    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2, !3}\n"                                           \
    "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: LineTablesOnly)\n"    \
    "!1 = !DIFile(filename: \"%u\", directory: \"\")\n!2 = !{i32 1, !\"Debug Info Version\", i32 3}\n" \
    "!3 = !{i32 2, !\"Dwarf Version\", i32 %d}\n"                                                      \
    "!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, type: !5, unit: !0, "      \
    "spFlags: DISPFlagDefinition)\n!5 = !DISubroutineType(types: !6)\n!6 = !{}\n"                      \
    "!7 = !DILocation(line: 2, column: 4, scope: !4)\n!8 = !DILocation(line: 3, column: 5, scope: !4)\n"

static void finds_places(void) {
    const char *source_text = "int f(void) {\n   int *p = 0; // \xc3\xa4\n    return *p;\n}\n";
    struct hd_source *source = hd_source_add("In[7]", NULL, source_text, strlen(source_text));
    for (int version = 4; version <= 5; version++) {
        char text[2000];
        snprintf(text, sizeof text,
                 "define void @f() #0 !dbg !4 {\n %%p = inttoptr i64 16 to ptr, !dbg !7\n"
                 " %%v = load volatile i32, ptr %%p, !dbg !8\n ret void, !dbg !8 }\n" DEBUG_INFO,
                 source->base, version);
        struct hd_code *code = ir_link(text);
        CHECK(ir_run(code, &fault) == HD_FAULT);
        CHECK_TEXT(fault.message, "null pointer read at address 0x10");
        hd_loc loc;
        const char *function;
        CHECK(hd_jit_place(fault.pc, &loc, &function));
        struct hd_place place;
        CHECK(hd_source_place(loc, &place) && place.line == 3 && place.column == 5 &&
              place.source == source);
        CHECK_TEXT(function, "f");
        hd_code_release(code);
        CHECK(!hd_jit_place(fault.pc, &loc, &function));
    }
}

static void shows_assembly(void) {
    struct hd_module module;
    struct hd_buf out = {0};
    CHECK(ir_parse(
        "define float @scale(ptr %p, i64 %n) nounwind {\nentry:\n br label %loop\nloop:\n"
        " %i = phi i64 [0, %entry], [%next, %loop]\n %s = phi float [0.0, %entry], [%t, %loop]\n"
        " %q = getelementptr float, ptr %p, i64 %i\n %v = load float, ptr %q\n %m = fmul float %v, 3.5\n"
        " %t = fadd float %s, %m\n %next = add i64 %i, 1\n %c = icmp ult i64 %next, %n\n"
        " br i1 %c, label %loop, label %out\nout:\n ret float %t }\n",
        &module));
    CHECK(hd_jit_assembly(jit, &module, 1, &out));
    LLVMDisposeModule(module.module);
    LLVMContextDispose(module.context);
    const char *text = hd_buf_str(&out);
    CHECK(strstr(text, "scale:\n"));
    CHECK(strstr(text, "xmm0"));
    CHECK(strstr(text, "dword ptr ["));
    CHECK(!strstr(text, ".cfi") && !strstr(text, ".globl") && !strstr(text, "%"));
    if (check_failed) printf("%s", text);
    hd_buf_finish(&out);
}

// ---- faults -------------------------------------------------------------------------------------

#define F(body) "define void @f() #0 {\n" body "\n ret void }\n"

static const struct {
    const char *name, *text;
    enum hd_outcome outcome;
    const char *kind, *message; // message: a part
} cases[] = {
    {"runs", F("%x = add i32 1, 2"), HD_RAN, NULL, NULL},
    {"null read", F("%v = load volatile i32, ptr inttoptr (i64 8 to ptr)"), HD_FAULT,
     "null pointer", "null pointer read at address 0x8"},
    {"null write", F("store volatile i32 1, ptr null"), HD_FAULT, "null pointer",
     "null pointer write at address 0x0"},
    {"wild", F("store volatile i32 1, ptr inttoptr (i64 78187493530 to ptr)"), HD_FAULT,
     "wild pointer", "write at address 0x1234567"},
    {"no address", F("%v = load volatile i32, ptr inttoptr (i64 1311768467294899695 to ptr)"),
     HD_FAULT, "wild pointer", "0x1234567"},
    {"read-only",
     "@c = constant i32 5\n@abs = external constant i32\n" F("store volatile i8 1, ptr @abs"),
     HD_FAULT, "write to read-only memory", "write to read-only"},
    {"divide",
     "@z = global i32 0\n" F(
         "%z = load volatile i32, ptr @z\n %q = sdiv i32 1, %z\n store volatile i32 %q, ptr @z"),
     HD_FAULT, "division by zero", "integer division by zero"},
    {"divide 64 in memory",
     "@z = global i64 0\n" F(
         "%z = load i64, ptr @z\n %q = udiv i64 1, %z\n store volatile i64 %q, ptr @z"),
     HD_FAULT, "division by zero", "integer division by zero"},
    {"int min",
     "@z = global i32 -1\n@m = global i32 -2147483648\n" F(
         "%z = load volatile i32, ptr @z\n %m = load volatile i32, ptr @m\n %q = sdiv i32 %m, %z\n store volatile i32 %q, ptr @z"),
     HD_FAULT, "integer overflow", "INT_MIN"},
    {"trap", "declare void @llvm.trap()\n" F("call void @llvm.trap()"), HD_FAULT, "trap", "trap"},
    {"breakpoint", "declare void @llvm.debugtrap()\n" F("call void @llvm.debugtrap()"), HD_FAULT,
     "trap", "breakpoint"},
    {"null call", "@p = global ptr null\n" F("%p = load volatile ptr, ptr @p\n call void %p()"),
     HD_FAULT, "null pointer", "call of a null function pointer"},
    {"data call", "@p = global i64 195\n" F("call void @p()"), HD_FAULT, "wild pointer",
     "which is no code"},
    {"in strlen",
     "declare i64 @strlen(ptr)\n" F("%n = call i64 @strlen(ptr inttoptr (i64 16 to ptr))"),
     HD_FAULT, "null pointer", "in `strlen`"},
    {"in printf",
     "@s = global [4 x i8] c\"%s\\0A\\00\"\ndeclare i32 @printf(ptr, ...)\n" F(
         "%n = call i32 (ptr, ...) @printf(ptr @s, ptr inttoptr (i64 16 to ptr))"),
     HD_FAULT, "null pointer", "in `printf`"},
    {"abort", "declare void @abort()\n" F("call void @abort()"), HD_FAULT, "abort", "aborted"},
    {"exit", "declare void @exit(i32)\n" F("call void @exit(i32 3)"), HD_EXITED, "exit",
     "status 3"},
    {"_exit", "declare void @_exit(i32)\n" F("call void @_exit(i32 4)"), HD_EXITED, "exit",
     "status 4"},
    {"err",
     "declare void @err(i32, ptr, ...)\n" F("call void (i32, ptr, ...) @err(i32 5, ptr null)"),
     HD_EXITED, "exit", "status 5"},
    {"raise", "declare i32 @raise(i32)\n" F("%x = call i32 @raise(i32 15)"), HD_FAULT, "signal",
     "SIGTERM"},
    {"kill",
     "declare i32 @getpid()\ndeclare i32 @kill(i32, i32)\n" F(
         "%p = call i32 @getpid()\n %x = call i32 @kill(i32 %p, i32 9)"),
     HD_FAULT, "signal", "SIGKILL"},
    {"alarm",
     "declare i32 @raise_real(i32)\ndeclare i32 @ualarm(i32, i32)\ndeclare i32 @pause()\n" F(
         "%x = call i32 @ualarm(i32 1000, i32 0)\n %y = call i32 @pause()\n br label %l\nl:\n br label %l\nm:"),
     HD_FAULT, "signal", "SIGALRM"},
    {"assert",
     "@t = global [6 x i8] c\"x > 0\\00\"\n@n = global [4 x i8] c\"a.c\\00\"\n"
     "declare void @__assert_fail(ptr, ptr, i32, ptr)\n" F(
         "call void @__assert_fail(ptr @t, ptr @n, i32 7, ptr @n)"),
     HD_FAULT, "assertion failed", "assertion `x > 0` failed"},
    {"pthread_exit", "declare void @pthread_exit(ptr)\n" F("call void @pthread_exit(ptr null)"),
     HD_EXITED, "exit", "status 0"},
    {"overflow",
     "define i32 @r(i32 %n) #0 { %a = alloca [10 x i32]\n %m = add i32 %n, 1\n store volatile i32 %m, ptr %a\n"
     " %x = call i32 @r(i32 %m)\n %y = add i32 %x, %m\n ret i32 %y }\n" F(
         "%x = call i32 @r(i32 0)"),
     HD_FAULT, "stack overflow", "the stack of 256 MiB is used up"},
    {"overflow, large frame",
     "define i32 @r(i32 %n) #0 { %a = alloca [100000000 x i32]\n store volatile i32 %n, ptr %a\n"
     " ret i32 0 }\n" F("%x = call i32 @r(i32 0)"),
     HD_FAULT, "stack overflow", "the stack of"},
    {"overflow in a library",
     "@s = global [3 x i8] c\"%g\\00\"\ndeclare i32 @snprintf(ptr, i64, ptr, ...)\ndeclare ptr @malloc(i64)\n"
     "define i32 @r(i32 %n) #0 { %a = alloca [16 x i8]\n %p = call ptr @malloc(i64 24)\n"
     " %z = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %a, i64 16, ptr @s, double 1.5)\n"
     " %m = add i32 %n, 1\n %x = call i32 @r(i32 %m)\n %y = add i32 %x, %m\n ret i32 %y }\n" F(
         "%x = call i32 @r(i32 0)"),
     HD_FAULT, "stack overflow", "the stack of"},
    {"double free",
     "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n" F(
         "%p = call ptr @malloc(i64 4000)\n %q = call ptr @malloc(i64 4000)\n call void @free(ptr %p)\n call void @free(ptr %p)"),
     HD_POISONED, "heap corruption", "`free`"},
    {"too much memory",
     "declare ptr @malloc(i64)\ndeclare void @exit(i32)\ndeclare ptr @memset(ptr, i32, i64)\n" F(
         " br label %l\nl:\n %p = call ptr @malloc(i64 4000000000)\n %c = icmp eq ptr %p, null\n br i1 %c, label %m, label %l\n"
         "m:\n call void @exit(i32 9)"),
     HD_EXITED, "exit", "status 9"},
};

static void faults(void) {
    for (int i = 0; i < HD_COUNT(cases); i++) {
#ifdef __SANITIZE_ADDRESS__
        if (strcmp(cases[i].name, "double free") == 0 || strcmp(cases[i].name, "in printf") == 0 ||
            strcmp(cases[i].name, "in strlen") == 0 ||
            strcmp(cases[i].name, "too much memory") == 0 ||
            strcmp(cases[i].name, "overflow in a library") == 0 ||
            strcmp(cases[i].name, "wild") == 0)
            continue; // the sanitizer's own checks come first
#endif
        for (int opt = 0; opt < 2; opt++) {
            if (cases[i].outcome == HD_POISONED) continue; // see heap_case
            struct hd_code *code = ir_link_as(cases[i].text, opt, ir_resolve, NULL);
            memset(&fault, 0, sizeof fault);
            enum hd_outcome outcome = ir_run(code, &fault);
            CHECK(outcome == cases[i].outcome);
            CHECK(!cases[i].kind || (fault.kind && strcmp(fault.kind, cases[i].kind) == 0));
            CHECK(!cases[i].message || strstr(fault.message, cases[i].message));
            CHECK(outcome == HD_RAN || fault.pc != 0);
            if (check_failed) {
                printf("# `%s` at %d: outcome %d, %s: %s\n", cases[i].name, opt, outcome,
                       fault.kind, fault.message);
                check_failed = 0;
                check_failures++;
            }
            hd_code_release(code);
        }
    }
}

static void frames_of_callers(void) {
    struct hd_code *code = ir_link(
        "declare i64 @strlen(ptr)\ndefine i64 @c(ptr %p) #0 { %n = call i64 @strlen(ptr %p)\n"
        " %m = add i64 %n, 1\n ret i64 %m }\ndefine i64 @b(ptr %p) #0 { %n = call i64 @c(ptr %p)\n"
        " %m = add i64 %n, 1\n ret i64 %m }\n" F("%n = call i64 @b(ptr null)"));
    CHECK(ir_run(code, &fault) == HD_FAULT);
    CHECK(fault.nframes == 3);
    static const char *const names[] = {"c", "b", "f"};
    for (int i = 0; i < 3; i++) {
        hd_loc loc;
        const char *function = NULL;
        hd_jit_place(fault.frames[i], &loc, &function);
        CHECK_TEXT(function, names[i]);
    }
#ifndef __SANITIZE_ADDRESS__
    CHECK_TEXT(fault.library, "strlen");
#endif
    hd_code_release(code);
}

static int exit_calls;
static void at_exit_1(void) { exit_calls = exit_calls * 10 + 1; }
static void at_exit_2(void) { exit_calls = exit_calls * 10 + 2; }
static uint64_t resolve_exits(void *user, const char *name) {
    if (strcmp(name, "e1") == 0) return (uint64_t)(uintptr_t)at_exit_1;
    if (strcmp(name, "e2") == 0) return (uint64_t)(uintptr_t)at_exit_2;
    return ir_resolve(NULL, name);
}

static void exit_functions(void) {
    struct hd_code *code = ir_link_as(
        "declare i32 @atexit(ptr)\ndeclare void @e1()\ndeclare void @e2()\ndeclare void @exit(i32)\n" F(
            "%a = call i32 @atexit(ptr @e1)\n %b = call i32 @atexit(ptr @e2)\n"
            "call void @exit(i32 300)"),
        0, resolve_exits, NULL);
    CHECK(ir_run(code, &fault) == HD_EXITED);
    CHECK(exit_calls == 21 && fault.status == (300 & 0xff));
    hd_code_release(code);
}

static void user_handlers(void) {
    static const char *const text =
        "@env = global [400 x i8] zeroinitializer, align 16\n@done = global i32 0\ndeclare i32 @_setjmp(ptr) #1\n"
        "declare void @longjmp(ptr, i32)\ndeclare ptr @signal(i32, ptr)\ndeclare void @exit(i32)\ndeclare i32 @raise(i32)\n"
        "define void @handler(i32 %s) #0 { %n = load i32, ptr @done\n %m = add i32 %n, 1\n store i32 %m, ptr @done\n"
        " call void @longjmp(ptr @env, i32 1)\n unreachable }\n"
        "define void @count(i32 %s) #0 { %n = load i32, ptr @done\n %m = add i32 %n, 10\n store i32 %m, ptr @done\n ret void }\n"
        "define void @f() #0 {\n %o = call ptr @signal(i32 11, ptr @handler)\n %o2 = call ptr @signal(i32 2, ptr @count)\n"
        " %q = call i32 @raise(i32 2)\n %j = call i32 @_setjmp(ptr @env) #1\n %n = load volatile i32, ptr @done\n"
        " %c = icmp slt i32 %n, 13\n br i1 %c, label %again, label %out\nagain:\n store volatile i32 1, ptr null\n br label %out\n"
        "out:\n %r = load volatile i32, ptr @done\n call void @exit(i32 %r)\n ret void }\n"
        "attributes #1 = { returns_twice nounwind }\n";
    struct hd_code *code = ir_link(text);
    for (int i = 0; i < 3; i++) {
        CHECK(ir_run(code, &fault) == HD_EXITED);
        CHECK(fault.status == (i ? fault.status : 13));
        if (check_failed) printf("# %s: %s\n", fault.kind, fault.message);
    }
    struct hd_code *plain = ir_link(F("store volatile i32 1, ptr null"));
    CHECK(ir_run(plain, &fault) == HD_FAULT); // handlers went with their cell
    hd_code_release(plain);
    hd_code_release(code);
}

// ---- interrupts ---------------------------------------------------------------------------------

static void *interrupt_soon(void *arg) {
    usleep(30000);
    *(int64_t *)arg = hd_now_ns();
    hd_guard_interrupt();
    return NULL;
}

static const struct {
    const char *name, *text;
    int limit_ms;
} loops[] = {
    {"plain loop", F(" br label %l\nl:\n br label %l\nm:"), 400},
    {"library calls",
     "declare i32 @snprintf(ptr, i64, ptr, ...)\n@s = global [3 x i8] c\"%g\\00\"\n" F(
         " %a = alloca [64 x i8]\n br label %l\nl:\n %z = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %a, i64 64, ptr @s, double 1.5)\n"
         " br label %l\nm:"),
     400},
    {"malloc and free",
     "declare ptr @malloc(i64)\ndeclare void @free(ptr)\n" F(
         " br label %l\nl:\n %p = call ptr @malloc(i64 5000)\n call void @free(ptr %p)\n br label %l\nm:"),
     400},
    {"sleep", "declare i32 @sleep(i32)\n" F("%x = call i32 @sleep(i32 100)"), 400},
    {"pause",
     "declare i32 @pause()\n" F(" br label %l\nl:\n%x = call i32 @pause()\n br label %l\nm:"), 400},
    {"mutex",
     "declare i32 @pthread_mutex_lock(ptr)\n@m = global [64 x i8] zeroinitializer, align 16\n" F(
         "%x = call i32 @pthread_mutex_lock(ptr @m)\n %y = call i32 @pthread_mutex_lock(ptr @m)"),
     400},
    {"long memset",
     "declare ptr @mmap(ptr, i64, i32, i32, i32, i64)\ndeclare ptr @memset(ptr, i32, i64)\n" F(
         " %p = call ptr @mmap(ptr null, i64 1000000, i32 3, i32 34, i32 -1, i64 0)\n br label %l\nl:\n"
         " %q = call ptr @memset(ptr %p, i32 0, i64 1000000)\n br label %l\nm:"),
     400},
    {"print",
     "declare i32 @puts(ptr)\ndeclare i32 @fputs(ptr, ptr)\n@e = global [2 x i8] c\" \\00\"\ndeclare ptr @fopen(ptr, ptr)\n"
     "@n = global [10 x i8] c\"/dev/null\\00\"\n@w = global [2 x i8] c\"w\\00\"\n" F(
         " %o = call ptr @fopen(ptr @n, ptr @w)\n br label %l\nl:\n %x = call i32 @fputs(ptr @e, ptr %o)\n br label %l\nm:"),
     400},
};

static void interrupts(void) {
    for (int i = 0; i < HD_COUNT(loops); i++) {
        for (int opt = 0; opt < 2; opt++) {
            struct hd_code *code = ir_link_as(loops[i].text, opt, ir_resolve, NULL);
            pthread_t thread;
            int64_t asked = 0;
            pthread_create(&thread, NULL, interrupt_soon, &asked);
            enum hd_outcome outcome = ir_run(code, &fault);
            int64_t now = hd_now_ns();
            pthread_join(thread, NULL);
            double ms = (double)(now - asked) / 1e6;
            CHECK(outcome == HD_INTERRUPTED && fault.pc && ms < loops[i].limit_ms);
            printf("# interrupt, %s: %.2f ms%s%s\n", loops[i].name, ms,
                   fault.library ? ", in " : "", fault.library ? fault.library : "");
            hd_code_release(code);
        }
    }
    struct hd_code *code = ir_link(F(""));
    CHECK(ir_run(code, &fault) == HD_RAN); // no interrupt is left over
    hd_code_release(code);
}

static void cost_of_running(void) {
    struct hd_code *code = ir_link(F(""));
    int64_t start = cpu_ns();
    for (int i = 0; i < 10000; i++) ir_run(code, &fault);
    printf("# hd_guard_run: %.2f us\n", (double)(cpu_ns() - start) / 10000 / 1e3);
    hd_code_release(code);
    code = ir_link(F("store volatile i32 1, ptr null"));
    start = cpu_ns();
    for (int i = 0; i < 1000; i++) ir_run(code, &fault);
    printf("# a fault: %.2f us\n", (double)(cpu_ns() - start) / 1000 / 1e3);
    hd_code_release(code);
}

static void threads_of_users(void) {
    static const char *const text =
        "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\ndeclare i32 @pthread_join(i64, ptr)\n@id = global i64 0\n@done = global i32 0\n"
        "define ptr @good(ptr %p) #0 { store i32 1, ptr @done\n ret ptr %p }\n"
        "define ptr @bad(ptr %p) #0 { store volatile i32 1, ptr null\n ret ptr %p }\n"
        "define ptr @loop(ptr %p) #0 { br label %l\nl:\n br label %l }\n"
        "define void @f() #0 { %x = call i32 @pthread_create(ptr @id, ptr null, ptr @good, ptr null)\n"
        " %i = load i64, ptr @id\n %y = call i32 @pthread_join(i64 %i, ptr null)\n"
        " %x2 = call i32 @pthread_create(ptr @id, ptr null, ptr @bad, ptr null)\n br label %l\nl:\n br label %l }\n"
        "define void @g() #0 { %x2 = call i32 @pthread_create(ptr @id, ptr null, ptr @loop, ptr null)\n br label %l\nl:\n br label %l }\n";
    struct hd_code *code = ir_link(text);
    CHECK(ir_run(code, &fault) == HD_FAULT);
    CHECK(strstr(fault.message, "null pointer write"));
    int *done = hd_code_symbol(code, "done");
    CHECK(done && *done == 1);
    void *g = hd_code_symbol(code, "g");
    void (*fn)(void *);
    memcpy(&fn, &g, sizeof fn);
    pthread_t thread;
    int64_t asked = 0;
    pthread_create(&thread, NULL, interrupt_soon, &asked);
    CHECK(hd_guard_run(fn, NULL, &fault) == HD_INTERRUPTED);
    pthread_join(thread, NULL);
    for (int i = 0; i < 1000 && hd_guard_user_threads(); i++) usleep(1000);
    CHECK(hd_guard_user_threads() == 0); // the endless thread went as well
    hd_code_release(code);
}

static void copies(void) {
    char out[64];
    uint64_t bad = 0;
    CHECK(hd_guard_read("hello", out, 6) && strcmp(out, "hello") == 0);
    CHECK(!hd_guard_read((void *)(uintptr_t)0x10, out, 4));
    CHECK(!hd_guard_copy(out, (void *)(uintptr_t)0x123456789a, 4, &bad) && bad == 0x123456789a);
}

#ifndef __SANITIZE_ADDRESS__ // which has a heap of its own
static void heap_case(void) {
    for (int i = 0; i < HD_COUNT(cases); i++) {
        if (cases[i].outcome != HD_POISONED) continue;
        struct hd_code *code = ir_link(cases[i].text);
        enum hd_outcome outcome = ir_run(code, &fault);
        bool ok = outcome == HD_POISONED && strcmp(fault.kind, cases[i].kind) == 0;
        dprintf(1, "%s heap_corruption\n", ok ? "ok" : "not ok");
        if (!ok)
            dprintf(1, "# outcome %d, %s: %s\n", outcome, fault.kind ? fault.kind : "",
                    fault.message);
        check_failures += !ok;
    }
}
#endif

int main(void) {
    struct hd_buf error = {0};
    jit = hd_jit_create(&error);
    if (!jit || !hd_guard_init(&error)) {
        printf("not ok start: %s\n", hd_buf_str(&error));
        return 1;
    }
    RUN(links_and_calls);
    RUN(calls_other_code);
    RUN(finds_places);
    RUN(shows_assembly);
    RUN(copies);
    RUN(faults);
    RUN(frames_of_callers);
    RUN(exit_functions);
    RUN(user_handlers);
    RUN(interrupts);
    RUN(threads_of_users);
    RUN(cost_of_running);
    RUN(ten_thousand_redefinitions);
    RUN(many_at_once);
#ifndef __SANITIZE_ADDRESS__
    heap_case(); // last: the heap is unusable afterwards
#endif
    fflush(stdout);
    _exit(check_status());
}
