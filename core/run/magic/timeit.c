// %timeit and %time, with IPython's method and wording.
//
// The statement is compiled into a loop of its own, optimised, with what it calls at hand for
// inlining; the loop's count and clock are read inside the compiled code, so that a body of a
// nanosecond measures as one. An empty asm with a memory clobber keeps the result, and makes
// variables be read anew each time. The number of loops grows tenfold until a run takes 0.2 s; then
// it is repeated (7 times) and mean and deviation are said. Compilation is over before the clock
// starts.
//
// Launches on a GPU return before the kernel has run. A run of the loop then ends with waiting for
// the device, which the host's time includes, and events around it give the GPU's own time.
#include "run/gpu/gpu.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static struct {
    int64_t loops;       // read by the compiled loop
    int64_t elapsed;     // ns, written by it
    int64_t fixed_loops; // -n, 0: grown
    int repeats, precision;
    bool quiet, keep;
    double best, worst, mean, deviation; // seconds per loop
    double *runs;
    bool on_gpu;      // the statement launches on one
    double *gpu_runs; // seconds per loop by its events
} timing;

static const char *format_time(double seconds, int precision) {
    static const struct {
        const char *unit;
        double scale;
    } units[] = {{"s", 1}, {"ms", 1e3}, {"µs", 1e6}, {"ns", 1e9}};
    if (seconds >= 60) {
        int s = (int)seconds;
        if (s >= 3600)
            return hd_printf(hd_engine.arena, "%dh %dmin %ds", s / 3600, s / 60 % 60, s % 60);
        return hd_printf(hd_engine.arena, "%dmin %ds", s / 60, s % 60);
    }
    int order = seconds > 0 ? -(int)floor(log10(seconds)) : 0;
    int i = seconds > 0 ? (order <= 0 ? 0 : (order + 2) / 3) : 0;
    if (i > 3) i = 3;
    return hd_printf(hd_engine.arena, "%.*g %s", precision, seconds * units[i].scale,
                     units[i].unit);
}

static const char *thousands(int64_t n) {
    char digits[32], out[48];
    int len = snprintf(digits, sizeof digits, "%lld", (long long)n), k = 0;
    for (int i = 0; i < len; i++) {
        if (i > 0 && (len - i) % 3 == 0) out[k++] = ',';
        out[k++] = digits[i];
    }
    return hd_strndup(hd_engine.arena, out, (size_t)k);
}

// One run of the loop; its seconds on the GPU, negative when it launched nothing there. What is
// compiled for it meanwhile (kernels, array expressions) is no part of its time.
static double run_loop(void (*entry)(void)) {
    hd_gpu_timing_mark();
    int64_t start = hd_now_ns(), compiled = hd_engine.compile_ns;
    entry();
    double ms = hd_gpu_timing_since();
    timing.on_gpu = timing.on_gpu || ms >= 0;
    if (ms >= 0) timing.elapsed = hd_now_ns() - start;
    compiled = hd_engine.compile_ns - compiled;
    timing.elapsed = timing.elapsed > compiled ? timing.elapsed - compiled : 1;
    return ms < 0 ? -1 : ms * 1e-3;
}

// On the user stack: runs the compiled loop as often as the method says.
static void measure(struct hd_run *run, void (*entry)(void)) {
    timing.loops = timing.fixed_loops ? timing.fixed_loops : 1;
    hd_working_begin("timing");
    while (!timing.fixed_loops) {
        run_loop(entry);
        if (timing.elapsed >= 200000000 || timing.loops >= 1000000000000) break;
        timing.loops *= 10;
    }
    for (int i = 0; i < timing.repeats; i++) {
        hd_working_begin("timing: run %d of %d", i + 1, timing.repeats);
        timing.gpu_runs[i] = run_loop(entry) / (double)timing.loops;
        hd_working_end();
        timing.runs[i] = (double)timing.elapsed * 1e-9 / (double)timing.loops;
    }
    hd_working_end();
}

static void summarise(void) {
    double sum = 0, squares = 0;
    timing.best = timing.worst = timing.runs[0];
    for (int i = 0; i < timing.repeats; i++) {
        sum += timing.runs[i];
        if (timing.runs[i] < timing.best) timing.best = timing.runs[i];
        if (timing.runs[i] > timing.worst) timing.worst = timing.runs[i];
    }
    timing.mean = sum / timing.repeats;
    for (int i = 0; i < timing.repeats; i++)
        squares += (timing.runs[i] - timing.mean) * (timing.runs[i] - timing.mean);
    timing.deviation = sqrt(squares / timing.repeats);
}

static void say_gpu(void) {
    double sum = 0, squares = 0;
    for (int i = 0; i < timing.repeats; i++) sum += timing.gpu_runs[i];
    double mean = sum / timing.repeats;
    for (int i = 0; i < timing.repeats; i++)
        squares += (timing.gpu_runs[i] - mean) * (timing.gpu_runs[i] - mean);
    hd_print("GPU: %s ± %s per loop (by events, mean ± std. dev. of %d run%s)\nhost: ",
             format_time(mean, timing.precision),
             format_time(sqrt(squares / timing.repeats), timing.precision), timing.repeats,
             timing.repeats == 1 ? "" : "s");
}

static void say(void) {
    if (timing.best > 0 && timing.worst > 4 * timing.best)
        hd_print(
            "The slowest run took %.2f times longer than the fastest. This could mean that an intermediate result "
            "is being cached.\n",
            timing.worst / timing.best);
    if (timing.on_gpu) say_gpu();
    hd_print("%s ± %s per loop (mean ± std. dev. of %d run%s, %s loop%s each)\n",
             format_time(timing.mean, timing.precision),
             format_time(timing.deviation, timing.precision), timing.repeats,
             timing.repeats == 1 ? "" : "s", thousands(timing.loops), timing.loops == 1 ? "" : "s");
    hd_print("compiled in %s\n",
             format_time((double)hd_engine.compile_ns * 1e-9, timing.precision));
}

static const char *trim(const char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1])) n--;
    return hd_strndup(hd_engine.arena, text, n);
}

// The statement as something whose result is used: expressions are stored where the optimiser
// cannot see.
static const char *kept_alive(const char *statement) {
    size_t n = strlen(statement);
    while (n > 0 && (statement[n - 1] == ';' || isspace((unsigned char)statement[n - 1]))) n--;
    const char *bare = hd_strndup(hd_engine.arena, statement, n);
    struct hd_diags quiet = {.arena = hd_engine.arena};
    bool several = strchr(bare, ';') != NULL; // statements, of which the last may have a value
    struct hd_type *type = n && !several ? hd_type_of_text(hd_engine.front, bare, &quiet) : NULL;
    if (!type || type->kind == HD_TY_VOID || type->kind == HD_TY_ARRAY || type->kind == HD_TY_ERROR)
        return hd_printf(hd_engine.arena, "%s;", statement);
    return hd_printf(
        hd_engine.arena,
        "__auto_type __hd_kept = (%s); __asm__ volatile(\"\" : : \"%s\"(__hd_kept) : \"memory\");",
        bare, type->kind == HD_TY_PTR || (hd_type_is_integer(type) && type->size <= 8) ? "r" : "m");
}

static const char *loop_text(const char *setup, const char *statement) {
    return hd_printf(hd_engine.arena,
                     "{ %s; long long __hd_n = *(volatile long long *)%lldLL; "
                     "long long __hd_t = ((long long (*)(void))%lldLL)(); "
                     "for (long long __hd_i = 0; __hd_i < __hd_n; __hd_i++) {\n"
                     "%s\n"
                     "__asm__ volatile(\"\" : : : \"memory\"); } "
                     "*(volatile long long *)%lldLL = ((long long (*)(void))%lldLL)() - __hd_t; }",
                     setup, (long long)(intptr_t)&timing.loops, (long long)(intptr_t)hd_now_ns,
                     statement, (long long)(intptr_t)&timing.elapsed,
                     (long long)(intptr_t)hd_now_ns);
}

static void bad_option(struct hd_run *run, char option, const char *value) {
    if (strchr("nrp", option))
        hd_report_error("magic", "-%c of %%timeit takes a number from 1 up, such as -%c 3", option,
                        option);
    else
        hd_report_error(
            "magic", "%%timeit does not know -%c%.20s; its options are -n N, -r R, -p P, -q and -o",
            option, value);
    run->status = HD_STATUS_ERROR;
}

// Reads -n N or -nN style options; returns what follows them, NULL after an error.
static const char *read_options(struct hd_run *run, const char *line) {
    timing.fixed_loops = 0;
    timing.repeats = 7;
    timing.precision = 3;
    timing.quiet = timing.keep = false;
    for (;;) {
        while (isspace((unsigned char)*line)) line++;
        if (line[0] != '-' || !isalpha((unsigned char)line[1]) ||
            (line[2] && !isspace((unsigned char)line[2]) && !isdigit((unsigned char)line[2])))
            return line;
        char option = line[1];
        line += 2;
        if (option == 'q' || option == 'o') {
            *(option == 'q' ? &timing.quiet : &timing.keep) = true;
            continue;
        }
        char *end;
        long value = strtol(line, &end, 10);
        if (!strchr("nrp", option) || end == line || value < 1 ||
            (option == 'r' && value > 100000)) {
            bad_option(run, option, line);
            return NULL;
        }
        line = end;
        if (option == 'n')
            timing.fixed_loops = value;
        else if (option == 'r')
            timing.repeats = (int)value;
        else
            timing.precision = value > 15 ? 15 : (int)value;
    }
}

static void show_kept(struct hd_run *run) {
    struct hd_buf code = {0};
    hd_buf_printf(
        &code,
        "(struct TimeitResult { double average, stdev, best, worst; long long loops; int repeat; double timings[%d]; })"
        "{ %.17g, %.17g, %.17g, %.17g, %lldLL, %d, {",
        timing.repeats, timing.mean, timing.deviation, timing.best, timing.worst,
        (long long)timing.loops, timing.repeats);
    for (int i = 0; i < timing.repeats; i++)
        hd_buf_printf(&code, "%s%.17g", i ? ", " : "", timing.runs[i]);
    hd_buf_puts(&code, "} }");
    struct hd_run value = {.code = hd_strdup(hd_engine.arena, hd_buf_str(&code)),
                           .len = code.len,
                           .name = run->name,
                           .lang = HD_LANG_CU,
                           .silent = run->silent};
    hd_buf_finish(&code);
    hd_run_cell(&value);
}

bool hd_timeit(struct hd_run *run, const char *line, const char *body) {
    const char *rest = read_options(run, line);
    if (!rest) return false;
    const char *statement = trim(body ? body : rest), *setup = body ? trim(rest) : "";
    if (!*statement) {
        hd_report_error("magic", "%%timeit needs a statement: %%timeit f(3)");
        run->status = HD_STATUS_ERROR;
        return false;
    }
    struct hd_run inner = {
        .name = run->name, .lang = HD_LANG_CU, .silent = true, .optimise = true, .driver = measure};
    inner.code = loop_text(setup, kept_alive(statement));
    inner.len = strlen(inner.code);
    inner.line_offset = body ? 0 : -1; // the statement stands on the loop's second line
    timing.runs = HD_NEW_ARRAY(hd_engine.arena, double, timing.repeats);
    timing.gpu_runs = HD_NEW_ARRAY(hd_engine.arena, double, timing.repeats);
    timing.on_gpu = false;
    struct hd_gpu_timing unused;
    hd_engine.measuring = true;
    hd_gpu_timing_begin(false);
    hd_run_cell(&inner);
    hd_gpu_timing_end(&unused);
    hd_engine.measuring = false;
    hd_working_reset();
    run->status = inner.status;
    if (inner.status != HD_STATUS_OK) return false;
    summarise();
    if (!timing.quiet) say();
    if (timing.keep) show_kept(run);
    return true;
}

// ---- %time --------------------------------------------------------------------------------------

static struct {
    double wall, user, system;
} spent;

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec * 1e-6; }

static void run_timed(struct hd_run *run, void (*entry)(void)) {
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    int64_t start = hd_now_ns();
    if (entry) entry();
    spent.wall = (double)(hd_now_ns() - start) * 1e-9;
    getrusage(RUSAGE_SELF, &after);
    spent.user = seconds(after.ru_utime) - seconds(before.ru_utime);
    spent.system = seconds(after.ru_stime) - seconds(before.ru_stime);
}

bool hd_time(struct hd_run *run, const char *line, const char *body) {
    struct hd_run inner = *run;
    inner.code = body ? body : line;
    inner.len = strlen(inner.code);
    inner.line_offset = body ? 1 : 0;
    inner.driver = run_timed;
    inner.silent = true; // the result comes after the times
    struct hd_gpu_timing gpu;
    int64_t moved = hd_transfer_ns();
    hd_gpu_timing_begin(true);
    hd_run_cell(&inner);
    bool launched = hd_gpu_timing_end(&gpu);
    moved = hd_transfer_ns() - moved;
    run->status = inner.status;
    if (inner.status != HD_STATUS_OK) return false;
    hd_print("CPU times: user %s, sys: %s, total: %s\n", format_time(spent.user, 3),
             format_time(spent.system, 3), format_time(spent.user + spent.system, 3));
    hd_print("Wall time: %s\ncompiled in %s\n", format_time(spent.wall, 3),
             format_time((double)hd_engine.compile_ns * 1e-9, 3));
    if (launched)
        hd_print("GPU: kernels %s (%lld launch%s), transfers %s\n",
                 format_time(gpu.kernel_ms * 1e-3, 3), (long long)gpu.launches,
                 gpu.launches == 1 ? "" : "es",
                 moved ? format_time((double)moved * 1e-9, 3) : "none");
    if (hd_engine.cell->result && !run->silent)
        hd_show_result(hd_engine.cell->result, hd_engine.count);
    return true;
}
