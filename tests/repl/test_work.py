#!/usr/bin/env python3
# NEEDS-SECONDS: 200
"""What the terminal shows of work that takes time: bars, %timeit, long compilations. And %edit."""
import os
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import ENTER, UP, Checks, Terminal, check, ctrl, equal

SLEEP = "#include <unistd.h>"


def shell(columns=80, **options):
    t = Terminal(columns, **options)
    t.prompt(1)
    return t


def short(t, n, *inputs):
    for code in inputs:
        t.run(code, n)
        n += 1


def bar_rows(t):
    return [row for row in t.rows() if re.search(r"\d%", row)]


def test_bar(columns):
    with shell(columns) as t:
        t.run(SLEEP, 1)
        t.send("for (int i = 0; i < 4; i++) { usleep(150000); progress(i, 4); }", ENTER)
        t.prompt(3)
        check(" 50%" in t.plain(), "a bar at 50%", t)
        equal(len(bar_rows(t)), 1, t)
        row = bar_rows(t)[0]
        check("100%" in row and "in 0:0" in row, "the full bar says how long it took", t)
        check(len(row) < columns, "the bar is narrower than the terminal", t)
        if columns >= 80:
            check("4/4" in row and re.search(r"\d/s", row), "it tells the steps and the rate", t)


def test_bar_has_time_left():
    with shell() as t:
        t.run(SLEEP, 1)
        t.send("for (int i = 0; i <= 300; i++) { usleep(100000); progress(i, 300, \"steps\"); }", ENTER)
        t.wait(lambda t: any(re.search(r"steps +\d+% .*\d+/300  [\d.]+/s  0:[0-5]\d left", row) for row in bar_rows(t)),
               "label, share, steps, rate and time left")
        t.send(ctrl("c"))
        t.prompt(3)
        equal(len(bar_rows(t)), 1, t)  # it stays where the interrupt found it


BUSY = [  # a kernel and a library call of some seconds
    ("spin<<<2, 32>>>(d, 30000000);", "__global__ void spin(int *p, int n) { volatile int *v = p; "
                                      "for (int i = 0; i < n; i++) v[threadIdx.x] += 1; } int *d; cudaMalloc(&d, 4096);"),
    ("usleep(1500000);", "#include <unistd.h>"),
]


def test_nothing_is_lost_while_a_cell_is_busy():
    """Resized, typed into and pasted into: all that came is run afterwards, once and in order."""
    for busy, before in BUSY:
        with shell() as t:
            t.run(before, 1)
            t.run("int x = 0, y = 0;", 2)
            t.send(busy + " y++;", ENTER)
            t.wait(lambda t: not t.is_raw(), "the cell runs")
            for columns in (30, 120, 50, 80):
                t.resize(columns)
                t.settle(0.02)
            t.send("".join(f"x = x * 3 + {i};\r" for i in range(300)))  # more than a terminal's 4096 bytes
            t.send("printf(\"%d %d\\n\", x, y);\r")
            want = 0
            for i in range(300):
                want = (want * 3 + i) % 2**32
            t.wait(lambda t: f"{want - 2**32 if want >= 2**31 else want} 1" in t.rows(), "each line was run once", 60)


def test_a_line_that_the_terminal_cuts_is_not_run():
    for busy, before in BUSY[1:]:
        with shell() as t:
            t.run(before, 1)
            t.run("int x = 7;", 2)
            t.send(busy, ENTER)
            t.wait(lambda t: not t.is_raw(), "the cell runs")
            t.send("x = " + " + ".join(["1"] * 1500) + ";\r")
            t.send("x = 8;\r")
            t.wait("the terminal cut a line at 4095 characters")
            t.settle()
            t.send(ctrl("c"))
            t.prompt(4)
            t.send("x", ENTER)
            t.wait("Out[4]: 7")


def test_bar_and_output():
    """Lines printed meanwhile stand above the bar, and text without newline goes on where it stopped."""
    with shell() as t:
        t.run(SLEEP, 1)
        t.send("for (int i = 0; i < 8; i++) { printf(i % 4 == 3 ? \"end %d\\n\" : \"%d, \", i); usleep(60000); progress(i, 8); }", ENTER)
        t.prompt(3)
        rows = t.rows()
        first = t.row_of("0, 1, 2, end 3")
        equal(rows[first + 1], "4, 5, 6, end 7", t)
        check("100%" in rows[first + 2], "the bar comes last", t)
        equal(len(bar_rows(t)), 1, t)


def test_bar_at_the_bottom():
    """In the last row of the screen, in the middle of a line."""
    with shell(60, rows=8) as t:
        t.run(SLEEP, 1)
        t.send("for (int i = 0; i < 30; i++) puts(\"line\"); for (int i = 0; i < 20; i++) { printf(\"%d \", i); usleep(30000); progress(i, 20); }", ENTER)
        t.wait(lambda t: any("%" in row for row in t.rows()), "the bar")
        t.prompt(3)
        check("0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19" in t.text(), "the line is whole", t)
        check("100%" in t.text(), "the full bar", t)


def test_bar_resized():
    with shell(100) as t:
        t.run(SLEEP, 1)
        t.send(f"for (int i = 0; i < 40; i++) {{ usleep(40000); progress(i, 40); if (i == 20) {t.until('narrow')} }}", ENTER)
        t.wait(lambda t: bar_rows(t), "the bar")
        t.resize(30)
        t.touch("narrow")
        t.prompt(3)
        check("100%" in t.text(), "the full bar", t)
        check(all(len(row) < 30 for row in bar_rows(t)[-1:]), "it fits the new width", t)


def test_bar_before_a_long_step():
    """Steps that come at once and then none for long: the bar tells of the last of them."""
    with shell() as t:
        t.run(SLEEP, 1)
        t.send("for (int i = 1; i <= 3; i++) progress(i, 4); for (;;) sleep(100);", ENTER)
        t.wait(lambda t: any(" 75%" in row for row in bar_rows(t)), "three of four steps")
        t.send(ctrl("c"))
        t.prompt(3)


def test_two_bars():
    with shell() as t:
        t.run(SLEEP, 1)
        t.send("for (int i = 0; i < 3; i++) for (int k = 0; k < 5; k++) { usleep(15000); progress(k + 1, 5, \"inner\"); progress(i * 5 + k + 1, 15, \"outer\"); }", ENTER)
        t.prompt(3)
        equal(len([row for row in bar_rows(t) if row.startswith("outer")]), 1, t)
        equal(len([row for row in bar_rows(t) if row.startswith("inner")]), 3, t)


def test_no_bar_without_cursor_movement():
    with shell(term="dumb") as t:
        t.run(SLEEP, 1)
        at = len(t.raw)
        t.run("for (int i = 0; i < 4; i++) { usleep(60000); progress(i, 4); }", 2)
        check(b"\033" not in t.raw[at:], "no escapes on a dumb terminal", t)
        equal(len(bar_rows(t)), 1, t)


def test_timeit_is_at_work(columns):
    with shell(columns) as t:
        t.run(SLEEP, 1)
        t.send("%timeit -n 1 -r 3 usleep(600000)", ENTER)
        t.wait(lambda t: "timing: run" in t.plain(), "what it is at")
        t.prompt(3)
        check("timing:" not in t.text(), "the line has gone", t)
        check("loop" in t.text(), "the result is there", t)


def test_quick_timeit_says_nothing():
    with shell() as t:
        t.run(SLEEP, 1)
        for n in range(2, 20):
            begun, at = time.monotonic(), len(t.raw)
            t.run("%timeit -n 1 -r 2 usleep(1000)", n)
            quick = time.monotonic() - begun < 1
            if quick:
                break
        check(quick and b"timing:" not in t.raw[at:], "nothing is shown in less than a second", t)


def test_long_compilation():
    """Functions of very many loops, ever more of them until one takes longer than a second."""
    with shell() as t:
        n, count = 1, 120
        while "compiling In[" not in t.plain():
            check(count <= 40000, "no function took long enough", t)
            loops = "\n".join(f"for (int i = 0; i < x; i++) s += i * x % (i + {i + 1}) + (s >> 3) * i;" for i in range(count))
            t.paste(f"int all(int x) {{ int s = 0;\n{loops}\nreturn s; }}\nall(3)")
            t.send(ENTER)
            t.prompt(n + 1, timeout=200)
            n, count = n + 1, count * 3 // 2
        check("compiling" not in t.text(), "the line has gone", t)


def editor(t, script):
    path = os.path.join(t.home, "editor")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + script)
    os.chmod(path, 0o755)
    return path


def edit_shell(script, **env):
    t = Terminal(env={"EDITOR": "$HOME/editor --wait", **env})
    editor(t, 'test "$1" = --wait && shift\n' + script)
    t.prompt(1)
    return t


def seen(t):
    with open(os.path.join(t.home, "seen"), encoding="utf-8") as file:
        return file.read()


COPY = 'cp "$1" "$HOME/seen"\n'


def test_edit_definition():
    with edit_shell(COPY + "sed -i 's/+ 1/+ 100/' \"$1\"\n") as t:
        t.run("int f(int x) { return x + 1; } int other;", 1)
        t.send("%edit f", ENTER)
        t.prompt(4)
        equal(seen(t), "int f(int x) { return x + 1; }\n")
        check("In [3]: int f(int x) { return x + 100; }" in t.rows(), "the edited cell is shown", t)
        t.run("f(1)", 4)
        check("Out[4]: 101" in t.text(), "the edited function runs", t)
        t.send(UP, UP)
        t.wait("In [5]: int f(int x) { return x + 100; }")  # it is in the history


def test_edit_last_input():
    with edit_shell(COPY + 'echo "7 * 6" >"$1"\n') as t:
        t.run("1 + 1", 1)
        t.send("%edit", ENTER)
        t.wait("Out[3]: 42")
        equal(seen(t), "1 + 1\n")


def test_edit_failing_editor():
    with edit_shell('echo "7 * 6" >"$1"\nexit 3\n') as t:
        t.send("%edit -n", ENTER)
        t.wait("the editor ended with status 3; nothing is run")
        t.prompt(2)


def test_edit_empty():
    with edit_shell(': >"$1"\n') as t:
        t.run("5", 1)
        t.send("%edit", ENTER)
        t.wait("the text is empty; nothing is run")
        t.prompt(3)


def test_edit_same():
    with edit_shell("exit 0\n") as t:
        t.run("int n = 5;", 1)
        t.send("%edit n", ENTER)
        t.wait("the text is as it was; nothing is run")
        t.prompt(3)


def test_edit_unknown_name():
    with edit_shell("exit 0\n") as t:
        t.run("int count = 5;", 1)
        t.send("%edit cuont", ENTER)
        t.wait("did you mean `count`?")
        t.prompt(3)


def test_edit_no_editor():
    with Terminal(env={"EDITOR": "/nonexistent/editor"}) as t:
        t.prompt(1)
        t.send("%edit -n", ENTER)
        t.wait("set EDITOR to the command")
        t.prompt(2)


def test_edit_gets_the_terminal():
    """The editor reads keys and draws; Ctrl-C is its own."""
    with edit_shell("trap 'echo interrupted >>\"$HOME/seen\"' INT\necho ready for keys\nread word\nread word\necho \"$word\" >\"$1\"\n") as t:
        t.send("%edit -n", ENTER)
        t.wait("ready for keys")
        check(not t.is_raw(), "the terminal is as heddle found it", t)
        t.send("first\n6 * 9\n")
        t.wait("Out[2]: 54")


def test_reset_asks():
    with shell() as t:
        t.run("int stays = 7;", 1)
        for n, answer in enumerate(("n\n", "\n", ctrl("d"), ctrl("c")), 2):
            t.send("%reset", ENTER)
            t.wait("(y/[n])")
            t.send(answer)
            t.prompt(n + 1)
            t.send(ctrl("l"))
            t.wait(lambda t: "(y/[n])" not in t.text(), "a clear screen")
        t.send("stays", ENTER)
        t.wait("Out[6]: 7")
        t.send("%reset", ENTER)
        t.wait("(y/[n])")
        t.send("y\n")
        t.prompt(8)
        t.send("stays", ENTER)
        t.wait("is not declared")


def test_a_file_is_not_written_over_without_a_question():
    with tempfile.TemporaryDirectory() as folder, shell() as t:
        t.run("int one = 1;", 1)
        prompt = 2
        for command in ("save", "export"):
            path = f"{folder}/{command}.cu"
            with open(path, "w") as file:
                file.write("// mine\n")
            for answer in ("n\n", ctrl("c"), "y\n"):
                t.send(f"%{command} {path}", ENTER)
                t.wait("Write over it? (y/[n])")
                with open(path) as file:
                    check(file.read() == "// mine\n", "still there", t)
                t.send(answer)
                prompt += 1
                t.prompt(prompt)
                t.send(ctrl("l"))
                t.wait(lambda t: "Write over" not in t.text(), "a clear screen")
            with open(path) as file:
                check("int one = 1;" in file.read(), "written over", t)
        t.send(f"%export -f {folder}/save.cu", ENTER)
        t.wait("Wrote `")
        check("Write over" not in t.text(), "no question", t)


Checks(globals())
