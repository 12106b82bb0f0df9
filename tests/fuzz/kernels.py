#!/usr/bin/env python3
"""Runs small random kernels (kernel_maker.py) in every tier and with every number of lanes, and compares what they give with what
g++ makes of the same text (emulate.py); without g++, with one lane's.

    tests/fuzz/kernels.py                      a few seconds, another seed each run (it is printed): what the tests run
    tests/fuzz/kernels.py --seconds 600        the long run; --seed N: where it starts
    tests/fuzz/kernels.py --seed N --count 1   one kernel again; --print shows it

A kernel that gives something else, faults or hangs is reduced by leaving out statements as long as it still does, and is
shown with its seed; --find DIR keeps it there as a file for `heddle -`, which prints the differences. The folder found/ has
kernels that differed once, without what all files begin with; they are run first. Prints `ok NAME` and `not ok NAME` lines.
"""
import argparse, os, random, re, select, shutil, signal, subprocess, sys, tempfile, time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import emulate
from kernel_maker import PRELUDE, SLOTS, Maker

HEDDLE = os.environ.get("HEDDLE") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "heddle")
PATIENCE = 40  # seconds for one kernel
BATCH = 8      # kernels that g++ compiles at a time

# Arrays of a kernel's results, and a copy of what the reference gave; sizes in elements.
SETUP = PRELUDE + """#include <stdio.h>
#include <string.h>
#include <math.h>
#define THREADS 2048
struct results { unsigned long long out[%d * THREADS]; float fout[2 * THREADS]; int counters[96]; float sums[8]; struct pair pairs[THREADS]; };
struct results got, want;
int in[4096 + 32];
float fin[4096 + 32];
void prepare(void) {
    memset(&got, 0, sizeof got);
    unsigned x = 12345;
    for (int i = 0; i < 4096 + 32; i++) {
        x = x * 1664525u + 1013904223u;
        in[i] = x >> 28 == 0 ? (int)x : (int)(x >> 20) - 2048;
        fin[i] = x >> 29 == 1 ? 0.0f : (float)((int)(x >> 18) - 8192) / 64;
    }
}
void keep(void) { want = got; }
void load(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fread(&want, sizeof want, 1, file) != 1) printf("no results from g++\\n");
    if (file) fclose(file);
}
int close_to(float a, float b) {
    return a == b || (a != a && b != b) || fabsf(a - b) <= 1e-5f * fmaxf(1e-2f, fmaxf(fabsf(a), fabsf(b)));
}
void differ(const char *how) {
    for (int i = 0; i < %d * THREADS; i++)
        if (got.out[i] != want.out[i]) {
            printf("DIFFERS %%s: out[%%d] (thread %%d) is %%llx, not %%llx\\n", how, i, i / %d, got.out[i], want.out[i]);
            return;
        }
    for (int i = 0; i < 2 * THREADS; i++)
        if (!close_to(got.fout[i], want.fout[i])) {
            printf("DIFFERS %%s: fout[%%d] (thread %%d) is %%a, not %%a\\n", how, i, i / 2, got.fout[i], want.fout[i]);
            return;
        }
    for (int i = 0; i < 96; i++)
        if (got.counters[i] != want.counters[i]) {
            printf("DIFFERS %%s: counters[%%d] is %%d, not %%d\\n", how, i, got.counters[i], want.counters[i]);
            return;
        }
    if (memcmp(got.sums, want.sums, sizeof got.sums) != 0) printf("DIFFERS %%s: sums\\n", how);
    if (memcmp(got.pairs, want.pairs, sizeof got.pairs) != 0) printf("DIFFERS %%s: pairs\\n", how);
}
""" % (SLOTS, SLOTS, SLOTS)


class Ended(Exception):
    pass


class Session:
    """`heddle -`, which is started again when it hangs or ends."""

    def __init__(self):
        self.process, self.count = None, 0

    def start(self):
        self.close()
        self.process = subprocess.Popen([HEDDLE, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        start_new_session=True)
        self.tell(SETUP)

    def close(self):
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None

    def tell(self, text):
        """What it prints to an input. Raises Ended when it hangs or ends."""
        if not self.process:
            self.start()
        self.count += 1
        mark = b"<%d>\n" % self.count
        try:
            self.process.stdin.write(text.encode() + b"\nprintf(\"<%d>\\n\");\n" % self.count)
            self.process.stdin.flush()
        except OSError:
            raise Ended("the session ended")
        data, until = b"", time.monotonic() + PATIENCE
        while not data.endswith(mark):
            if not select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))[0]:
                raise Ended("no end after %d s; it printed: %s" % (PATIENCE, data[-300:].decode(errors="replace")))
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise Ended("the session ended: " + data[-600:].decode(errors="replace"))
            data += more
        return data[:-len(mark)].decode(errors="replace")


def size_of(kernel):
    return 1000 if kernel.seed % 3 else 300


def inputs(kernel, name, lanes, quick=True, reference=None):
    """The inputs that run a kernel in every way: [(what is run, text)]; without a file of results the first gives the reference."""
    launch = "%s<<<%d, dim3(%s)>>>(got.out, got.fout, in, fin, got.counters, got.sums, got.pairs, %d, 5, 77u, 1.5f);" % (
        name, kernel.grid, ", ".join(map(str, kernel.block)), size_of(kernel))
    measured = "%timeit -q -n 1 -r 1 " + launch + "\n"
    first = kernel.text(name) + ("%config lanes 1\n" if lanes else "") + "prepare();\n" + measured
    first += "load(\"%s\");\ndiffer(\"one lane\");\n" % reference if reference else "keep();\n"
    ways = [("one lane", first)]
    if quick:
        ways.append(("one lane, quick code", "prepare();\n" + launch + "\ndiffer(\"one lane, quick code\");\n"))
    for w in lanes:
        ways.append(("%d lanes" % w, "%%config lanes %d\nprepare();\n%sdiffer(\"%d lanes\");\n" % (w, measured, w)))
    return ways


def without_warnings(text):
    """For instance of threads that had returned before a barrier."""
    kept, in_warning = [], False
    for line in text.strip().split("\n"):
        in_warning = ": warning: " in line or (in_warning and re.match(r"\s*(\d+ \||\||= )", line))
        if not in_warning:
            kept.append(line)
    return "\n".join(kept).strip()


class Checker:
    def __init__(self, lanes, folder):
        self.session, self.lanes, self.number, self.folder = Session(), lanes, 0, folder

    def emulate(self, kernels):
        """Files with what g++'s code gives, or None."""
        if not self.folder:
            return [None] * len(kernels)
        self.number += 1
        names = ["r%d_%d" % (self.number, i) for i in range(len(kernels))]
        files = emulate.run([(k, name, size_of(k)) for k, name in zip(kernels, names)], SETUP, self.folder)
        return [files[name] for name in names]

    def check(self, kernel, lanes=None, quick=True, reference=None):
        """None, or (way, what is wrong)."""
        self.number += 1
        if not reference:
            try:
                reference = self.emulate([kernel])[0]
            except (RuntimeError, subprocess.TimeoutExpired):  # what reducing has left is no kernel
                return None
        if self.number % 200 == 0:
            self.session.close()
        name = "k%d" % self.number
        for way, text in inputs(kernel, name, self.lanes if lanes is None else lanes, quick, reference):
            try:
                if not self.session.process:
                    self.session.start()
                said = without_warnings(self.session.tell(text))
            except Ended as end:
                self.session.close()
                return way, str(end)
            if said:
                return way, said
        return None

    def reduce(self, kernel, way, said, seconds):
        """The kernel with as many statements left out as can be while the same way of running it is wrong in the same manner."""
        until = time.monotonic() + seconds
        lanes = [w for w in self.lanes if way == "%d lanes" % w]
        best, kind = kernel, self.manner(said)

        def still(candidate):
            if time.monotonic() > until:
                return False
            found = self.check(candidate, lanes, "quick" in way)
            return found is not None and found[0] == way and self.manner(found[1]) == kind

        progress = True
        while progress and time.monotonic() < until:
            progress, at = False, 0
            while time.monotonic() < until:  # what is outermost and stands last first
                order = sorted(paths(best.body), key=lambda p: (len(p), [-i for i in p]))
                if at >= len(order):
                    break
                for change in (leave_out, unwrap):
                    candidate = best.copy()
                    if change(candidate.body, order[at]) and still(candidate):
                        best, progress = candidate, True
                        break
                else:
                    at += 1
            best = self.simplify(best, still, until)
            for k in range(len(best.functions) - 1, 0, -1):
                candidate = best.copy()
                del candidate.functions[k]
                if still(candidate):
                    best, progress = candidate, True
        return best

    @staticmethod
    def simplify(best, still, until):
        """What stands in parentheses becomes 1 or 0, the longest first."""
        for path in sorted(paths(best.body)):
            tried = set()
            while time.monotonic() < until:
                head = parent(best.body, path)[path[-1]].head
                groups = [g for g in sorted(groups_of(head), key=lambda g: g[0] - g[1]) if head[g[0]:g[1]] not in tried]
                if not groups:
                    break
                start, end = groups[0]
                tried.add(head[start:end])
                for value in ("1", "0", "gid"):
                    candidate = best.copy()
                    parent(candidate.body, path)[path[-1]].head = head[:start] + value + head[end:]
                    if head[start:end] != value and still(candidate):
                        best = candidate
                        break
        return best

    @staticmethod
    def manner(said):
        if "DIFFERS" in said:
            return "differs"
        if "no end after" in said:
            return "hangs"
        return said.split("error: ")[-1][:20]


def paths(body, start=()):
    for i, node in enumerate(body):
        yield start + (i,)
        if node.body is not None:
            yield from paths(node.body, start + (i,))


def groups_of(text):
    """Where parentheses' contents begin and end."""
    found, open_at = [], []
    for i, c in enumerate(text):
        if c == "(":
            open_at.append(i + 1)
        elif c == ")" and open_at:
            start = open_at.pop()
            if i - start > 2:
                found.append((start, i))
    return found


def parent(body, path):
    for i in path[:-1]:
        if i >= len(body) or body[i].body is None:
            return None
        body = body[i].body
    return body if path[-1] < len(body) else None


def leave_out(body, path):
    body = parent(body, path)
    if body is None:
        return False
    del body[path[-1]]
    return True


def unwrap(body, path):
    body = parent(body, path)
    if body is None or not body[path[-1]].body or body[path[-1]].head.startswith("case"):
        return False
    body[path[-1]:path[-1] + 1] = body[path[-1]].body
    return True


def found_before(checker):
    """The kernels in found/, which differed once; what still does."""
    folder, wrong = os.path.join(os.path.dirname(os.path.abspath(__file__)), "found"), []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            try:
                said = without_warnings(checker.session.tell(file.read()))
            except Ended as end:
                checker.session.close()
                said = str(end)
        if said:
            wrong.append(name)
            print("%s: %s" % (name, said))
        checker.session.close()
    return wrong


def report(checker, kernel, way, said, options):
    small = checker.reduce(kernel, way, said, options.reduce)
    again = checker.check(small, [w for w in checker.lanes if way == "%d lanes" % w]) or (way, said)
    print("kernel of seed %d, %s: %s" % (kernel.seed, again[0], again[1]))
    print("reduced, with blocks of %s threads, %d of them:" % (" x ".join(map(str, small.block)), small.grid))
    print(small.text("k"), flush=True)
    if options.find:
        os.makedirs(options.find, exist_ok=True)
        with open(os.path.join(options.find, "seed%d.txt" % kernel.seed), "w") as file:
            for text in [SETUP] + [text for _, text in inputs(small, "k", [w for w in checker.lanes if way == "%d lanes" % w])]:
                file.write(text + "\n")


def main():
    parser = argparse.ArgumentParser(description="Random kernels, with every number of lanes.", epilog="See the head of this file.")
    parser.add_argument("--seconds", type=float, default=0, help="how long; 0: until --count kernels were run")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, help="where it starts; another one each run by default, which is printed")
    parser.add_argument("--lanes", default="4,8,16,32,64", help="numbers of lanes, besides 1")
    parser.add_argument("--no-gxx", action="store_true", help="compares with one lane, not with g++")
    parser.add_argument("--find", help="a folder for what is found")
    parser.add_argument("--most", type=int, default=3, help="ends after so many findings")
    parser.add_argument("--reduce", type=float, default=60, help="seconds for reducing a finding")
    parser.add_argument("--print", action="store_true", help="shows the kernels")
    options = parser.parse_args()
    options.seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    print("seed %d" % options.seed)
    folder = tempfile.mkdtemp(prefix="heddle-kernels-") if emulate.available() and not options.no_gxx else None
    try:
        return run(options, Checker([int(w) for w in options.lanes.split(",") if w], folder))
    finally:
        if folder:
            shutil.rmtree(folder)


def run(options, checker):
    if "no setting" in checker.session.tell("%config lanes"):
        checker.lanes = []
    found = found_before(checker) if checker.lanes and not options.seconds and options.count > 1 else []
    begin, done = time.monotonic(), 0
    most = options.seconds or 15  # as a test it must end on slow machines too
    while time.monotonic() - begin < most and (options.seconds or done < options.count) and len(found) < options.most:
        batch = min(BATCH, options.count - done) if not options.seconds else BATCH
        kernels = [Maker(options.seed + done + i).kernel() for i in range(batch)]
        for kernel, reference in zip(kernels, checker.emulate(kernels)):
            if options.print:
                print(kernel.text("k"))
            wrong = checker.check(kernel, reference=reference)
            done += 1
            if wrong:
                found.append(kernel.seed)
                report(checker, kernel, *wrong, options)
            if time.monotonic() - begin >= most or len(found) >= options.most:
                break
    checker.session.close()
    print("%d kernels against %s, %d with differences%s" % (done, "g++" if checker.folder else "one lane", len(found), ": seeds %s" % found if found else ""))
    print("%s random-kernels" % ("not ok" if found else "ok"))
    return 1 if found else 0


sys.exit(main())
