#!/usr/bin/env python3
"""Ctrl-C while something runs under the debugger stops it where it is, with its values: loops of host code and kernels, calls of the
library, loops that do nothing; a second one ends what does not come to a line."""

import contextlib
import os
import sys
import termios

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import ENTER, Checks, Terminal, ctrl, pasted

SPIN = """int rounds;
int spin(long n) {
    int s = 0;
    for (long i = 0; i < n; i++) {
        s += i;
        rounds = 1;
    }
    return s;
}"""
KERNEL = """__managed__ volatile int begun;
__global__ void turn(long n) {
    __shared__ int tile[8];
    for (long i = 0; i < n; i++) {
        tile[threadIdx.x] = i;
        __syncthreads();
    }
    begun = tile[0];
}"""
CALLS = """#include <cstdio>
#include <unistd.h>
#include <algorithm>
void doze() {
    int before = 1;
    sleep(1000);
    before = 2;
}
void within() {
    static int few[2] = {1, 2};
    std::for_each(few, few + 2, [](int &x) {
        puts("within");
        while (x) sched_yield();
    });
}
void empty() {
    puts("begins");
    for (;;) ;
}
void reads() {
    char text[9];
    puts("reads");
    while (read(0, text, 8) != 8) ;
}"""


def stopped(t, *definitions, statement):
    """The definitions run, and the debugger stands before the statement. The prompt's number at which it began."""
    n = 1
    for text in definitions:
        t.prompt(n)
        t.send(pasted(text), ENTER)
        n += 1
    t.prompt(n)
    t.send("%debug ", statement, ENTER)
    t.wait("(debug)")
    t.settle()
    return n


@contextlib.contextmanager
def debugging(*definitions, statement):
    with Terminal(columns=100) as t:
        n = stopped(t, *definitions, statement=statement)
        yield t
        t.send("q", ENTER)
        t.prompt(n + 1)


def says(t, what, answer):
    t.send(what, ENTER)
    t.wait(answer)


def runs(t):
    """Whether Ctrl-C is an interrupt, and no key of the line that was entered last."""
    return termios.tcgetattr(t.fd)[3] & termios.ISIG


def interrupt(t, where):
    t.wait(runs, "the command's start")
    t.pump(0.3)
    t.send(ctrl("c"))
    t.wait(lambda t: "interrupted: " + where in t.text() and t.line().strip() == "(debug)", "a stop")


def test_host_loop():
    with debugging(SPIN, statement="spin(1000000000000)") as t:
        t.send("c", ENTER)
        interrupt(t, "`spin` at In[1]")
        says(t, "rounds + 41", "\n42")
        says(t, "i > 0", "true")
        t.send("c", ENTER)  # and again
        t.settle()
        interrupt(t, "`spin`")


def test_kernel_with_barriers():
    with debugging(KERNEL, statement="turn<<<2, 8>>>(1000000000000)") as t:
        t.send("c", ENTER)
        interrupt(t, "`turn` at In[1]")
        says(t, "i > 0", "true")
        says(t, "threads", "block (0,0,0), 1 of 2")


def test_library_call():
    with debugging(CALLS, statement="doze()") as t:
        says(t, "n", "before = 1")
        t.settle()
        t.send("n", ENTER)
        interrupt(t, "`doze` at In[1]:7")
        says(t, "locals", "\nbefore = 1")


def test_loop_that_does_nothing():
    with debugging(CALLS, statement="empty()") as t:
        says(t, "c", "begins")
        interrupt(t, "`empty` at In[1]:18")


def test_what_a_header_calls():
    with debugging(CALLS, statement="within()") as t:
        says(t, "c", "within")
        interrupt(t, "`lambda")
        t.send("x = 0", ENTER)


def test_second_ends_what_does_not_stop():
    with Terminal(columns=100) as t:
        n = stopped(t, CALLS, statement="reads()")
        t.send("c", ENTER)
        t.wait("reads")
        t.wait(runs, "the command's start")
        t.send(ctrl("c"))
        t.wait("it stops as soon as it comes to a line of yours")
        t.pump(0.5)
        t.send(ctrl("c"))
        t.prompt(n + 1)


Checks(globals())
