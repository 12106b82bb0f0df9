#!/usr/bin/env python3
# NEEDS-SECONDS: 200
"""The prompt as a program among others: history between sessions, interrupts, suspending, the ends, output at speed."""
import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from model import shows
from terminal import (RIGHT, BACKSPACE, DOWN, END, ENTER, HEDDLE, PATIENCE, SANITIZED, UP, Checks, Failed, Terminal, check, ctrl,
                      equal, is_running, widths)


def shell(columns=80, rows=24, **options):
    t = Terminal(columns, rows, **options)
    t.prompt(1)
    return t


def expect(t, text, n):
    t.wait(lambda t: shows(t, text, n), f"the cell {text!r} at prompt {n}")


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise Failed(what)
        time.sleep(0.01)


def leave(t):
    t.send(ctrl("d"))
    equal(t.wait_end(), 0, t)


# ---- what the prompt says ----

def test_checks_are_in_the_prompt(columns):
    with shell(columns) as t:
        t.send("%check on", ENTER)
        t.wait("In [2] checked:" if columns > 20 else ">")  # (no room for a prompt)
        t.send("%check off", ENTER)
        t.prompt(3)
        leave(t)


# ---- history ----

def test_history_persists(columns):
    with shell(columns) as first:
        first.send("int kept = 1;\033\rkept", ENTER)
        first.prompt(2)
        first.run("2 + 2", 2)
        leave(first)
        with shell(columns, home=first.home) as t:
            t.send(UP)
            expect(t, "2 + 2", 1)
            t.send(UP)
            expect(t, "int kept = 1;\nkept", 1)


def test_history_of_two_sessions():
    """Both write, neither loses, and each has its own last cells first."""
    with shell() as a, shell(home=a.home) as b:
        a.run("111", 1)
        b.run("222", 1)
        a.run("333", 2)
        b.send(UP)
        expect(b, "222", 2)
        b.send(ctrl("c"))
        a.send(UP, UP)
        expect(a, "111", 3)
        a.send(ctrl("c"))
        leave(a)
        leave(b)
        with shell(home=a.home) as c:
            seen = set()
            for _ in range(3):
                c.send(UP)
                c.settle(0.1)
                seen.add(c.line().removeprefix("In [1]: "))
            equal(seen, {"111", "222", "333"}, c)


def test_many_sessions_at_once():
    shells = [Terminal()]
    shells += [Terminal(home=shells[0].home) for _ in range(3 if SANITIZED else 5)]
    try:
        for t in shells:
            t.prompt(1)
        for k in range(5):
            for n, t in enumerate(shells):
                t.send(f"{n}{k}00", ENTER)
        for t in shells:
            t.prompt(6)
        path = next(os.path.join(folder, "history") for folder, _, files in os.walk(shells[0].home) if "history" in files)
        with open(path, encoding="utf-8") as file:
            lines = [line.strip() for line in file if re.fullmatch(r"\d+", line.strip())]
        equal(sorted(lines), sorted(f"{n}{k}00" for n in range(len(shells)) for k in range(5)))
    finally:
        for t in reversed(shells):
            t.close()


def test_history_prefix_search():
    with shell() as t:
        for n, code in enumerate(("int alpha = 1;", "alpha + 1", "int beta = 2;", "beta + 1")):
            t.run(code, n + 1)
        t.send("int", UP)
        expect(t, "int beta = 2;", 5)
        t.send(UP)
        expect(t, "int alpha = 1;", 5)
        t.send(DOWN, DOWN)
        t.wait(lambda t: t.cursor[1] == len("In [5]: int"), "what was typed, the suggestion behind it")
        t.send(ctrl("c"), "alpha")
        expect(t, "alpha + 1", 5)  # (in grey)


def test_history_search_with_preview(columns):
    with shell(columns) as t:
        for n, code in enumerate(("int x = 1;\033\rx + 41", "puts(\"b\");", "3")):
            t.send(code, ENTER)
            t.prompt(n + 2)
        t.send(ctrl("r"), "x + ")
        expect(t, "int x = 1;\nx + 41", 4)  # the whole cell is shown before it is taken
        t.wait("search")
        t.send(ctrl("g"))
        expect(t, "", 4)
        t.send(ctrl("r"), "put", ENTER)
        expect(t, "puts(\"b\");", 4)
        t.send(ENTER)
        t.prompt(5)
        t.send(ctrl("r"), "never typed")
        t.wait("no such") if columns >= 40 else t.settle()
        t.send(ctrl("g"))
        expect(t, "", 5)


def test_history_without_repeats():
    with shell() as t:
        t.run("1", 1)
        t.run("2", 2)
        t.run("2", 3)
        t.run("2", 4)
        t.send(UP)
        expect(t, "2", 5)
        t.send(UP)
        expect(t, "1", 5)


def test_leading_space_keeps_out():
    with shell() as t:
        t.run("10", 1)
        t.run(" 777", 2)
        t.send(UP)
        expect(t, "10", 3)
        t.send(ctrl("c"))
        leave(t)
        for folder, _, files in os.walk(t.home):
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    check(b"777" not in file.read(), f"{name} does not have it")


# ---- Ctrl-C, Ctrl-D, Ctrl-Z ----

def test_ctrl_c_clears(columns):
    with shell(columns) as t:
        t.send("int a = 1;\033\rint b = (")
        t.wait("int b = (")
        t.send(ctrl("c"))
        expect(t, "", 1)
        t.run("5", 1)
        check("Out[1]: 5" in t.text(), "the session goes on", t)


def test_ctrl_c_interrupts():
    with shell() as t:
        t.run("int kept = 42;", 1)
        t.send("for (;;) ;", ENTER)
        t.wait(lambda t: not t.is_raw(), "the cell runs")
        t.send(ctrl("c"))
        t.wait("interrupted")
        t.prompt(3)
        t.run("kept", 3)
        check("Out[3]: 42" in t.text(), "the session goes on", t)


@widths(20, 80)
def test_ctrl_c_twice_offers_to_restart(columns):
    """A second Ctrl-C within two seconds asks whether the engine shall be restarted."""
    with shell(columns) as t:
        t.run("int kept = 42;", 1)
        t.send("for (;;) ;", ENTER)
        t.wait(lambda t: not t.is_raw(), "the cell runs")
        t.send(ctrl("c"))
        t.wait("terrupted")  # 20 columns part the word
        t.wait(lambda t: t.is_raw(), "the prompt")
        t.send(ctrl("c"))
        t.wait("restart engine? y/n"[:columns - 1])
        t.send("y")
        t.wait("new engine")
        t.send("kept", ENTER)
        t.wait("Out[3]: 42")


def test_ctrl_d_leaves():
    with shell() as t:
        t.send("x", ctrl("d"))  # not in a cell that has text
        t.settle(0.1)
        t.send(ctrl("c"), ctrl("d"))
        equal(t.wait_end(), 0, t)
        equal(t.attributes(), t.at_start, t)
        restored(t)


def test_exit_tells_how_to_leave():
    """`exit` and `quit` do not leave; the next prompt says what does."""
    with shell() as t:
        for n, code in enumerate(("exit", "exit(0)", "quit"), 1):
            t.run(code, n)
            t.wait("Ctrl-D leaves")
            t.send("1")
            t.wait(lambda t: "Ctrl-D leaves" not in t.text(), "the message goes away")
            t.send(BACKSPACE)
        t.run("int exit_code = 3; int quitting = 1;", 4)
        t.run("exit_code", 5)
        t.wait("Out[5]: 3")
        t.settle()
        check("Ctrl-D leaves" not in t.text(), "a name that only begins so is none of them", t)
        t.send(ctrl("d"))
        equal(t.wait_end(), 0, t)


def test_main_is_not_called():
    """A program's `main` runs when it is called: the next prompt says how, unless the cell failed or calls it."""
    with shell() as t:
        t.run("int main(void) { return 3; }", 1)
        t.wait("`main()` runs it")
        t.run("main()", 2)
        check("Out[2]: 3" in t.text() and "runs it" not in t.text(), "it does", t)
        t.paste("#define N 4\nint main(int argc, char **argv)\n{\n    return argc + N;\n}")
        t.send(ENTER)
        t.prompt(4)
        t.wait("`main(0, 0)` runs it")
        t.run("main(0, 0)", 4)
        check("Out[4]: 4" in t.text(), "that too", t)
        t.run("int main(void) { return nothing; }", 5)
        t.paste("int main(void) { return 5; }\nmain()")
        t.send(ENTER)
        t.wait("Out[6]: 5")
        t.prompt(7)
        check("runs it" not in t.text(), "nothing is said of others", t)


def test_terminal_left_raw():
    """A command that leaves the terminal raw (a killed editor): the prompt stands at the left and what follows is as ever."""
    with shell() as t:
        t.run("!stty -opost; echo first", 1)
        t.run("!echo second; echo third", 2)
        rows = t.rows()
        check("second" in rows and "third" in rows, "lines begin at the left", t)


def test_last_words_are_seen():
    """Of these tests' own terminal: also those that come between its last look and the program's end."""
    with Terminal(command=["/bin/sh", "-c", "read line; echo last words"]) as t:
        pump = t.pump

        def looked_too_early(_timeout=0.0):
            t.pump = pump
            t.send("\n")
            until(lambda: not is_running(t.pid), "the program ends")
            return False

        t.pump = looked_too_early
        equal(t.wait_end(), 0, t)
        check("last words" in t.text(), "the last words", t)


def restored(t):
    """What the program must have taken back: modes that it set on the terminal."""
    modes = t.screen.mode
    check(2004 << 5 not in modes, "bracketed paste is off", t)
    check(not t.screen.cursor.hidden, "the cursor is seen", t)
    equal(t.screen.cursor.attrs.fg, "default", t)


class Jobs:
    """A shell with job control on the terminal, in which heddle is started."""

    def __init__(self, columns=80):
        self.t = Terminal(columns, command=["/bin/sh", "-i"], env={"PS1": "sh$ ", "ENV": ""})
        self.t.wait("sh$")

    def __enter__(self):
        return self.t

    def __exit__(self, *_):
        self.t.close()


def test_suspend_and_resume():
    with Jobs() as t:
        before = t.attributes()
        t.send(f"{HEDDLE}\n")
        t.prompt(1)
        t.run("int kept = 6;", 1)
        t.send("kept * ")
        t.wait("kept *")
        raw = t.attributes()
        check(raw != before, "the prompt is raw", t)
        t.send(ctrl("z"))
        t.wait(lambda t: t.line().startswith("sh$"), "the shell's prompt")
        equal(t.attributes(), before, t)
        restored(t)
        t.send("echo between\n")
        t.wait(lambda t: "between" in t.rows(), "the shell works")
        t.send("fg\n")
        t.wait(lambda t: t.line() == "In [2]: kept *", "what was typed is still there")
        equal(t.attributes(), raw, t)
        t.send("7", ENTER)
        t.wait("Out[2]: 42")
        t.prompt(3)
        t.send(ctrl("d"))
        t.wait(lambda t: t.line().startswith("sh$"), "the shell's prompt")
        equal(t.attributes(), before, t)
        restored(t)


def test_suspend_a_running_cell():
    with Jobs() as t:
        before = t.attributes()
        t.send(f"{HEDDLE}\n")
        t.prompt(1)
        t.run("#include <unistd.h>", 1)
        t.send(f"puts(\"running\"); fflush(stdout); {t.until('resumed')} puts(\"all done\");", ENTER)
        t.wait(lambda t: "running" in t.rows(), "the cell runs")
        t.send(ctrl("z"))
        t.wait(lambda t: t.line().startswith("sh$"), "the shell's prompt")
        equal(t.attributes(), before, t)
        t.send("fg\n")
        t.touch("resumed")
        t.wait(lambda t: "all done" in t.rows(), "it goes on")
        t.prompt(3)
        t.run("1", 3)


def test_typed_ahead_of_a_stop():
    """What was typed while a cell ran is run after it, though the cell was stopped and the shell used in between."""
    with Jobs() as t:
        t.send(f"{HEDDLE}\n")
        t.prompt(1)
        t.run("#include <unistd.h>", 1)
        t.send(f"puts(\"running\"); fflush(stdout); {t.until('resumed')} puts(\"all done\");", ENTER)
        t.wait(lambda t: "running" in t.rows(), "the cell runs")
        t.send("int ahead = 5;\nahead * 7\n40 + 2")  # the last line is not finished
        t.settle(0.2)
        t.send(ctrl("z"))
        t.wait(lambda t: t.line().startswith("sh$"), "the shell's prompt")
        t.send("echo between\n")
        t.wait(lambda t: "between" in t.rows(), "the shell has not read it")
        t.send("fg\n")
        t.touch("resumed")
        t.wait(lambda t: "Out[4]: 35" in t.rows(), "what was typed ahead has run")
        t.wait(lambda t: t.line() == "In [5]: 40 + 2", "the unfinished line is there to edit")
        t.send(ENTER)
        t.wait("Out[5]: 42")


def test_interrupt_drops_typed_ahead():
    with Jobs() as t:
        t.send(f"{HEDDLE}\n")
        t.prompt(1)
        t.run("#include <unistd.h>", 1)
        t.send("puts(\"running\"); fflush(stdout); for (;;) usleep(1000);", ENTER)
        t.wait(lambda t: "running" in t.rows(), "the cell runs")
        t.send("puts(\"not meant any more\");\n")
        t.settle(0.2)
        t.send(ctrl("c"))
        t.prompt(3)
        t.settle(0.3)
        check(t.line() == "In [3]:", "nothing of it runs", t)


def test_killed_terminal_leaves_nothing():
    """The terminal goes away while the prompt waits, and while a cell runs."""
    for code in (None, "for (;;) ;", "#include <unistd.h>\033\rfor (;;) sleep(1000);", "!sleep 1000"):
        t = shell()
        try:
            if code:
                t.send(code, ENTER)
                t.wait(lambda t: not t.is_raw(), "the cell runs")
                t.settle(0.2)
            running = t.processes()
            check(len(running) >= 2, f"heddle and its engine: {running}", t)
            os.close(t.fd)  # as when a terminal's window is closed: SIGHUP
            t.fd = os.open("/dev/null", os.O_RDWR)
            t.ended = True
            deadline = time.monotonic() + PATIENCE
            while any(is_running(pid) for pid in running if pid != t.pid) or (t.status is None and is_running(t.pid)):
                check(time.monotonic() < deadline, f"still there after {code!r}: {[p for p in running if is_running(p)]}")
                time.sleep(0.02)
        finally:
            t.close()


def test_killed_heddle_leaves_nothing():
    t = shell()
    try:
        t.send("for (;;) ;", ENTER)
        t.wait(lambda t: not t.is_raw(), "the cell runs")
        running = t.processes()
        os.kill(t.pid, signal.SIGKILL)
        until(lambda: not any(is_running(pid) for pid in running), "the engine ends with its client")
    finally:
        t.close()


def test_terminated_restores_the_terminal():
    for number in (signal.SIGTERM, signal.SIGHUP):
        with Jobs() as t:
            before = t.attributes()
            t.send(f"{HEDDLE}\n")
            t.prompt(1)
            child = [pid for pid in t.processes() if os.path.basename(HEDDLE) == name_of(pid)]
            os.kill(child[0], number)
            t.wait(lambda t: t.line().startswith("sh$"), "the shell's prompt")
            equal(t.attributes(), before, t)
            restored(t)


def name_of(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""


def test_quit():
    with shell() as t:
        t.send("%quit 3", ENTER)
        equal(t.wait_end(), 3, t)
        restored(t)


def test_engine_dies_at_the_prompt():
    with shell() as t:
        t.run("int kept = 42;", 1)
        t.send("half a cell")
        t.wait("half a cell")
        engine = [pid for pid in t.processes() if name_of(pid).startswith("heddle-engine")]
        os.kill(engine[0], signal.SIGKILL)
        t.wait("killed")
        expect(t, "half a cell", 2)
        t.send(ctrl("u"), "kept", ENTER)
        t.wait("Out[2]: 42")


# ---- output ----

def test_output_as_it_is_produced():
    with shell() as t:
        t.run("#include <unistd.h>", 1)
        t.send(f"for (int i = 0; i < 3; i++) {{ printf(\"part %d\\n\", i); {t.until('seen')} }}", ENTER)
        t.wait(lambda t: "part 0" in t.rows() and "part 1" not in t.text(), "the first line before the second is made")
        t.touch("seen")
        t.prompt(3)
        check("part 2" in t.rows(), "the others", t)


def test_partial_line_as_it_is_produced():
    with shell() as t:
        t.run("#include <unistd.h>", 1)
        t.send(f"printf(\"question: \"); fflush(stdout); {t.until('seen')} puts(\"answered\");", ENTER)
        t.wait(lambda t: "question:" in t.rows(), "text without newline is shown at once")
        t.touch("seen")
        t.wait(lambda t: "question: answered" in t.rows(), "the rest behind it")


def test_million_lines():
    """All of it arrives, in order, and the prompt behind it."""
    lines = 100000 if SANITIZED else 1000000
    with shell() as t:
        t.emulate = False
        t.send(f"for (int i = 0; i < {lines}; i++) printf(\"%d\\n\", i); puts(\"the \" \"end\");", ENTER)
        t.wait_raw(b"the end\r\n", timeout=120 * (4 if SANITIZED else 1))
        raw = bytes(t.raw)
        start = re.search(rb"(?<!\d)0\r\n1\r\n2\r\n", raw).start()
        body = raw[start:raw.rindex(b"the end")].split(b"\r\n")
        equal(len(body), lines + 1)
        check(all(line == b"%d" % i for i, line in enumerate(body[:-1])), "every line is there, in order")


def test_interrupted_flood():
    with shell() as t:
        t.send("for (;;) puts(\"flood\");", ENTER)
        t.wait("flood\nflood\nflood")
        t.emulate = False  # the emulator is slower than the flood
        t.send(ctrl("c"))
        t.wait_raw(b"interrupted")
        t.emulate = True
        t.send(ctrl("l"))
        t.prompt(2)
        t.run("6 * 7", 2)
        check("Out[2]: 42" in t.text(), "the session goes on", t)


# ---- banner, hint, help ----

def test_banner_and_tip():
    with shell() as t:
        version = subprocess.run([HEDDLE, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
        check(version in t.rows()[0] and "CPU" in t.rows()[0], "version and devices in the first line", t)
        t.wait("Tab completes")  # a hint ...
        t.wait("F1: all keys")   # which is not cut off on 80 columns
        leave(t)
        home = t.home
        for _ in range(9):
            with shell(home=home) as again:
                shown = "Tab completes" in again.plain()
                leave(again)
        check(not shown, "... that goes away after a few sessions")


@widths(20, 40)
def test_banner_is_one_line(columns):
    with shell(columns) as t:
        t.wait(lambda t: t.row_of("In [1]:") == 1, "the prompt in the second row")


@widths(80)
def test_lists_follow_the_width(columns):
    """The settings, the commands and the help break between words."""
    with shell(columns, 100) as t:
        t.run("%config", 1)
        t.run("%magic", 2)
        rows = t.rows()[1:]
        check(all(len(row) < columns for row in rows if not row.startswith("%")), "no row is broken by the terminal", t)
        t.run("%help", 3)
        check("Type CUDA" in t.text() and "\n".join(t.rows()).split("In [3]")[1].count("freely;") == 1, "nor is a word", t)


def test_load_puts_text_into_the_next_cell():
    with shell() as t:
        path = os.path.join(t.home, "some.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write("int loaded = 3;\nloaded * 2\n")
        t.send(f"%load {path}", ENTER)
        expect(t, "int loaded = 3;\nloaded * 2", 2)
        t.send(END, ENTER)
        t.wait("Out[2]: 6")


def test_a_session_that_was_cut_off():
    """It is offered at the next start, once; one that ended well is not."""
    with shell() as first:
        first.send("int square(int x) { return x * x; }", ENTER)
        first.prompt(2)
        first.send("square(", ENTER, ")", ENTER)  # an error is left out
        first.prompt(3)
        first.send("square(3)", ENTER)
        first.wait("Out[3]: 9")
        first.prompt(4)
        with shell(home=first.home) as beside:
            check("cut off" not in beside.text(), "a session that still runs is not offered", beside)
            leave(beside)
        os.kill(first.pid, signal.SIGKILL)
        first.wait_end()
        with shell(home=first.home) as second:
            second.wait("A session with 2 inputs was cut off; this runs them again:")
            command = next(row for row in second.rows() if "%run" in row).strip()
            second.wait("In [1]: " + command)  # in grey
            second.send(RIGHT, ENTER)
            second.prompt(2)
            second.send("square(5)", ENTER)
            second.wait("Out[2]: 25")
            leave(second)
        with shell(home=first.home) as third:
            check("cut off" not in third.text(), "it is offered once", third)
            leave(third)


def test_a_window_that_was_closed():
    """The terminal is gone, and the signal goes to the shell that leads its session."""
    with shell(command=["/bin/sh", "-c", f"'{HEDDLE}'; true"]) as first:
        first.send("int seven = 7;", ENTER)
        first.prompt(2)
        os.close(first.fd)
        first.fd = os.open("/dev/null", os.O_RDONLY)
        first.status = os.waitstatus_to_exitcode(os.waitpid(first.pid, 0)[1])
        with shell(home=first.home) as second:
            second.wait("A session with 1 input was cut off; this runs them again:")
            leave(second)


def test_history_of_all_sessions():
    """%history -g finds inputs of earlier sessions."""
    with shell() as first:
        first.send("int needle = 42;", ENTER)
        first.prompt(2)
        leave(first)
        with shell(home=first.home) as second:
            second.send("%history -g needle", ENTER)
            second.wait("int needle = 42;")
            second.prompt(2)
            second.send("%history -g straw", ENTER)
            second.wait("No input of any session has `straw` in it.")
            leave(second)


Checks(globals())
