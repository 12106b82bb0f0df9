#!/usr/bin/env python3
# NOT-UNDER-SANITIZERS: it measures memory and time
"""Ctrl-C at the interactive prompt: how soon whatever runs has stopped, and that the session goes on with its variables.

Compiled code answers within 100 ms and anything else within 1 s; the limits here leave room for a busy machine."""

import os
import pty
import re
import select
import sys
import termios
import time

HEDDLE = os.environ.get("HEDDLE", "heddle")
SLOW = 5 if "asan" in os.environ.get("HEDDLE_BUILD", "") else 1
QUICK, SOON = 0.4 * SLOW, 1.5 * SLOW
READY = "puts(\"begun\"); fflush(stdout);"

CASES = [  # name, what is entered before, what is interrupted, the limit in seconds
    ("loop", "", "for (;;) ;", QUICK),
    ("counting", "volatile long n;", "for (;;) n++;", QUICK),
    ("loop_in_function", "int spin(int x) { while (x) x = x * 3 | 1; return x; }", "spin(1);", QUICK),
    ("floating_loop", "volatile double d = 1;", "while (d > 0) d = d * 1.0000001;", QUICK),
    ("recursion", "volatile long calls; int deep(int n) { calls++; return n ? deep(n - 1) + deep(n - 1) : 1; }", "deep(60);", QUICK),
    ("printing", "", "for (;;) printf(\"%d\\n\", 12345);", SOON),
    ("printing_in_function", "void say(void) { for (int i = 0;; i++) printf(\"line %d\\n\", i); }", "say();", SOON),
    ("recursion_that_prints", "int chat(int n) { printf(\"%d\\n\", n); return chat(n ^ 1) ? chat(n) : chat(n ^ 1); }\n"
                              "int calm(int n) { for (;;) if (n) printf(\"%d\\n\", n); }", "calm(1);", SOON),
    ("libc_calls", "", "for (;;) strlen(getenv(\"PATH\"));", QUICK),
    ("math_calls", "volatile double m = 1;", "for (;;) m = sin(m) + 1;", QUICK),
    ("allocation", "", "for (;;) free(malloc(1000));", QUICK),
    ("long_memset", "", "{ char *p = (char *)malloc(1 << 28); for (;;) memset(p, 1, 1 << 28); }", SOON),
    ("sort", "int endless(const void *a, const void *b) { for (;;) ; } int v[9];", "qsort(v, 9, 4, endless);", QUICK),
    ("sleep", "#include <unistd.h>", "sleep(1000);", SOON),
    ("pause", "", "pause();", SOON),
    ("read_of_a_pipe", "int ends[2]; char c; pipe(ends)", "read(ends[0], &c, 1);", SOON),
    ("reading_standard_input", "", "getchar();", SOON),
    ("mutex", "#include <pthread.h>\npthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;",
     "pthread_mutex_lock(&m2); pthread_mutex_lock(&m2);", SOON),
    ("thread", "void *run(void *p) { for (;;) ; }",
     "{ pthread_t t; pthread_create(&t, NULL, run, NULL); pthread_join(t, NULL); }", SOON),
    ("command", "", "for (;;) system(\"sleep 1000\");", SOON),
    ("kernel", "__global__ void turn(int *p) { for (;;) p[threadIdx.x]++; } int *d; cudaMalloc(&d, 4096)",
     "turn<<<64, 256>>>(d);", QUICK),
    ("kernel_with_barriers", "__global__ void meet(int *p) { for (;;) { p[threadIdx.x]++; __syncthreads(); } }",
     "meet<<<8, 64>>>(d);", QUICK),
    ("kernel_that_waits", "__global__ void wait_for(volatile int *p) { while (p[0] != -1) ; }", "wait_for<<<4, 32>>>(d);", QUICK),
    ("kernel_that_prints", "__global__ void tell(void) { for (;;) printf(\"%d\\n\", threadIdx.x); }", "tell<<<2, 32>>>();", SOON),
    ("many_launches", "__global__ void nothing(void) {}", "for (;;) nothing<<<1, 32>>>();", SOON),
    ("ignored_signal", "#include <signal.h>", "signal(SIGINT, SIG_IGN); for (;;) ;", QUICK),
    ("masked_signals", "sigset_t set; sigfillset(&set)", "sigprocmask(SIG_SETMASK, &set, NULL); for (;;) ;", QUICK),
    ("timeit", "", "%timeit for (volatile int i = 0; i < 1000000000; i++) ;", SOON),
    ("compile_time", "constexpr int far(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
     "for (;;) ;", QUICK),
]


class Terminal:
    def __init__(self):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "dumb"
            os.execv(HEDDLE, [HEDDLE])
        attributes = termios.tcgetattr(self.fd)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(self.fd, termios.TCSANOW, attributes)
        self.text = ""

    def send(self, text):
        os.write(self.fd, text.encode())

    def wait(self, pattern, limit):
        """Reads until the pattern appears; what came before it is dropped. The seconds that took, or None."""
        start = time.monotonic()
        while True:
            found = re.search(pattern, self.text)
            if found:
                self.text = self.text[found.end():]
                return time.monotonic() - start
            left = start + limit - time.monotonic()
            ready = select.select([self.fd], [], [], max(left, 0))[0]
            if not ready:
                return None
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return None
            self.text = self.text[-4096:] + data.decode("utf-8", "replace")


def main():
    terminal = Terminal()
    terminal.send("int kept = 4711;\nprintf(\"ready %d\\n\", kept);\n")
    if terminal.wait("ready 4711", 20 * SLOW) is None:
        print("not ok start", repr(terminal.text))
        sys.exit(1)
    failed = False
    for number, (name, before, code, limit) in enumerate(CASES):
        if before:
            terminal.send(before + "\n")
        first = "" if code.startswith("%") else READY + " "
        if not first:
            terminal.send(READY + "\n")
        terminal.send(first + code + "\n")
        begun = terminal.wait("begun\r?\n", 20 * SLOW)
        time.sleep(0.15)
        terminal.send("\x03")
        took = terminal.wait("error: .*interrupted|was replaced", 10 * SLOW)
        then = terminal.text[-500:]
        terminal.send(f"printf(\"still %d %d\\n\", kept, {number});\n")
        alive = terminal.wait(f"still 4711 {number}\r?\n", 20 * SLOW)
        ok = begun is not None and took is not None and took <= limit and alive is not None
        if not ok:
            print(f"# begun {begun}, took {took}, alive {alive}; {then!r}")
        print(f"{'ok' if ok else 'not ok'} {name} ({'no answer' if took is None else f'{took * 1e3:.0f} ms'})", flush=True)
        failed = failed or not ok
        if alive is None:
            break
    terminal.send("%quit\n")
    sys.exit(failed)


main()
