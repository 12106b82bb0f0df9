#!/usr/bin/env python3
"""Host code in its tiers: the same output from full code, from quick code that is left when it has run for a moment, and from
quick code that is left at the first occasion, in the middle of every loop; and as g++ has it.

Also: which loops could not be left (there should be none here), static locals that are initialised once for all code of a
function, interrupts, redefinition while full code is made, and forks.
"""
import os, re, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")

PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

struct Big { long a[5]; double d; };
struct Pair { float x, y; };
struct Counted {
    static int live;
    int id;
    Counted(int i) : id(i) { live++; }
    Counted(const Counted &c) : id(c.id) { live++; }
    ~Counted() { live--; }
};
int Counted::live = 0;

int counter(int n) { static int start = atoi("7"); start += n; return start; }

Big by_memory(Big b, int n) { // byval and sret
    for (int i = 0; i < n; i++) { b.a[i % 5] += i; b.d *= 1.0 + 1e-9 * i; }
    return b;
}
Pair by_parts(Pair p, int n) { for (int i = 0; i < n; i++) { p.x = p.y * 0.5f + i; p.y = p.x - p.y; } return p; }
long double extended(int n) { long double s = 1; for (int i = 1; i < n; i++) s += 1.0L / i; return s; }

int escapes(int n) { // an address is known to others
    int v = 1, *p = &v, a[8] = {1, 2, 3}, *q = a + 3;
    for (int i = 0; i < n; i++) { *p = *p * 3 + i; a[i & 7] ^= v; *q += 1; }
    return v + a[0] + a[3] + a[7];
}
int flexible(int n) { // memory whose size is not known
    int total = 0;
    for (int i = 1; i < n; i++) {
        int v[i % 13 + 1];
        for (int k = 0; k <= i % 13; k++) v[k] = k * i;
        total += v[i % 13];
    }
    return total;
}
int gotos(int n) {
    int i = 0, s = 0;
again:
    s = s * 31 + i;
    if (++i < n) goto again;
    return s;
}
int threaded(const char *code, int n) { // computed gotos
    static void *const table[] = {&&op_add, &&op_sub, &&op_end};
    int s = 0, pc = 0;
    goto *table[code[0] - '0'];
op_add:
    s += pc + n; pc++;
    goto *table[code[pc] - '0'];
op_sub:
    s ^= pc; pc++;
    if (pc % 50 == 49) { if (--n == 0) goto op_end; pc = 0; }
    goto *table[code[pc] - '0'];
op_end:
    return s;
}
int keeps_label(int n) { // an address of a label that lives in a variable
    void *next = &&one;
    int s = 0;
    for (int i = 0; i < n; i++) {
        goto *next;
    one: s += 1; next = &&two; continue;
    two: s += 10; next = &&one;
    }
    return s;
}
int nested(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 10; j++) {
            if (j == i % 7) continue;
            if (j > 8) break;
            int k = 0;
            do s += (k ^ j) + i; while (++k < 3);
        }
        switch (i % 4) { case 0: s ^= 5; break; case 1: s += 3; default: s -= 1; }
    }
    return s;
}
int thrower(int i) { if (i % 10 == 3) throw std::runtime_error("three"); return i; }
int catches(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        Counted c(i);
        try {
            for (int k = 0; k < 3; k++) { Counted d(k); s += thrower(i + k) + d.id; }
        } catch (const std::runtime_error &e) { s += (int)strlen(e.what()) * c.id; }
    }
    return s;
}
int lets_out(int n) { int s = 0; for (int i = 0; ; i++) { Counted c(i); s += i; if (i == n) throw s; } return s; }
std::string text(int n) { std::string s; for (int i = 0; i < n; i++) { s += (char)('a' + i % 26); if (s.size() > 20) s = s.substr(10); } return s; }
double table(int n) {
    std::vector<double> v(50, 1.5);
    double m[4][4] = {{1, 2}, {3, 4}}, s = 0;
    for (int i = 0; i < n; i++) { v[i % 50] += m[i & 3][(i >> 2) & 3]; m[i & 3][i & 1] *= 1.0001; }
    for (double x : v) s += x;
    return s;
}
int mutual_b(int n);
int mutual_a(int n) { return n <= 0 ? 1 : mutual_b(n - 1) + 1; }
int mutual_b(int n) { return n <= 0 ? 2 : mutual_a(n - 2) ^ n; }
int by_pointer(int (*f)(int), int n) { int s = 0; for (int i = 0; i < n; i++) s += f(i % 20); return s; }
int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int sorted(int n) {
    int *v = (int *)malloc(n * sizeof *v), s = 0;
    for (int i = 0; i < n; i++) v[i] = (i * 7919) % 1009;
    qsort(v, n, sizeof *v, compare);
    for (int i = 0; i < n; i++) s = s * 3 + v[i];
    free(v);
    return s;
}
unsigned volatile_sum(int n) { volatile unsigned s = 0; for (int i = 0; i < n; i++) s = s + i; return s; }
int lambdas(int n) {
    int s = 0;
    auto add = [&](int k) { for (int i = 0; i < 3; i++) s += k * i; return s; };
    for (int i = 0; i < n; i++) add(i);
    return s;
}

int main() {
    for (int round = 0, n = 300; round < 3; round++, n *= 10) {
        Big b = {{1, 2, 3, 4, 5}, 1.25};
        Big c = by_memory(b, n);
        Pair p = by_parts(Pair{1, 2}, n % 70);
        printf("%ld %ld %a %ld\n", c.a[0], c.a[4], c.d, b.a[0]);
        printf("%a %a %La\n", p.x, p.y, extended(n));
        printf("%d %d %d\n", escapes(n), flexible(n), gotos(n));
        char code[51];
        for (int i = 0; i < 50; i++) code[i] = i % 3 == 1 || i == 48 ? '1' : '0';
        code[50] = 0;
        printf("%d %d %d\n", threaded(code, n / 10), keeps_label(n), nested(n / 10));
        printf("%d %d\n", catches(n), Counted::live);
        try { lets_out(n); } catch (int s) { printf("%d %d\n", s, Counted::live); }
        printf("%s %a\n", text(n).c_str(), table(n));
        printf("%d %d %d\n", mutual_a(200), by_pointer(mutual_a, n), sorted(n));
        printf("%u %d %d\n", volatile_sum(n), lambdas(n), counter(round));
    }
}
"""

CELLS = r"""
#include <sys/wait.h>
#include <unistd.h>
int scale = 1;
int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i % 7 * scale; return s; }
{ long t = 0; for (int k = 0; k < 3000; k++) t += f(1000); printf("%ld\n", t); }
int f(int n) { int s = 1; for (int i = 0; i < n; i++) s += i % 5 * scale; return s; }
{ long t = 0; for (int k = 0; k < 3000; k++) t += f(1000); printf("%ld\n", t); }
int g(int n) { return f(n) + 1; }
int (*p)(int) = g;
{ long t = 0; for (int k = 0; k < 3000; k++) t += p(1000); printf("%ld\n", t); }
int f(int n) { int s = 2; for (int i = 0; i < n; i++) s += i % 3 * scale; return s; }
{ long t = 0; for (int k = 0; k < 3000; k++) t += p(1000); printf("%ld\n", t); }
int broken(int n) { return nothing_of_that_name(n); }
{ long t = 0; for (int k = 0; k < 3000; k++) t += p(1000); printf("%ld\n", t); }
{ int s = 0; for (int i = 0; i < 3000000; i++) { s += i; if (i == 2999999) s /= s - s; } printf("%d\n", s); }
{ long t = 0; for (int i = 0; i < 3; i++) { if (fork() == 0) { for (int k = 0; k < 3000; k++) t += f(1000); _exit((int)(t % 100)); }
  int status; wait(&status); printf("%d\n", status >> 8); } }
{ long t = 0; for (int k = 0; k < 3000; k++) t += f(1000); printf("%ld\n", t); }
"""


def run(command, tiers, text=None):
    env = dict(os.environ, HEDDLE_TIERS=tiers, HEDDLE_TIERS_DEBUG="1", HEDDLE_CACHE="0")
    return subprocess.run(command, input=text, capture_output=True, text=True, env=env, timeout=120)


def check(name, problem):
    print(("not ok %s\n# %s" % (name, problem.replace("\n", "\n# "))) if problem else "ok " + name, flush=True)
    return bool(problem)


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tiers.cpp")
        with open(path, "w") as out:
            out.write(PROGRAM)
        program = os.path.join(folder, "program")
        subprocess.run(["g++", "-w", "-O1", "-fwrapv", "-o", program, path], check=True)
        want = subprocess.run([program], capture_output=True, text=True).stdout
        for tiers in "0", "1", "eager":
            got = run([HEDDLE, path], tiers)
            wrong = "\n".join(a + "  should be  " + b for a, b in zip(got.stdout.split("\n"), want.split("\n")) if a != b)
            if not wrong and got.stdout != want:
                wrong = "it ends early: " + got.stderr[-500:]
            failed += check("program_" + tiers, wrong)
        made = re.findall(r"\[full code: (\S+), turn (-?\d+): ([^\n]*), [0-9.]+ ms\]", got.stderr)
        stuck = ["%s, turn %s: %s" % m for m in made if m[2] != "made"]
        failed += check("every_loop_can_be_left", "\n".join(stuck))
        names = {m[0].split(".")[0] for m in made if int(m[1]) >= 0}
        missing = {"by_memory", "by_parts", "extended", "escapes", "flexible", "gotos", "threaded", "nested", "catches", "lets_out",
                   "text", "table", "by_pointer", "sorted", "volatile_sum", "main"} - names
        failed += check("loops_are_left", ", ".join(sorted(missing)))
    sessions = {tiers: run([HEDDLE, "-"], tiers, CELLS) for tiers in ("0", "1", "eager")}
    for tiers in "1", "eager":
        wrong = "" if sessions[tiers].stdout == sessions["0"].stdout else sessions[tiers].stdout + "should be\n" + sessions["0"].stdout
        failed += check("cells_" + tiers, wrong)
    clean = {re.sub(r"\[full code.*\n", "", s.stderr) for s in sessions.values()}
    failed += check("errors_are_the_same", "\n".join(clean) if len(clean) != 1 else "")
    sys.exit(failed > 0)


main()
