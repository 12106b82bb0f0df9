#!/usr/bin/env python3
"""Random OpenMP programs print what they print with gcc -fopenmp.

    tests/fuzz/omp.py                  some programs, others each time: what the tests run
    tests/fuzz/omp.py --count 500      so many
    tests/fuzz/omp.py --seed N         the same again; --show prints the program

What a program prints does not depend on how many threads there are nor on which does what: sums are of integers (or of
doubles that are integers), what is shared is written under `critical`, `atomic` or by one iteration alone. There are
loops of all forms (types, bounds, steps, up and down, collapsed) with all schedules and data-sharing clauses, sections,
single, master, ordered, tasks (recursive, with what they copy changed afterwards, in groups, depending on each other),
taskloops, orphaned constructs, nested regions. Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE") or os.path.join(ROOT, "build", "heddle")
INTS = ["int", "unsigned", "long", "short", "signed char", "size_t", "long long", "unsigned char"]
SCHEDULES = ["", "static", "static, 1", "static, 3", "dynamic", "dynamic, 4", "guided", "guided, 2", "auto", "runtime",
             "monotonic: dynamic", "nonmonotonic: static, k + 1"]
REDUCTIONS = {"+": ("0", "{v} += {e}"), "*": ("1", "{v} *= 1 + ({e}) % 3"), "-": ("5", "{v} -= {e}"),
              "&": ("-1", "{v} &= ~(({e}) & 64)"), "|": ("0", "{v} |= {e}"), "^": ("9", "{v} ^= {e}"),
              "min": ("1000", "if ({e} < {v}) {v} = {e}"), "max": ("-1000", "if ({e} > {v}) {v} = {e}"),
              "&&": ("1", "{v} = {v} && ({e}) % 97 != 3"), "||": ("0", "{v} = {v} || ({e}) % 31 == 3")}


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.out, self.number, self.depth = [], 0, 0

    def name(self, letter="v"):
        self.number += 1
        return f"{letter}{self.number}"

    def put(self, *lines):
        self.out += lines

    def threads(self):
        return self.r.choice(["", "", " num_threads(1)", " num_threads(3)", " num_threads(7)", " if(k > 100)",
                              " if(parallel: k < 100) num_threads(k + 1)", " default(shared)", " proc_bind(close)"])

    def loop(self, var, declare=True, nested=False):
        """A for's header, and how often it goes round."""
        r = self.r
        t = r.choice(INTS)
        t = "int" if nested and "char" in t else t  # gcc 12 counts the turns of nested ones in that type
        n = r.choice([0, 1, 2, 5, 17, 40, r.randint(3, 60)])
        step = r.choice([1, 1, 1, 2, 3, 7])
        unsigned = t in ("unsigned", "size_t", "unsigned char")
        low = r.randint(0, 3) if unsigned else r.randint(-5, 5)
        last = low + n * step
        up = r.random() < 0.6 or unsigned  # gcc 12 does not go down with those when it checks for overflow
        t = t if last < 120 else "int" if not unsigned else "unsigned"
        head = f"{t} {var}" if declare else var
        inc = r.choice([f"{var}++", f"++{var}"]) if step == 1 else r.choice(
            [f"{var} += {step}", f"{var} = {var} + {step}", f"{var} = {step} + {var}"])
        dec = r.choice([f"{var}--", f"--{var}"]) if step == 1 else r.choice([f"{var} -= {step}", f"{var} = {var} - {step}"])
        if up:
            form = r.choice(["<", "<=", "!=", ">"])
            if form == "!=" and step > 1:
                form = "<"
            bound = last - r.randint(0, step - 1) if form in "<>" and n else last
            test = {"<": f"{var} < {bound}", "<=": f"{var} <= {last - 1}", "!=": f"{var} != {last}", ">": f"{bound} > {var}"}
            if form == "<=" and (unsigned and last < 1 or not n):
                form = "<"
            return t, f"for ({head} = {low}; {test[form]}; {inc})", n
        low += step  # down, and never below 0 for unsigned types
        last = low + (n - 1) * step
        test = f"{var} >= {low}" if r.random() < 0.5 else f"{var} > {low - 1}"
        if not n:
            return t, f"for ({head} = {low}; {var} > {low}; {dec})", 0
        return t, f"for ({head} = {last}; {test}; {dec})", n

    def clauses(self, e):
        """Data-sharing clauses, what stands before, in and behind the loop; e: an int of the iteration."""
        r = self.r
        words, before, body, after = [], [], [], []
        for _ in range(r.randint(0, 3)):
            what = r.choice(["reduction", "reduction", "first", "last", "private", "array", "firstlast", "section"])
            v = self.name()
            if what == "reduction":
                op = r.choice(list(REDUCTIONS))
                t = r.choice(["int", "long", "unsigned", "short" if op in "|&^+" else "long long"] +
                             (["double", "float"] if op in ("+", "-", "min", "max") else []))
                start, step = REDUCTIONS[op]
                before.append(f"{t} {v} = {start};")
                words.append(f"reduction({op} : {v})")
                body.append(step.format(v=v, e=f"(int)({e})") + ";")
                after.append(f'printf("%lld\\n", (long long){v});')
            elif what == "first":
                before.append(f"int {v} = {r.randint(1, 9)};")
                words.append(f"firstprivate({v})")
                s = self.sum(before, after)
                body.append(f"{{ int t = {v} * 2 + (int)({e});\n#pragma omp atomic\n{s} += t; }}")
            elif what == "private":
                before.append(f"int {v} = 77;")
                words.append(f"private({v})")
                s = self.sum(before, after)
                body.append(f"{v} = (int)({e}) + 1;\n#pragma omp critical\n{s} += {v};")
                after.append(f'printf("%d\\n", {v});')
            elif what in ("last", "firstlast"):
                before.append(f"long {v} = -7;")
                words.append(f"lastprivate({v})")
                if what == "firstlast":
                    words.append(f"firstprivate({v})")
                body.append(f"{v} = {e};")
                after.append(f'printf("%ld\\n", {v});')
                self.needs_turns = True
            elif what == "array":
                before.append(f"int {v}[4] = {{1, 2, 3, 4}};")
                words.append(f"{r.choice(['private', 'firstprivate'])}({v})")
                s = self.sum(before, after)
                body.append(f"{v}[2] = (int)({e});\n#pragma omp atomic\n{s} += {v}[2];")
                after.append(f'printf("%d\\n", {v}[2]);')
            else:
                before.append(f"long {v}[5] = {{0, 1}};")
                words.append(f"reduction(+ : {v}{r.choice(['[:5]', '[0:5]', '[1:4]', ''])})")
                body.append(f"{v}[1 + ((int)({e}) & 3)] += {e};")
                after.append(f'for (int q = 0; q < 5; q++) printf("%ld ", {v}[q]); printf("\\n");')
        r.shuffle(words)
        return (" " + r.choice([" ", ", "]).join(words)) if words else "", before, body, after

    def sum(self, before, after):
        s = self.name("s")
        before.append(f"long {s} = 0;")
        after.append(f'printf("%ld\\n", {s});')
        return s

    def parallel_for(self):
        r = self.r
        self.needs_turns = False
        depth = r.choice([1, 1, 1, 2, 3])
        heads, e, n, types = [], "0", 1, []
        for d in range(depth):
            i = self.name("i")
            outer = depth == 1 and r.random() < 0.2
            t, head, count = self.loop(i, not outer, depth > 1)
            if outer:
                self.put(f"{t} {i};")
            heads.append(head)
            types.append(t)
            e = f"({e}) * 10 + (long){i}"
            n *= count
        words, before, body, after = self.clauses(e)
        if self.needs_turns and not n:
            return
        if not body:
            s = self.sum(before, after)
            body.append(f"\n#pragma omp atomic update\n{s} += {e};")
        collapse = f" collapse({depth})" if depth > 1 else ""
        sched = r.choice(SCHEDULES)
        sched = f" schedule({sched})" if sched else ""
        ordered = depth == 1 and r.random() < 0.15
        if ordered:
            body.append(f'\n#pragma omp ordered\nprintf("%ld ", (long)({e}));')
            after.append('printf("\\n");')
        if r.random() < 0.2:
            body.insert(0, f"if (({e}) % 5 == 4) continue;" if not self.needs_turns and not ordered else ";")
        simd = " simd" if r.random() < 0.1 and not ordered and not any("pragma" in b for b in body) and \
            "runtime" not in sched and not any("[" in b for b in body) else ""  # gcc 12 moves sections of arrays
        tail = collapse + sched + (" ordered" if ordered else "")
        self.put(*before)
        joined = r.random() < 0.6
        if joined:
            self.put(f"#pragma omp parallel for{simd}{words}{tail}{self.threads()}")
        else:
            self.put(f"#pragma omp parallel{self.threads()}", "{", f"#pragma omp for{simd}{words}{tail}"
                     + (" nowait" if r.random() < 0.3 else ""))
        inner = "{\n" + "\n".join(body) + "\n}"
        for head in heads[:-1]:
            self.put(head)
        self.put(heads[-1], inner)
        if not joined:
            self.put("}")
        self.put(*after)

    def sections(self):
        r = self.r
        before, after, words = [], [], ""
        s = self.sum(before, after)
        n = r.randint(1, 5)
        v = None
        if r.random() < 0.5:
            v = self.name()
            before.append(f"int {v} = -1;")
            words = f" lastprivate({v})"
            after.append(f'printf("%d\\n", {v});')
        self.put(*before)
        joined = r.random() < 0.5
        self.put(*([f"#pragma omp parallel sections{words}{self.threads()}"] if joined else
                   [f"#pragma omp parallel{self.threads()}", f"#pragma omp sections{words}"]), "{")
        for k in range(n):
            if k or r.random() < 0.5:
                self.put("#pragma omp section")
            self.put("{", f"#pragma omp atomic\n{s} += {k * k + 1};" + (f" {v} = {k};" if v else ""), "}")
        self.put("}", *after)

    def region(self):
        """Several constructs in one region."""
        r = self.r
        before, after = [], []
        s, t = self.sum(before, after), self.sum(before, after)
        self.put(*before, f"#pragma omp parallel num_threads({r.choice([1, 2, 4, 6])})", "{", "int mine = 1;")
        for _ in range(r.randint(1, 5)):
            what = r.choice(["for", "single", "master", "critical", "orphan", "barrier", "sections", "nested", "lock",
                             "capture", "private", "masked"])
            i = self.name("i")
            self.put("#pragma omp barrier")  # what is written plainly here is written atomically elsewhere
            if what == "for":
                _, head, _ = self.loop(i)
                self.put(f"#pragma omp for reduction(+ : {s}) {r.choice(['', 'nowait', 'schedule(dynamic, 2)'])}",
                         head, f"{{ {s} += (long){i}; mine++; }}", "#pragma omp barrier")
            elif what == "single":
                self.put(f"#pragma omp single {r.choice(['', 'nowait'])}", "{", f"#pragma omp atomic\n{t} += 5;", "}")
            elif what in ("master", "masked"):
                self.put(f"#pragma omp {what}", "{", f"#pragma omp atomic\n{t} += 3;", "}")
            elif what == "critical":
                self.put("{ int big = omp_get_num_threads();", f"#pragma omp critical{r.choice(['', '(a)', '(b)'])}",
                         f"if (omp_get_thread_num() < big) {t} += 0;", "}")
            elif what == "orphan":
                self.put(f"orphan(&{s}, {r.randint(1, 30)});")
            elif what == "barrier":
                self.put("#pragma omp barrier")
            elif what == "sections":
                self.put("#pragma omp sections", "{", "#pragma omp section", "{", f"#pragma omp atomic\n{t} += 1;", "}",
                         "#pragma omp section", "{", f"#pragma omp atomic\n{t} += 2;", "}", "}")
            elif what == "nested":
                self.put("#pragma omp single", "{", f"#pragma omp parallel for reduction(+ : {t}) num_threads(1)",
                         f"for (int {i} = 0; {i} < 9; {i}++) {t} += {i};", "}")
            elif what == "lock":
                self.put("#pragma omp single", "{", f"omp_set_lock(&lock); {t} += 4; omp_unset_lock(&lock);", "}")
            elif what == "capture":
                self.put("#pragma omp single", "{ long old;", f"#pragma omp atomic capture\n{{ old = {t}; {t} += 2; }}",
                         f"#pragma omp atomic read\nold = {t};", f"#pragma omp atomic write\n{t} = old + 1;", "}")
            else:
                self.put("#pragma omp barrier", "#pragma omp single", f"{t} += mine > 0;")
        self.put("}", *after)

    def tasks(self):
        r = self.r
        before, after = [], []
        s = self.sum(before, after)
        kind = r.choice(["fib", "copies", "group", "depend", "loop", "tree", "orphan", "loops"])
        self.put(*before)
        if kind == "fib":
            self.put(f"#pragma omp parallel{self.threads()}", "#pragma omp single", f"{s} = fib({r.randint(3, 16)});")
        elif kind == "tree":
            self.put(f"#pragma omp parallel{self.threads()}", "#pragma omp single nowait",
                     f"walk({r.randint(1, 9)}, &{s});")
        elif kind == "orphan":  # outside of any region
            self.put(f"{s} = fib({r.randint(3, 10)}); walk(4, &{s});")
        elif kind == "copies":  # what a task copies is changed by both
            n = r.randint(1, 40)
            self.put("#pragma omp parallel", "#pragma omp single", "{", "int c = 5; double d[2] = {1, 2};",
                     f"for (int i = 0; i < {n}; i++) {{", f"  int at = i * 3; c += 1; d[0] = i;",
                     f"#pragma omp task{r.choice(['', ' untied', ' if(i % 2)', ' final(i > 3)', ' firstprivate(c)', ' mergeable'])}",
                     "  { for (; at > 0 && i >= 0; at--) c++; i = -9;",
                     f"#pragma omp atomic\n    {s} += c; }}", "  c += i & 1;", "}",
                     r.choice(["#pragma omp taskwait", ""]), f"#pragma omp atomic\n{s} += c;", "}")
        elif kind == "group":
            self.put("#pragma omp parallel", "#pragma omp single", "{", "#pragma omp taskgroup", "{",
                     f"for (int i = 0; i < {r.randint(1, 30)}; i++) {{", f"#pragma omp task shared({s})", "{",
                     "#pragma omp task", "{", f"#pragma omp atomic\n{s} += i * 2;", "}",
                     f"#pragma omp atomic\n{s} += 1;", "}", "}", "}", f"{s} *= 2;", "}")
        elif kind == "depend":
            n = r.randint(1, 12)
            self.put("#pragma omp parallel", "#pragma omp single", "{", "int x = 1, y = 2;", f"for (int i = 0; i < {n}; i++) {{",
                     "#pragma omp task shared(x) depend(out : x)", "x = (x * 3 + i) & 1023;",
                     "#pragma omp task shared(x, y) depend(in : x) depend(inout : y)", "y = (y + x) & 4095;", "}",
                     "#pragma omp taskwait", f"{s} = x * 10000 + y;", "}")
        else:
            t, head, n = self.loop("i", True, True)
            extra = r.choice(["", " grainsize(3)", " num_tasks(4)", " nogroup", " firstprivate(f)"])
            red = False  # gcc 12 loses them
            body = f"{s} += (long)i + f;" if red else f"{{\n#pragma omp atomic\n{s} += (long)i + f;\n}}"
            self.put("{ int f = 3;", "#pragma omp parallel", "#pragma omp single", "{",
                     f"#pragma omp taskloop{' reduction(+ : ' + s + ')' if red and 'nogroup' not in extra else ''}{extra}"
                     f"{' collapse(2)' if kind == 'loops' else ''}", head)
            if red and "nogroup" in extra:
                body = f"{{\n#pragma omp atomic\n{s} += (long)i + f;\n}}"
            if kind == "loops":
                self.put("for (int j = 0; j < 3; j++)")
            self.put(body, "#pragma omp taskwait", "}", "}")
        self.put(*after)

    def program(self, count):
        for _ in range(count):
            self.put("{", "int k = 2; (void)k;")
            self.r.choice([self.parallel_for] * 5 + [self.sections, self.region, self.region, self.tasks, self.tasks])()
            self.put("}")
        return HEAD + "int main(void) {\nomp_init_lock(&lock);\n" + "\n".join(self.out) + "\nreturn 0;\n}\n"


HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
static omp_lock_t lock;
static int fib(int n) {
    int a, b;
    if (n < 2) return n;
#pragma omp task shared(a) if(n > 3)
    { a = fib(n - 1); n = 0; }
#pragma omp task shared(b)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b + (n < 0);
}
static void walk(int n, long *sum) {
    for (int i = 0; i < n; i++) {
        int weight = n * 10 + i;
#pragma omp task
        {
            walk(i, sum);
#pragma omp atomic
            *sum += weight;
            weight = -1;
        }
        if (i % 4 == 3) {
#pragma omp taskwait
        }
    }
}
static void orphan(long *sum, int n) {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        *sum += i;
    }
#pragma omp single
    *sum += 100;
}
"""


def run(seed, count, show):
    text = Maker(seed).program(count)
    if show:
        print(text)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.c")
        with open(path, "w") as f:
            f.write(text)
        made = subprocess.run(["gcc", "-w", "-fopenmp", "-O1", "-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error",
                               path, "-o", path[:-2]], capture_output=True, text=True)
        if made.returncode:  # `i < 0` of an unsigned one, clauses that do not go together
            return None
        wanted = subprocess.run([path[:-2]], capture_output=True, text=True, timeout=60, env=dict(os.environ, OMP_NUM_THREADS="3"))
        if wanted.returncode:
            return None  # what overflows has no value
        threads = str(random.Random(seed).choice([1, 2, 4, 9]))
        try:
            got = subprocess.run([HEDDLE, path], capture_output=True, text=True, timeout=60,
                                 env=dict(os.environ, HEDDLE_THREADS=threads))
        except subprocess.TimeoutExpired:
            return f"no end with {threads} threads"
    if got.stdout == wanted.stdout:
        return None
    a, b = got.stdout.splitlines(), wanted.stdout.splitlines()
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return f"line {at + 1} of {len(b)} is {a[at:at + 1]}, not {b[at:at + 1]} ({threads} threads)\n{got.stderr[:700]}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--count", type=int, default=8)
    p.add_argument("--seed", type=int, default=None)
    p.add_argument("--show", action="store_true")
    args = p.parse_args()
    if not shutil.which("gcc"):
        print("ok omp: there is no gcc to compare with")
        return 0
    seed = args.seed if args.seed is not None else random.randrange(1 << 30)
    bad = 0
    for k in range(1 if args.show else args.count):
        wrong = run(seed + k, 12, args.show)
        if wrong:
            bad += 1
            print(f"seed {seed + k}: {wrong}", flush=True)
    print(f"{'not ok' if bad else 'ok'} omp: {args.count} programs")
    return 1 if bad else 0


sys.exit(main())
