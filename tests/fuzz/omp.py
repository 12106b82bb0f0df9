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

    def own(self):
        """Threadprivate variables: what each thread has made of its own, in teams of one size."""
        r = self.r
        n = r.choice([1, 2, 3, 4])
        before, after = [], []
        s = self.sum(before, after)
        self.put(*before, f"mine = {r.randint(-5, 50)}; cell.a = mine + 1; cell.b[1] = 2 * mine;")
        for k in range(r.randint(1, 4)):  # values stay from region to region while the teams are as large
            copyin = r.choice(["", " copyin(mine)", " copyin(mine, cell)"]) if k else " copyin(mine, cell)"
            self.put(f"#pragma omp parallel num_threads(4){copyin}", "{",
                     f"int t = touch({r.randint(1, 9)}); mine += omp_get_thread_num() * {r.randint(1, 5)} + t;",
                     f"cell.b[{r.randint(0, 2)}] += mine; cell.a ^= mine;")
            if r.random() < 0.5:
                v = self.name()
                self.put(f"int {v} = omp_get_thread_num(), w{v}[2] = {{0}};",
                         f"#pragma omp single copyprivate({v}, w{v}, cell)",
                         f"{{ {v} = {r.randint(1, 99)}; w{v}[0] = {v}; w{v}[1] = 3; cell.a = 4; cell.b[0] = cell.b[1] = cell.b[2] = {v}; }}",
                         f"mine += {v} + w{v}[0] * w{v}[1];")
            self.put(f"#pragma omp atomic\n{s} += mine + cell.a % 100 + cell.b[0] + cell.b[1] + cell.b[2];", "}")
            self.put(f'printf("%d %d %d\\n", mine, cell.a, cell.b[{n % 3}]);')
        self.put(*after)

    def declared(self):
        """Reductions that are declared, over loops and regions."""
        r = self.r
        v, w, m = self.name("p"), self.name("q"), self.name("m")
        i, n = self.name("i"), r.choice([1, 7, 50, 400])
        self.put(f"point {v} = {{{r.randint(0, 9)}, {r.randint(0, 9)}}}, {w} = {{1, 2}};", f"best_t {m} = {{-1, -1}};",
                 f"int big{v} = -3; long low{v} = {r.randint(0, 5)};", f"point many{v}[3] = {{{{0, 0}}, {{1, 1}}}};",
                 f"#pragma omp parallel for reduction(add : {v}) reduction(+ : {w}) reduction(best : {m}) "
                 f"reduction(most : big{v}, low{v}) reduction(add : many{v}[:3]) "
                 f"schedule({r.choice(['static', 'dynamic, 3', 'guided', 'runtime'])}){r.choice(['', ' num_threads(3)'])}",
                 f"for (int {i} = 0; {i} < {n}; {i}++) {{", f"int x = ({i} * {r.choice([7, 31, 7919])}) % 1009;",
                 f"{v}.x += {i}; {v}.y -= x; {w}.x += 1; {w}.y += {i} & 3;",
                 f"if (x > {m}.value) {m} = (best_t){{x, {i}}};", f"if (x > big{v}) big{v} = x; if ({i} > low{v}) low{v} = {i};",
                 f"many{v}[{i} % 3].x += {i}; many{v}[1].y++;", "}",
                 f'printf("%d %d %d %d %d %d %d %ld %d %d %d\\n", {v}.x, {v}.y, {w}.x, {w}.y, {m}.value, {m}.at, big{v}, low{v}, '
                 f'many{v}[0].x, many{v}[1].y, many{v}[2].x);')

    def scan(self):
        r = self.r
        n, s, a = r.choice([1, 5, 33, 200]), self.name("s"), self.name("a")
        first, second = (f"{s} += i * {r.randint(1, 9)} % 17;", f"{a}[i] = {s};")
        kind = r.choice(["inclusive", "exclusive"])
        if kind == "exclusive":
            first, second = second, first
        self.put(f"int {s} = {r.randint(0, 9)}, {a}[{n}];",
                 f"#pragma omp parallel for{r.choice(['', ' simd'])} reduction(inscan, + : {s}){self.threads()}",
                 f"for (int i = 0; i < {n}; i++) {{", first, f"#pragma omp scan {kind}({s})", second, "}",
                 f'for (int i = 0; i < {n}; i++) printf("%d ", {a}[i]);', f'printf("%d\\n", {s});')

    def triangle(self):
        r = self.r
        s, j = self.name("s"), self.name("j")
        n, outside = r.choice([1, 4, 11]), r.random() < 0.5
        low, high = r.choice([("i", str(n)), ("0", "i + 1"), ("i", "2 * i + 3"), ("1", "i")])
        before, after = [], []
        s = self.sum(before, after)
        self.put(*before, f"int {j} = 5;" if outside else "",
                 f"#pragma omp parallel for collapse(2) reduction(+ : {s}) schedule({r.choice(['static', 'dynamic', 'runtime'])})",
                 f"for (int i = 0; i < {n}; i++)", f"for ({'' if outside else 'int '}{j} = {low}; {j} < {high}; {j}++)",
                 f"{s} += i * 100 + {j};", *after)

    def device(self):
        r = self.r
        s, a, n = self.name("s"), self.name("a"), r.choice([3, 20, 100])
        words = r.choice(["target teams distribute parallel for", "target parallel for", "target teams loop",
                          "target teams distribute", "teams distribute parallel for simd", "parallel loop",
                          "target teams distribute parallel for simd collapse(1)"])
        maps = f" map(tofrom : {s}, {a})" if words.startswith("target") else ""
        self.put(f"long {s} = 1; int {a}[{n}];", f"for (int i = 0; i < {n}; i++) {a}[i] = i;",
                 f"#pragma omp target data map(tofrom : {a})" if r.random() < 0.3 else "",
                 "{", f"#pragma omp {words}{maps} reduction(+ : {s})", f"for (int i = 0; i < {n}; i++)",
                 f"{{ {a}[i] += i * 2; {s} += {a}[i]; }}", "}",
                 f'printf("%ld %d\\n", {s}, {a}[{n - 1}]);')

    def target(self):
        """What a target region leaves of variables of all kinds, under random clauses."""
        r, n = self.r, self.name("")
        decls = {f"x{n}": "int x%s = 1;", f"d{n}": "double d%s = 2;", f"c{n}": "char c%s = 3;", f"st{n}": "static long st%s = 4;",
                 f"e{n}": "enum {{ e%s_0, e%s_1 }} e%s = e%s_0;", f"a{n}": "int a%s[3] = {{5, 6, 7}};",
                 f"v{n}": "point v%s = {{8, 9}};", f"p{n}": "int q%s[3] = {{1, 2, 3}}, *p%s = q%s;"}
        names = list(decls) + ["shelf", "pair", "placed", "table", "listed"]
        self.put(*(t.replace("{{", "{").replace("}}", "}").replace("%s", n) for t in decls.values()))
        used, words = set(), []
        for word in ["map(tofrom : {})", "map({})", "firstprivate({})", "map(always, tofrom : {})", "private({})"]:
            rest = [v for v in names if v not in used and not (word[0] in "fp" and v in ("placed", "table", "listed"))]
            some = r.sample(rest, r.randint(0, 2))
            used.update(some)
            if some:
                words.append(word.format(", ".join(some)))
        if r.random() < 0.2:
            words.append(r.choice(["defaultmap(tofrom : scalar)", "defaultmap(firstprivate : aggregate)",
                                   "defaultmap(tofrom : pointer)", "defaultmap(default : scalar)"]))
        if f"p{n}" not in used and r.random() < 0.3:
            words.append(f"map(tofrom : p{n}[0 : 2])")
        r.shuffle(words)
        body = []
        for v in names:
            if r.random() < 0.8:
                k = r.randint(10, 90)
                body.append({"a": f"a{n}[1] = {k};", "v": f"v{n}.y = {k};", "p": f"p{n} += {k % 3};", "e": f"e{n} = e{n}_1;",
                             "t": f"table[1] = {k};"}[v[0]] if v[0] in "avet" or v == f"p{n}" else f"{v} = {k};" if v[0] != "p" or v[1:2] == "l"
                            else f"pair.x = {k};")
        head = r.choice(["target", "target", "target data map(shelf)\n#pragma omp target", "target parallel num_threads(1)",
                         "target teams num_teams(1) thread_limit(1)", "parallel num_threads(1)\n#pragma omp target",
                         "task if(0)\n#pragma omp target"])
        self.put(f"#pragma omp {head} {' '.join(words)}", "{", *body, "}",
                 f'printf("%d %g %d %ld %d %d %d %d %d\\n", x{n}, d{n}, c{n}, st{n}, (int)e{n}, a{n}[1], v{n}.y, (int)(p{n} - q{n}), q{n}[0]);',
                 'printf("%d %d %d %d %d\\n", shelf, pair.x, placed, table[1], listed);', f"a{n}[0] = 1;")

    def finals(self):
        """What loops leave in their variables and in linear ones."""
        r = self.r
        i, j, k, s = self.name("i"), self.name("j"), self.name("k"), self.name("s")
        words = r.choice(["simd", "parallel for simd", "for simd", "loop bind(parallel)", "parallel loop", "target simd",
                          "target teams distribute simd", "target teams distribute parallel for simd", "target teams loop",
                          "teams distribute", "teams distribute parallel for", "parallel for", "target parallel for",
                          "taskloop simd"])
        two = r.random() < 0.4
        step = r.choice(["", " : 2", f" : {s}0"])
        lin = "" if two or "distribute" in words or "loop" in words or r.random() < 0.4 else f" linear({k}{step})"
        add = {"": "1", " : 2": "2"}.get(step, f"{s}0")
        n, m = r.choice([1, 3, 40]), r.choice([1, 4])
        self.put(f"int {i} = 77, {j} = 66, {k} = 3, {s}0 = 3; long {s} = 0;",
                 f"#pragma omp {words}{' collapse(2)' if two else ''}{lin}{' map(tofrom : ' + s + ')' if 'target' in words else ''}",
                 f"for ({i} = 2; {i} < {n + 2}; {i}++)", f"for ({j} = 0; {j} < {m}; {j}++)" if two else "",
                 "{", f"__atomic_fetch_add(&{s}, {i} * {k if lin else 1}, 0);", f"{k} += {add};" if lin else "", "}",
                 f'printf("%d %d %d %ld\\n", {i}, {j}, {k}, {s});')

    def cancelled(self):  # no effect unless OMP_CANCELLATION is set
        s = self.name("s")
        self.put(f"int {s} = 0;", f"#pragma omp parallel for reduction(+ : {s})", "for (int i = 0; i < 50; i++) {",
                 "#pragma omp cancellation point for", f"{s} += i;", "if (i == 20) {", "#pragma omp cancel for", "}", "}",
                 f'printf("%d\\n", {s});')

    def runtime(self):
        r = self.r
        kind, chunk, n = r.choice(["static", "dynamic", "guided"]), r.randint(1, 5), r.choice([1, 9, 30])
        a = self.name("a")
        self.put(f"int {a}[{n}]; omp_sched_t kind; int chunk;", f"omp_set_schedule(omp_sched_{kind}, {chunk});",
                 "omp_get_schedule(&kind, &chunk);", "#pragma omp parallel for schedule(runtime) num_threads(3)",
                 f"for (int i = 0; i < {n}; i++) {a}[i] = {'omp_get_thread_num()' if kind == 'static' else 'i * 2'};",
                 f'for (int i = 0; i < {n}; i++) printf("%d ", {a}[i]);', 'printf("%d %d\\n", (int)kind & 7, chunk);')

    def program(self, count):
        for _ in range(count):
            self.put("{", "int k = 2; (void)k;")
            self.r.choice([self.parallel_for] * 5 + [self.sections, self.region, self.region, self.tasks, self.tasks] +
                          [self.own, self.declared, self.scan, self.triangle, self.device, self.cancelled, self.runtime, self.target,
                           self.target, self.finals])()
            self.put("}")
        return HEAD + "int main(void) {\nomp_init_lock(&lock);\n" + "\n".join(self.out) + "\nreturn 0;\n}\n"


HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
static omp_lock_t lock;
static int mine = 3;
static struct { int a, b[3]; } cell = {1, {2, 3, 4}};
#pragma omp threadprivate(mine, cell)
static int touch(int by) { mine ^= by; { int mine = by; by += mine; } return by + cell.a % 7; }
typedef struct { int x, y; } point;
static int shelf = 1;
static point pair = {2, 3};
#pragma omp declare target
int placed = 4;
static int table[2] = {5, 6};
#pragma omp end declare target
int listed = 7;
#pragma omp declare target to(listed)
typedef struct { int value, at; } best_t;
#pragma omp declare reduction(add : point : omp_out.x += omp_in.x, omp_out.y += omp_in.y) initializer(omp_priv = {0, 0})
#pragma omp declare reduction(+ : point : omp_out = (point){omp_out.x + omp_in.x, omp_out.y + omp_in.y})
static void pick(best_t *out, best_t *in) {
    if (in->value > out->value || (in->value == out->value && in->at < out->at)) *out = *in;
}
static void none(best_t *v) { v->value = -1; v->at = 1000000; }
#pragma omp declare reduction(best : best_t : pick(&omp_out, &omp_in)) initializer(none(&omp_priv))
#pragma omp declare reduction(most : int, long : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = omp_orig)
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
