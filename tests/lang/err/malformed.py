#!/usr/bin/env python3
"""Malformed input of every kind through the real program, as a file and as cells: an error that says something, in bounded
time and memory, and a session that goes on afterwards."""
import os
import resource
import subprocess
import sys
import tempfile
import time

HEDDLE = os.environ["HEDDLE"]
SLOW = 6 if "asan" in os.environ.get("HEDDLE_BUILD", "") else 1
SECONDS = 10 * SLOW  # the machine may be busy: processor time is what counts
CPU_SECONDS = 10 * SLOW  # machines differ, and so does what runs beside this
MEGABYTES = 1024

# name, bytes of a file, what one of the messages says (None: any), whether a cell of it is an error too
DEEP = 100000
WORDS = [b"int", b"(", b"x", b"{", b"struct", b"=", b";", b"}", b"1", b"template", b"<", b"for", b"*"]
CASES = [
    ("unterminated_string", b'int main(void) { char *s = "abc; return 0; }\n', "closing"),
    ("unterminated_char", b"int main(void) { int c = 'a; return 0; }\n", "closing"),
    ("unterminated_comment", b"int main(void) { return 0; } /* and so on\n", "comment"),
    ("unterminated_raw", b'const char *s = R"(abc; int main(void) { return 0; }\n', None),
    ("unterminated_if", b"#if 1\nint main(void) { return 0; }\n", "#if"),
    ("unterminated_call", b"#define F(x) x\nint main(void) { return F(1; }\n", "F"),
    ("unterminated_block", b"int main(void) { if (1) { return 0;\n", "}"),
    ("unterminated_struct", b"struct s { int a; int main(void) { return 0; }\n", None),
    ("unterminated_include", b'#include "abc\nint main(void) { return 0; }\n', None),
    ("unterminated_paren", b"int main(void) { return (1 + (2; }\n", ")"),
    ("unterminated_template", b"template <typename T, int main(void) { return 0; }\n", None),
    ("unterminated_attribute", b"__attribute__((aligned(8) int x;\nint main(void) { return 0; }\n", None),
    ("unterminated_launch", b"__global__ void k() {}\nint main(void) { k<<<1, 2(); return 0; }\n", None),
    ("stray_close", b"int main(void) { return 0; }\n}\n", "}"),
    ("stray_else", b"#else\n#endif\nint main(void) { return 0; }\n", "#else"),
    ("nothing", b"", None),
    ("only_zeros", b"\0" * 4096, None),
    ("zero_in_code", b"int main(void) { int x\0 = 3; return x; }\n", None),
    ("bad_utf8", b"int main(void) { int \xff\xfe = 3; return \xc3\x28; }\n", None),
    ("bad_utf8_name", b"int \xf0\x28\x8c\xbc(void) { return 0; }\n", None),
    ("control_bytes", bytes(range(1, 32)) + b"int main(void) { return 0; }\n", None),
    ("all_bytes", bytes(range(256)) * 4, None),
    ("parentheses", b"int x = " + b"(" * DEEP, "nest"),
    ("balanced_parentheses", b"int x = " + b"(" * DEEP + b"1" + b")" * DEEP + b";\n", "nest"),
    ("braces", b"int main(void) " + b"{" * DEEP, "nest"),
    ("balanced_braces", b"int main(void) " + b"{" * DEEP + b"}" * DEEP, "nest"),
    ("brackets", b"int x" + b"[1]" * DEEP + b";\n", None),
    ("pointers", b"int " + b"*" * DEEP + b"x;\n", None),
    ("minuses", b"int x = " + b"- " * DEEP + b"1;\n", None),
    ("ifs", b"int main(void) { " + b"if (1) " * DEEP + b"; }\n", None),
    ("elses", b"int main(void) { " + b"if (1) ; else " * DEEP + b"; }\n", None),
    ("conditionals", b"int x = " + b"1 ? 2 : " * DEEP + b"3;\n", None),
    ("sum", b"int x = 1" + b" + 1" * DEEP + b";\n", None),
    ("structs", b"struct { " * DEEP, None),
    ("nested_structs", b"struct { " * 5000 + b"int x;" + b" } a;" * 5000, None),
    ("casts", b"int x = " + b"(int)" * DEEP + b"1;\n", None),
    ("calls", b"int f(int);\nint x = " + b"f(" * DEEP + b"1" + b")" * DEEP + b";\n", None),
    ("declarators", b"int " + b"(" * DEEP + b"x" + b")" * DEEP + b";\n", None),
    ("initialisers", b"int x = " + b"{" * DEEP + b"1" + b"}" * DEEP + b";\n", None),
    ("statement_expressions", b"int main(void) { return " + b"({" * 20000 + b"1;" + b"})" * 20000 + b"; }\n", None),
    ("nested_ifs", b"#if 1\n" * DEEP + b"#endif\n" * (DEEP - 1), None),
    ("expressions_in_if", b"#if " + b"(" * DEEP + b"1" + b")" * DEEP + b"\n#endif\n", None),
    ("minuses_in_if", b"#if " + b"- " * DEEP + b"1\n#endif\nx\n", None),
    ("templates", b"template <typename T> struct s { };\ns<" * 3000 + b"int" + b">" * 3000 + b" x;\n", None),
    ("endless_macro", b"#define A B B\n#define B A A\nA A A\n", None),
    ("macro_bomb", b"#define X0 1 1 1 1 1 1 1 1 1 1\n" + b"".join(
        b"#define X%d %s\n" % (i, b" ".join([b"X%d" % (i - 1)] * 10)) for i in range(1, 13)) + b"int x = X12;\n", "macro"),
    ("paste_bomb", b"#define C(a, b) a ## b\n#define D(a) C(a, a)\n" + b"int x" + b"; int D(" * 300 + b"y" + b")" * 300, None),
    ("argument_bomb", b"#define F(x) x x\nint v[] = { " + b"F(" * 200 + b"1," + b")" * 200 + b" };\n", None),
    ("includes_itself", None, "include"),
    ("includes_a_folder", b'#include "/tmp"\nint main(void) { return 0; }\n', None),
    ("includes_a_device", b'#include "/dev/zero"\nint main(void) { return 0; }\n', None),
    ("long_line", b"int x = " + b"1 + " * 500000 + b"1;\n", None),
    ("long_name", b"int " + b"a" * 3000000 + b" = 1\n", None),
    ("long_number", b"int x = " + b"9" * 2000000 + b";\n", None),
    ("long_string", b'const char *s = "' + b"\\z" * 500000 + b'"\n;;x', None),
    ("many_errors", b"int f( { ]\n" * 100000, None),
    ("many_unknown", b"".join(b"unknown%d y%d;\n" % (i, i) for i in range(50000)), None),
    ("garbage", bytes((i * 7919 + (i >> 7) * 104729 >> 3) & 255 for i in range(2000000)), None),
    ("words", b" ".join(WORDS[i * i * 7 % len(WORDS)] for i in range(700000)), None),
    ("huge_array", b"int x[1ull << 62];\nint main(void) { return x[0]; }\n", None),
    ("huge_struct", b"struct s { char a[1ull << 40]; } v[1 << 30];\nint main(void) { return v[0].a[0]; }\n", None),
    ("huge_initialiser", b"char x[] = {[0x7fffffff] = 1, [0 ... 0x7ffffff0] = 2};\nint main(void) { return x[5] != 2; oops }\n", None),
    ("self_containing", b"struct s { struct s a; };\nint main(void) { struct s x; return sizeof x; }\n", None),
    ("endless_template", b"template <int N> int f() { return f<N + 1>(); }\nint main(void) { return f<0>(); }\n", None),
    ("endless_constexpr", b"constexpr int f(int x) { while (1) x++; return x; }\nconstexpr int y = f(1);\n", None),
    ("deep_constexpr", b"constexpr int f(int x) { return f(x + 1); }\nconstexpr int y = f(1);\n", None),
    ("divide_in_constant", b"int a[1 / 0];\nenum { A = 1 % 0 };\nint main(void) { return 0; }\n", None),
    ("wild_shift", b"enum { A = 1 << 400, B = -1 >> -7 };\n#if 1 << 400\n#endif\nint main(void) { return oops; }\n", None),
    ("wild_case", b"int main(void) { switch (1) { case 0 ... 0x7fffffffffffffff: return oops; } }\n", None),
    ("wild_bits", b"struct s { int a : 99; int b : -1; int : 0; };\n", None),
    ("wild_line", b"#line 99999999999999999999\n#line 0\n#line -1 \"x\noops\n", None),
    ("wild_align", b"struct __attribute__((aligned(3))) s { int a; };\n_Alignas(1 << 30) int x;\n_Alignas(-1) int y;\noops\n", None),
    ("wild_vector", b"typedef int v __attribute__((vector_size(1 << 30)));\nv x;\noops\n", None),
    ("wild_asm", b'int main(void) { int x; asm("%5 %q" : "=zz"(x) : "7"(x)); return x; }\n', None),
    ("wild_format", b'int main(void) { printf("%'+ b"9" * 100000 + b'd", oops); return 0; }\n', None),
]
OK = {"nothing", "huge_initialiser", "endless_macro", "long_line", "sum"}  # may be accepted or refused


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(arguments, stdin=b""):
    """(status, output, processor seconds, megabytes)"""
    reader = tempfile.TemporaryFile()
    start = time.monotonic()
    process = subprocess.Popen([HEDDLE] + arguments, stdin=subprocess.PIPE, stdout=reader, stderr=subprocess.STDOUT,
                               preexec_fn=limits, start_new_session=True)
    try:
        process.stdin.write(stdin)
        process.stdin.close()
    except BrokenPipeError:
        pass
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.monotonic() - start > SECONDS * 12:
            os.killpg(process.pid, 9)
            os.wait4(process.pid, 0)
            return None, b"", SECONDS * 12, 0
        time.sleep(0.01)
    process.returncode = os.waitstatus_to_exitcode(status)
    reader.seek(0)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process.returncode, reader.read(20_000_000), children.ru_utime + children.ru_stime, children.ru_maxrss / 1024


failed = 0
used_before = 0.0


def judge(name, problem):
    global failed
    if problem:
        failed += 1
        print(f"# {problem}\nnot ok {name}")
    else:
        print(f"ok {name}")
    sys.stdout.flush()


def common(status, output, used, megabytes):
    if status is None:
        return "no end"
    if status < 0 or status > 2:
        return f"status {status}: {output[-300:]!r}"
    if used > CPU_SECONDS:
        return f"{used:.1f} seconds of processor time"
    if SLOW == 1 and megabytes > MEGABYTES:
        return f"{megabytes:.0f} MB"
    if b"AddressSanitizer" in output or b"runtime error:" in output:
        return f"the sanitizer complains: {output[-1500:]!r}"
    if b"internal error" in output or b"engine ended" in output or b"restarted" in output:
        return f"{output[-500:]!r}"
    if len(output) > 200_000:
        return f"{len(output)} bytes of messages"
    return None


def as_file(name, data, want, folder):
    global used_before
    path = os.path.join(folder, name + ".cu")
    if data is None:
        data = b'#include "%s.cu"\nint main(void) { return 0; }\n' % name.encode()
    with open(path, "wb") as file:
        file.write(data)
    status, output, used, megabytes = run([path])
    problem = common(status, output, used - used_before, megabytes)
    used_before = used
    if not problem and name not in OK and b"error" not in output:
        problem = f"no error: status {status}, {output[-300:]!r}"
    if not problem and want and want.encode() not in output:
        problem = f"no message says `{want}`: {output[:300]!r}"
    judge(name, problem)
    return data


def as_cell(name, data, folder):
    """The same text as an input of a session, which answers afterwards."""
    global used_before
    transcript = data.replace(b"\n", b"\n... ") if data else b"int"
    path = os.path.join(folder, name + ".txt")
    with open(path, "wb") as file:
        file.write(b">>> " + transcript + b"\n>>> 6 * 7\n")
    status, output, used, megabytes = run(["--transcript", path])
    problem = common(status, output, used - used_before, megabytes)
    used_before = used
    if not problem and b"42" not in output:
        problem = f"the session does not go on: {output[-300:]!r}"
    judge(name + "_cell", problem)


def main():
    wanted = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for name, data, want in CASES:
            if wanted and name not in wanted:
                continue
            data = as_file(name, data, want, folder)
            if len(data) < 1_000_000:
                as_cell(name, data, folder)
    return failed != 0


sys.exit(main())
