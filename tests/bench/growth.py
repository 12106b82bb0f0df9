"""How compile times grow with the text: statements, loops, launches, functions, device chains, templates.

For each kind programs of three sizes, each twice the one before, are run; shown are the processor's seconds (start of the process
taken off) and the exponent between the last two. gcc -O2 (nothing for kernels) is shown beside it.

usage: tools/bench growth [FILTER]...
"""
import math, os, resource, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEDDLE = os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle"))


def lines(n, text):
    return "\n".join(text(i) for i in range(n))


def statements(n):
    body = lines(n, lambda i: "    x = x * %d + (y ^ %d);\n    if (x > %d) y += x %% %d;" % (i % 7 + 3, i, i * 1000, i % 13 + 2))
    return ("#include <stdio.h>\nint f(int a, int b) {\n    int x = a, y = b;\n%s\n    return x + y;\n}\n"
            "int main(void) { int s = 0; for (int i = 0; i < 10; i++) s = f(i, s) & 0xffff; printf(\"%%d\\n\", s); return 0; }\n" % body)


def loops(n):
    body = lines(n, lambda i: "    for (int i = 0; i < m; i++) a[i] += i * %d;" % (i + 1))
    return "#include <stdio.h>\nint a[64];\nvoid f(int m) {\n%s\n}\nint main(void) { f(64); printf(\"%%d\\n\", a[3]); return 0; }\n" % body


def functions(n):
    return ("#include <stdio.h>\n" + lines(n, lambda i: "int f%d(int x) { int s = 0; for (int i = 0; i < x; i++) s += i * %d; return s; }" % (i, i)) +
            "\nint main(void) {\n    int s = 0;\n" + lines(n, lambda i: "    s += f%d(%d);" % (i, i % 10)) + "\n    printf(\"%d\\n\", s);\n    return 0;\n}\n")


def launches(n):
    return ("#include <cstdio>\n__global__ void k(int *p, int a, int b) { p[threadIdx.x] += a * b; }\nint main() {\n    int *p;\n    cudaMallocManaged(&p, 4000);\n" +
            lines(n, lambda i: "    k<<<1, 32>>>(p, %d, %d);" % (i, i + 1)) + "\n    cudaDeviceSynchronize();\n    printf(\"%d\\n\", p[1]);\n}\n")


def chains(n):
    return ("#include <cstdio>\n__device__ int f0(int x) { return x + 1; }\n" +
            lines(n - 1, lambda i: "__device__ int f%d(int x) { return f%d(x * %d) ^ %d; }" % (i + 1, i, i % 5 + 1, i)) +
            "\n__global__ void k(int *p) { p[threadIdx.x] = f%d(threadIdx.x); }\nint main() {\n    int *p;\n    cudaMallocManaged(&p, 4000);\n"
            "    k<<<1000, 128>>>(p);\n    cudaDeviceSynchronize();\n    printf(\"%%d\\n\", p[1]);\n}\n" % (n - 1)).replace("k<<<1000, 128>>>", "k<<<1, 32>>>")


def templates(n):
    return ("#include <cstdio>\ntemplate <int N> struct T { static int get(int x) { return T<N - 1>::get(x + N); } };\n"
            "template <> struct T<0> { static int get(int x) { return x; } };\nint main() { printf(\"%%d\\n\", T<%d>::get(1)); }\n" % n)


KINDS = [("statements", statements, ".c", (500, 1000, 2000)), ("loops", loops, ".c", (250, 500, 1000)),
         ("functions", functions, ".c", (250, 500, 1000)), ("launches", launches, ".cu", (250, 500, 1000)),
         ("device_chains", chains, ".cu", (200, 400, 800)), ("templates", templates, ".cu", (200, 400, 800))]


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit("%s: %s" % (" ".join(command), (done.stdout + done.stderr)[:2000]))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "empty.c")
        with open(path, "w") as f:
            f.write("int main(void) { return 0; }\n")
        empty = min(seconds([HEDDLE, path]) for _ in range(3))
        print("%-16s%8s%8s%8s%8s%8s%10s%10s" % ("processor, s", "n", "", "2n", "", "4n", "exponent", "gcc 4n"))
        for name, make, suffix, sizes in KINDS:
            if sys.argv[1:] and not any(w in name for w in sys.argv[1:]):
                continue
            times = []
            for n in sizes:
                path = os.path.join(folder, name + suffix)
                with open(path, "w") as f:
                    f.write(make(n))
                times.append(max(0.001, min(seconds([HEDDLE, path]) for _ in range(2)) - empty))
            gcc = "-"
            if suffix == ".c" and shutil.which("gcc"):
                gcc = "%.2f" % seconds(["gcc", "-O2", "-w", "-o", os.path.join(folder, "a.out"), path])
            print("%-16s%s%10.2f%10s" % (name, "".join("%8d%8.2f" % pair for pair in zip(sizes, times)), math.log2(times[2] / times[1]), gcc), flush=True)


main()
