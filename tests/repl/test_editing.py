#!/usr/bin/env python3
# NEEDS-SECONDS: 200
"""Editing cells at the prompt: whole cells, keys, pastes, characters of every width, sizes, undo and the kill ring."""
import contextlib
import os
import shlex
import shutil
import sys
import tempfile
import termios

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from model import rows_of, shows
from terminal import (ALT_ENTER, BACKSPACE, CTRL_LEFT, CTRL_RIGHT, DELETE, DOWN, END, ENTER, HEDDLE, HOME, LEFT, RIGHT, TAB,
                      UP, Checks, Terminal, alt, check, ctrl, equal, widths)


def shell(columns=80, rows=24, **options):
    t = Terminal(columns, rows, **options)
    t.prompt(1)
    return t


def expect(t, text, n=1):
    t.wait(lambda t: shows(t, text, n), f"the cell {text!r}, that is {rows_of(text, t.columns, n)}")


def test_keys_before_the_engine(columns):
    """What is typed while the engine still loads, even before the prompt is there, is not lost."""
    with Terminal(columns) as t:
        t.send("6 * 7", ENTER)
        t.wait("Out[1]: 42")
        t.prompt(2)


@contextlib.contextmanager
def slow_shell(seconds):
    """At the prompt of a shell whose engine takes so long to load."""
    with tempfile.TemporaryDirectory() as folder:
        slow = shutil.copy(HEDDLE, folder)
        with open(os.path.join(folder, "heddle-engine"), "w", encoding="utf-8") as file:
            engine = os.path.join(os.path.dirname(HEDDLE), "heddle-engine")
            file.write(f"#!/bin/sh\nsleep {seconds}\nexec {shlex.quote(engine)} \"$@\"\n")
        os.chmod(file.name, 0o755)
        with shell(command=[slow]) as t:
            yield t


def test_the_parser_decides_from_the_start():
    """Enter on what only the parser knows to be incomplete goes on, however long the engine takes to load."""
    with slow_shell(0.5) as t:
        t.send("int x = 3", ENTER, ";", ENTER, "x + 1", ENTER)
        t.wait("Out[2]: 4")


def test_tab_completes_from_the_start():
    """Also when the next keys come before the engine can answer."""
    with slow_shell(0.5) as t:
        t.send("cudaDeviceSynch", TAB, "();")
        expect(t, "cudaDeviceSynchronize();")


def test_enter_can_be_given_up():
    """While Enter waits for an engine that does not come, Ctrl-C clears the cell."""
    with slow_shell(3) as t:
        t.send("printf(\"never\");", ENTER)
        t.wait("the engine is loading")
        t.wait(lambda t: termios.tcgetattr(t.fd)[3] & termios.ISIG, "Ctrl-C is a signal")
        t.send(ctrl("c"))
        expect(t, "")
        equal(bool(termios.tcgetattr(t.fd)[3] & termios.ISIG), False, t)
        t.send("6 * 7", ENTER)
        t.wait("Out[1]: 42")


def test_complete_cell_runs(columns):
    with shell(columns) as t:
        t.send("1 + 1", ENTER)
        t.wait("Out[1]: 2")
        t.prompt(2)


def test_incomplete_cell_goes_on(columns):
    with shell(columns) as t:
        t.send("int f(int x) {", ENTER)
        expect(t, "int f(int x) {\n")  # the cursor stands behind the indentation
        t.send("return x + 1;", ENTER)
        expect(t, "int f(int x) {\n    return x + 1;\n")
        t.send("}", ENTER)
        t.prompt(2)
        expect_text = rows_of("int f(int x) {\n    return x + 1;\n}", columns, 1)
        check("\n".join(expect_text) in t.text(), "the entered cell stays, its brace below its function", t)
        t.run("f(41)", 2)
        check("Out[2]: 42" in t.text(), "the function works", t)


def test_parser_decides():
    """Not only brackets: what the parser calls incomplete goes on."""
    with shell() as t:
        for n, (first, second, result) in enumerate((("1 +", "2", "3"), ("(1,", "5)", "5"), ("/* a", "b */ 7", "7"),
                                                     ("#define TWICE(x) \\", "((x) * 2)", None),
                                                     ("TWICE(", "4)", "8"), ("if (1)", "puts(\"yes\");", None))):
            t.send(first, ENTER)
            t.wait(lambda t: any(row.startswith("   ...:") for row in t.rows()[-2:]), f"{first!r} goes on")
            t.send(second, ENTER)
            t.prompt(n + 2)
            if result:
                t.wait(f"Out[{n + 1}]: {result}")
            t.send(ctrl("l"))
            t.prompt(n + 2)
        t.send("int broken = )", ENTER)
        t.wait("error:")


def test_alt_enter(columns):
    with shell(columns) as t:
        t.send("int a = 1;", ALT_ENTER, "int b = 2;", ALT_ENTER, "a + b")
        expect(t, "int a = 1;\nint b = 2;\na + b")
        t.send(ENTER)
        t.wait("Out[1]: 3")


def test_arrows_move_through_the_cell(columns):
    with shell(columns) as t:
        t.send("int a = 1;", ALT_ENTER, "a + 3")
        expect(t, "int a = 1;\na + 3")
        t.send(UP, END, BACKSPACE, BACKSPACE, "40;", DOWN, END, BACKSPACE, "2")
        expect(t, "int a = 40;\na + 2")
        t.send(UP, HOME, ENTER)  # Enter runs a complete cell wherever the cursor is
        t.wait("Out[1]: 42")


def test_history_recalls_whole_cells(columns):
    with shell(columns) as t:
        t.send("int a = 5;", ALT_ENTER, "a * 2", ENTER)
        t.wait("Out[1]: 10")
        t.prompt(2)
        t.run("3", 2)
        t.send(UP)
        expect(t, "3", 3)
        t.send(UP)
        expect(t, "int a = 5;\na * 2", 3)
        t.send(DOWN, DOWN)
        expect(t, "", 3)


def test_indent_by_brackets():
    with shell() as t:
        t.send("void g(int n) {", ENTER, "for (int i = 0; i < n; i++) {", ENTER, "if (i) {", ENTER, "puts(\"x\");", ENTER, "}", ENTER, "}")
        expect(t, "void g(int n) {\n    for (int i = 0; i < n; i++) {\n        if (i) {\n            puts(\"x\");\n        }\n    }")


def test_enter_between_braces():
    with shell() as t:
        t.send("int f() {}", LEFT, ALT_ENTER)
        t.wait(lambda t: t.rows()[-1].endswith("...: }"), "the closing brace on its own line")
        equal(t.cursor[1], len("In [1]: ") + 4, t)


def test_emacs_keys():
    with shell() as t:
        t.send("alpha beta gamma")
        expect(t, "alpha beta gamma")
        t.send(ctrl("a"), "0", ctrl("e"), "9", alt("b"), "1", ctrl("b"), ctrl("b"), "2")
        expect(t, "0alpha beta2 1gamma9")
        t.send(ctrl("a"), ctrl("d"), alt("f"), "3", ctrl("f"), DELETE, CTRL_RIGHT, "4", CTRL_LEFT, "5")
        t.wait("alpha3 ")
        t.send(ctrl("c"))
        expect(t, "")
        t.send("ab", ctrl("t"))
        expect(t, "ba")
        t.send(ctrl("c"), "some words", ctrl("a"), alt("u"), alt("c"))
        expect(t, "SOME Words")


def test_kill_ring():
    with shell() as t:
        t.send("one two three", ctrl("w"), "X")
        expect(t, "one two X")
        t.send(ctrl("y"))
        expect(t, "one two Xthree")
        t.send(ctrl("u"))
        expect(t, "")
        t.send(ctrl("y"), " ", ctrl("y"), alt("y"))
        t.wait(lambda t: "one two Xthree three" in t.text(), "Alt-Y takes the kill before")
        t.send(ctrl("a"), ctrl("k"))
        expect(t, "")
        t.send(ctrl("y"))
        t.wait(lambda t: "one two Xthree three" in t.text(), "what Ctrl-K took")


def test_kills_in_a_row_are_one():
    with shell() as t:
        t.send("one two three", ctrl("w"), ctrl("w"), ctrl("w"))
        expect(t, "")
        t.send(ctrl("y"))
        expect(t, "one two three")


def test_undo():
    with shell() as t:
        t.send("int value = 1;")
        expect(t, "int value = 1;")
        t.send(ctrl("k"), ctrl("u"))
        expect(t, "")
        t.send(ctrl("_"))
        expect(t, "int value = 1;")
        t.send(*[ctrl("_")] * 10)
        expect(t, "")
        t.send("text", ctrl("c"))
        expect(t, "")
        t.send(ctrl("_"))
        expect(t, "text")  # Ctrl-C can be undone


def test_paste_is_one_cell(columns):
    program = "int sum(int n) {\n\tint s = 0;\n\n\tfor (int i = 0; i < n; i++) s += i;\n\treturn s;\n}\nsum(10)"
    with shell(columns, rows=40) as t:
        t.paste(program)
        expect(t, program)  # nothing is indented anew, nothing runs
        t.send(ENTER)
        t.wait("Out[1]: 45")
        t.prompt(2)


def test_paste_of_a_session():
    """As a README shows it: its inputs run again."""
    with shell() as t:
        t.paste("In [7]: int twice(int x) {\n   ...:     return 2 * x;\n   ...: }\nIn [8]: twice(4)\nOut[8]: 8\n")
        expect(t, "int twice(int x) {\n    return 2 * x;\n}\ntwice(4)")
        t.wait("the inputs of a session")
        t.send(ENTER)
        t.wait("Out[1]: 8")


def test_paste_in_the_middle():
    with shell() as t:
        t.send("f()", LEFT)
        t.paste("1,\n2")
        expect(t, "f(1,\n2)")


def test_paste_of_a_whole_file():
    """A long program at once: it arrives whole."""
    lines = [f"int number_{i}(void) {{ return {i}; }}" for i in range(400)]
    with shell() as t:
        t.paste("\n".join(lines) + "\nnumber_399() + number_0()\n")
        t.wait("number_399() + number_0()")
        t.send(ENTER)
        t.wait("Out[1]: 399", timeout=120)


def test_paste_without_brackets():
    """A terminal that does not mark pastes: lines arrive as typed."""
    with shell() as t:
        t.send("int p(int x) {\r    return x;\r}\rp(8)\r")
        t.wait("Out[2]: 8")


def test_wide_and_combining_characters(columns):
    text = "// 漢字かな交じり文 e\u0301a\u0308 ü ñ 한국어 end"
    with shell(columns) as t:
        t.send(text)
        expect(t, text)
        t.send(HOME if columns > 60 else ctrl("a"), RIGHT, RIGHT, RIGHT, RIGHT, "X")
        expect(t, "// 漢X字かな交じり文 e\u0301a\u0308 ü ñ 한국어 end")
        t.send(BACKSPACE, BACKSPACE)
        expect(t, "// 字かな交じり文 e\u0301a\u0308 ü ñ 한국어 end")


def test_cursor_column_with_wide_characters():
    with shell() as t:
        t.send("漢e\u0301b", LEFT)
        t.wait(lambda t: t.cursor[1] == len("In [1]: ") + 3, "the cursor behind three columns")
        t.send(LEFT)
        t.wait(lambda t: t.cursor[1] == len("In [1]: ") + 2, "e and its accent are one step")
        t.send(DELETE)
        expect(t, "漢b")


def test_strings_with_any_text():
    with shell() as t:
        t.run("puts(\"漢字 e\u0301 ü\");", 1)
        check("漢字" in t.text().split("In [1]")[1], "it is printed", t)


@widths(20, 40, 80)
def test_resize_while_typing(columns):
    text = "int resized = 12345678 + 23456789 + 34567890; // and a comment that is long enough to wrap\nresized"
    with shell(columns) as t:
        t.paste(text)
        expect(t, text)
        for wide in (60, 31, 20, 100, 47, 200, 80, columns):
            t.resize(wide)
            expect(t, text)
        t.send(ENTER)
        t.wait("Out[1]: 70370357")


def test_resize_rows():
    with shell(80, 24) as t:
        t.paste("\n".join(f"int line_{i};" for i in range(20)))
        t.wait("int line_19;")
        for rows in (10, 30, 5, 24):
            t.resize(80, rows)
            t.wait(lambda t: "line_19;" in t.text(), "the cursor's line is shown")
        t.send(ENTER)
        t.prompt(2)


def test_resize_while_a_cell_runs():
    with shell(80) as t:
        t.send("#include <unistd.h>", ENTER)
        t.prompt(2)
        t.send("for (int i = 0; i < 5; i++) { printf(\"tick %d\\n\", i); usleep(100000); }", ENTER)
        t.wait("tick 1")
        t.resize(30)
        t.wait("tick 4")
        t.prompt(3)
        t.paste("int a_long_name_for_a_variable = 1000;")
        expect(t, "int a_long_name_for_a_variable = 1000;", 3)


def test_value_that_fits_alone():
    """A value as wide as the terminal starts on its own line."""
    with shell(40) as t:
        t.run("\"" + "x" * 34 + "\"", 1)
        equal(t.rows()[t.row_of("Out[1]"):][:2], ["Out[1]:", "\"" + "x" * 34 + "\""], t)


def test_values_follow_the_width():
    with shell(80) as t:
        t.run("int a[30]; for (int i = 0; i < 30; i++) a[i] = i * 1000;", 1)
        t.resize(40)
        t.run("a", 2)
        check(all(len(row) <= 40 for row in t.rows()[t.row_of("Out[2]") + 1:]), "the rows fit", t)
        check(t.row_of("29000}") - t.row_of("Out[2]") >= 6, "in several rows", t)


def test_low_screen():
    """80 columns and fewer rows than the usual 24."""
    lines = [f"int n{i} = {i};" for i in range(8)]
    with shell(80, 5) as t:
        t.paste("\n".join(lines))
        t.wait(lambda t: t.rows()[-1].endswith("int n7 = 7;") and len(t.rows()) == 5, "the last rows")
        t.send(alt("<"), "x")
        t.wait(lambda t: t.rows()[0] == "In [1]: xint n0 = 0;" and "n7" not in t.text(), "the first rows")


@widths(40, 80)
def test_cell_longer_than_the_screen(columns):
    lines = ["int total() { int s = 0;"] + [f"    s += {i};" for i in range(60)] + ["    return s; }", "total()"]
    with shell(columns, 12) as t:
        t.paste("\n".join(lines))
        t.wait("total()")
        t.wait(lambda t: "s += 59;" in t.text() and "s += 30;" not in t.text(), "the part with the cursor")
        t.send(alt("<"))
        t.wait("int total() { int s = 0;")
        t.send(*[DOWN] * 30)
        t.wait("s += 29;")
        t.send(alt(">"), ENTER)
        t.wait("Out[1]: 1770")
        t.prompt(2)
        check("s += 30;" in t.plain(), "the whole cell was written when it was entered", t)


def test_output_without_newline(columns):
    with shell(columns) as t:
        t.run("printf(\"no newline\");", 1)
        y = t.row_of("no newline")
        check(t.rows()[y].startswith("no newline") or "no newline" in t.rows()[y], "the output", t)
        check(t.line().startswith("In [2]:"), "the prompt starts a line", t)
        check(t.cursor[0] > y, "below the output", t)


def test_output_of_exactly_the_width():
    with shell(40) as t:
        t.run("for (int i = 0; i < 40; i++) putchar('x');", 1)
        check("x" * 40 in t.rows(), "the full row", t)
        equal(t.line(), "In [2]:", t)


def test_typed_ahead():
    """Keys typed while a cell runs come to the next prompt, once."""
    with shell() as t:
        t.run("#include <unistd.h>", 1)
        t.send("usleep(400000);", ENTER)
        t.send("40 + 2", ENTER, "7 * 7")
        t.wait("Out[3]: 42")
        expect(t, "7 * 7", 4)
        t.send(ENTER)
        t.wait("Out[4]: 49")


def test_standard_input_of_a_cell():
    with shell() as t:
        t.send("int n; scanf(\"%d\", &n); n * 2", ENTER)
        t.wait(lambda t: not t.is_raw(), "the terminal is the cell's")
        t.send("21\n")
        t.wait("Out[1]: 42")


def test_tab_indents_at_the_start():
    with shell() as t:
        t.send("{", ALT_ENTER, ctrl("u"), TAB, "x")
        t.wait("...:     x")


def test_long_line_keeps_its_columns():
    """The cursor is where the model says, at every place of a wrapped line."""
    text = "abcdefghij" * 7
    with shell(30) as t:
        t.send(text)
        expect(t, text)
        width = 30 - 8 - 1
        for at in (69, 65, 63, 62, 42, 41, 21, 20, 1):
            t.send(ctrl("a") + RIGHT * at)
            want = (at // width, 8 + at % width)
            t.wait(lambda t: (t.cursor[0] - t.row_of("In [1]: "), t.cursor[1]) == want, f"the cursor at {at}: {want}")


def test_control_characters_are_shown():
    with shell() as t:
        t.send("a", ctrl("v"), ctrl("a"), "b")
        t.wait("In [1]: a^Ab")
        t.send(LEFT, BACKSPACE)
        expect(t, "ab")


def test_escape_sequences_in_pieces():
    """An arrow key whose bytes come one by one is an arrow key."""
    with shell() as t:
        t.send("ac")
        expect(t, "ac")
        for byte in LEFT:
            t.send(byte)
            t.pump(0.005)
        t.send("b")
        expect(t, "abc")


def test_redraw_is_the_same(columns):
    text = "__global__ void k(float *x) {\n    x[threadIdx.x] *= 2.0f; // 漢字\n}\nint y = 3;"
    with shell(columns) as t:
        t.paste(text)
        expect(t, text)
        t.settle(0.3)
        first, cursor = t.rows(), t.cursor
        styles = [[t.cell(y, x) for x in range(columns)] for y in range(len(first))]
        at = len(t.raw)
        t.send(ctrl("l"))
        t.wait(lambda t: len(t.raw) > at and t.rows() == first and t.cursor == cursor, "the same rows at the top")
        equal([[t.cell(y, x) for x in range(columns)] for y in range(len(first))], styles, t)


def test_missing_semicolon_is_asked_for(columns):
    """Enter after what only lacks a `;` goes on, and says so; where a `{` comes next, not before an empty line."""
    question = "is a `;` missing?"[:columns]
    with shell(columns) as t:
        t.send("int x = 3", ENTER)
        t.wait(question)
        t.send(";")
        t.wait(lambda t: question not in t.text(), "the question goes away")
        t.send(ENTER)
        t.prompt(2)
        for begun in ("void f(int x)", "if (x) f(1); else", "f(1,", "#if 1", "%%timeit", "x ="):
            t.send(begun, ENTER)
            expect(t, begun + "\n", 2)
            t.settle(0.1)
            check(question not in t.text(), f"{begun!r} is not asked about", t)
            t.send(ctrl("c"))
            t.prompt(2)
        t.send("void f(int x)", ENTER, ENTER)
        t.wait(question)


def test_an_open_bracket_is_told():
    """An empty line where something is open says what: the cell would go on for ever."""
    with shell() as t:
        t.send("void f() {", ENTER)
        expect(t, "void f() {\n    ")
        check("not closed" not in t.text(), "nothing is said at first", t)
        t.send("g(1,", ENTER, ENTER)
        t.wait("the `(` in line 2 is not closed yet; Ctrl-C drops the cell")
        t.send("2);")
        t.wait(lambda t: "not closed" not in t.text(), "it goes away")
        t.send(ENTER, ENTER)
        t.wait("the `{` in line 1 is not closed yet")
        t.send(ctrl("c"))
        t.prompt(1)
        t.send("int x; /* never", ENTER, ENTER)
        t.wait("a comment or a literal is not closed yet")


def test_suggestions(columns):
    """The newest cell that begins so stands in grey behind the text; Right, End take it, Alt-F a word; nothing else does."""
    with shell(columns) as t:
        t.send("int number = 6 * 7;", ENTER)
        t.prompt(2)
        t.send("int")
        if columns > 20:
            expect(t, "int number = 6 * 7;", 2)
            equal(t.cursor[1], len("In [2]: int"), t)
        else:  # cut at the edge
            t.wait("In [2]: int number")
        t.send(" x", ENTER)
        expect(t, "int x\n", 2)
        t.send(ctrl("c"), "in", RIGHT)
        expect(t, "int number = 6 * 7;", 2)
        t.send(ctrl("u"), "in", alt("f"))
        t.send(";")
        expect(t, "int;", 2)
        t.send(ctrl("u"), "in", alt("f"), alt("f"), ctrl("w"), ctrl("w"), "double d = 3;", ENTER, "d", ENTER)
        t.wait("Out[3]: 3.0")
        t.send("int ", END, " ", ENTER)  # the same cell again
        t.prompt(5)
        t.send("in", ENTER)  # Enter runs what was typed
        t.wait(lambda t: "`in` is not declared" in " ".join(t.text().split()), "the error")


def test_suggestions_of_several_lines():
    """All lines of a suggested cell are seen, as far as there is room, and taken."""
    cell = "int square(int x) {\n    return x * x;\n}"
    with shell() as t:
        t.send(cell.replace("\n", "\r"), ENTER)
        t.prompt(2)
        t.send("int sq")
        expect(t, cell, 2)
        t.send(RIGHT, ENTER)
        t.prompt(3)
        t.send("square(5)", ENTER)
        t.wait("Out[3]: 25")
        t.send("\033[200~int squ\033[201~")
        expect(t, "int squ", 4)
        t.settle(0.1)
        check("x * x" not in t.text().split("In [4]")[1], "nothing is suggested for a paste", t)
        t.send(ctrl("u"), "\033[200~\033[201~", "int sq")
        expect(t, cell, 4)  # a paste of nothing is none


def test_typed_indentation_is_not_doubled():
    """What a terminal without bracketed paste sends as keys keeps its own indentation; so does who indents by hand."""
    code = "int f(int n) {\n  for (int i = 0; i < n; i++) {\n    if (i == 3) {\n      return i;\n    }\n  }\n  return 0;\n}"
    with shell() as t:
        t.send(code.replace("\n", "\r"))
        expect(t, code)
        t.send(ENTER)
        t.prompt(2)
        tabs = code.replace("int f", "int g").replace("  ", "\t")
        t.send(tabs.replace("\n", "\r"))
        expect(t, tabs.replace("\t", "    "), 2)
        t.send(ENTER, "f(9) + g(9)", ENTER)
        t.wait("Out[3]: 6")
        t.send("if (1) {", ENTER, "x")
        expect(t, "if (1) {\n    x", 4)
        t.send(BACKSPACE, "   ", "y")
        expect(t, "if (1) {\n       y", 4)


def test_list_of_keys_fits():
    """F1's list is seen whole on 80 x 24."""
    with shell() as t:
        t.send("\033OP")
        t.wait("Enter, Alt-Enter")
        t.wait(lambda t: t.at_prompt(1), "the prompt below the list")
        check("Ctrl-Z" in t.text() and "Enter, Alt-Enter" in t.text(), "all of it", t)
        check(all(row.startswith(("  ", "In [1]:", "Heddle", "Enter runs")) and len(row) < 80 for row in t.rows()), "a row for each key", t)


Checks(globals())
