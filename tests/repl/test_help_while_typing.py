#!/usr/bin/env python3
# NEEDS-SECONDS: 200
"""What the prompt adds to the text while it is typed: colours, brackets, errors of the last run, completion, signatures."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from terminal import (BACKSPACE, DOWN, ENTER, ESCAPE, LEFT, SHIFT_TAB, TAB, UP, Checks, Failed, Terminal, check, ctrl,
                      equal, widths)

DEFINITIONS = ("#define LIMIT 10\nstruct point { float across, down; };\ntypedef struct point spot;\n"
               "int helper(int count, float scale) { return count; }\n__global__ void work(float *x, int n) {}\n"
               "struct point here; struct point *there = &here; int counter;")


def shell(columns=80, rows=24, **options):
    t = Terminal(columns, rows, **options)
    t.prompt(1)
    return t


def defined(columns=80, rows=24, **options):
    t = shell(columns, rows, **options)
    t.paste(DEFINITIONS)
    t.send(ENTER)
    t.prompt(2)
    t.send(ctrl("l"))
    t.wait(lambda t: t.at_prompt(2) and t.cursor[0] <= 1, "a clear screen")
    return t


def styles(t, *words):
    return {word: t.style_of(word) for word in words}


def differ(t, *words):
    try:
        t.wait(lambda t: all(word in t.text() for word in words) and len(set(styles(t, *words).values())) == len(words))
    except Failed:
        raise Failed(f"these look the same: {styles(t, *words)}{t.picture()}") from None


# ---- colours ----

def test_colours_by_the_lexer():
    with shell() as t:
        t.send("return 12.5; // note")
        differ(t, "return", "12.5", "// note", ";")
        t.send(ctrl("c"), "#include \"text\"")
        differ(t, "#include", "\"text\"")


def test_colours_by_the_session():
    """Types, functions, kernels, built-ins, macros and unknown names look different."""
    with defined(200) as t:
        t.send("spot s = helper(LIMIT); work<<<1, 1>>>(0); __syncthreads(); nobody_knows = 1;")
        differ(t, "spot", "helper", "LIMIT", "work", "__syncthreads", "nobody_knows")
        check(t.style_of("nobody_knows")[2], "unknown names are underlined", t)


def test_name_becomes_known():
    with shell() as t:
        t.send("later(3)")
        t.wait(lambda t: t.style_of("later")[2], "an unknown name is underlined")
        t.send(ctrl("u"))
        t.run("int later(int x) { return x; }", 1)
        t.send("later(4)")
        t.wait(lambda t: not t.style_of("later")[2], "the known name is not")


def colour_values(t):
    return {t.cell(y, x).fg for y in range(t.screen.lines) for x in range(t.screen.columns)}


def test_no_color():
    with defined(env={"NO_COLOR": "1"}) as t:
        t.send("int x = helper(1); // note")
        t.wait("// note")
        t.settle()
        t.send(ENTER)
        t.prompt(3)
        t.run("int broken = ;", 3)
        equal(colour_values(t), {"default"}, t)


def test_colour_depths():
    """16 colours, 256 and true colours, as the terminal says."""
    names = {"default", "black", "red", "green", "brown", "blue", "magenta", "cyan", "white", "brightblack", "brightred",
             "brightgreen", "brightbrown", "brightyellow", "brightblue", "brightmagenta", "brightcyan", "brightwhite", "bfightmagenta"}
    for term, env, markers in (("xterm", {}, ()), ("xterm-256color", {}, ("38;5;",)),
                               ("xterm-256color", {"COLORTERM": "truecolor"}, ("38;2;",))):
        with shell(term=term, env=env) as t:
            t.send("return \"text\"; // note")
            t.wait(lambda t: t.style_of("return")[0] not in (None, "default"), "colours")
            raw = bytes(t.raw).decode("utf-8", "replace")
            for marker in ("38;5;", "38;2;"):
                equal(marker in raw, marker in markers, t)
            if not markers:
                check(colour_values(t) <= names, f"only the 16 colours: {colour_values(t)}", t)


def test_light_and_dark():
    """The terminal's answer to the question for its background decides; so does COLORFGBG."""
    looks = {}
    for name, options in (("dark", {"background": "rgb:1010/1010/1010"}), ("light", {"background": "rgb:ffff/ffff/ffff"}),
                          ("silent", {}), ("light by environment", {"env": {"COLORFGBG": "0;15"}})):
        with shell(**options) as t:
            t.send("return \"text\";")
            t.wait(lambda t: t.style_of("return")[0] not in (None, "default"), "colours")
            t.settle()
            looks[name] = t.style_of("return")[0], t.style_of("\"text\"")[0]
    check(looks["dark"] != looks["light"], f"different colours: {looks}")
    equal(looks["silent"], looks["dark"])
    equal(looks["light by environment"], looks["light"])


def test_dumb():
    with shell(term="dumb") as t:
        t.send("6 * 7", ENTER)
        t.wait("Out[1]: 42")
        t.send("int f(int x) {", ENTER, "return x; }", ENTER, "f(3)", ENTER)
        t.wait("Out[3]: 3")
        check(b"\033" not in t.raw, f"no escape sequences: {bytes(t.raw)!r}")


# ---- brackets and errors ----

def test_bracket_matching():
    with shell() as t:
        t.send("f(a[1], b)", LEFT)
        t.wait(lambda t: t.style_of("(a")[1:] == t.style_of(")")[1:] != t.style_of(", b")[1:], "both brackets are marked")
        t.send(LEFT, LEFT, LEFT)
        t.wait(lambda t: t.style_of("(a")[1:] == t.style_of(", b")[1:], "no longer")


def test_error_ranges():
    """After a failed run the recalled cell has what was wrong underlined."""
    with shell() as t:
        t.run("int first = 1;\033\rint x = first + nothing;", 1)
        check("error:" in t.text(), "an error", t)
        t.send(UP)
        t.wait(lambda t: t.row_of("In [2]:") >= 0 and t.style_of("nothing;")[2], "the wrong name is underlined")
        check(not t.style_of("first + nothing;")[2], "what is right is not", t)
        t.send(BACKSPACE)
        t.wait(lambda t: t.rows()[-1].endswith("nothing"), "edited")


def test_error_ranges_in_kept_cells():
    """A fault's line too."""
    with shell() as t:
        t.run("int *nowhere = NULL;\033\r*nowhere = 3;", 1)
        t.send(UP)
        t.wait(lambda t: t.row_of("In [2]:") >= 0 and any(t.cell(t.find("nowhere = 3")[0], x).underscore for x in range(8, 22)), "the fault's place")


# ---- completion ----

def menu(t, *names):
    t.wait(lambda t: all(name in t.text() for name in names), f"a menu with {names}")


def test_complete_only_match(columns):
    with defined(columns) as t:
        t.send("hel", TAB)
        t.wait(lambda t: "helper" in t.line(), "the only name that fits")


def test_complete_menu(columns):
    with defined(columns) as t:
        t.send("int helping = 1;", ENTER)
        t.prompt(3)
        t.send("1 + hel", TAB)
        menu(t, "helper", "helping")
        t.wait(lambda t: "1 + help" in t.text(), "what all have in common")
        t.send(TAB)
        t.wait(lambda t: t.line().endswith("helper") or t.line().endswith("helping"), "the first one is chosen")
        first = t.line()
        t.send(DOWN)
        t.wait(lambda t: t.line() != first, "the next")
        t.send(SHIFT_TAB)
        t.wait(lambda t: t.line() == first, "back")
        t.send(ESCAPE)
        t.wait(lambda t: t.line().endswith("+ help"), "Escape takes what was typed")


def test_complete_signature_beside():
    with defined() as t:
        t.send("int helping = 1;", ENTER)
        t.prompt(3)
        t.send("help", TAB)
        t.wait(lambda t: any("helper" in row and "int" in row and "scale" in row for row in t.rows()[t.cursor[0] + 1:]), "the signature beside the name")


def test_complete_members():
    with defined() as t:
        for access in ("here.", "there->"):
            t.send(access, TAB)
            menu(t, "across", "down")
            t.send("ac", TAB)
            t.wait(lambda t: t.line().endswith(access + "across"), "the member")
            t.send(ctrl("g"), ctrl("c"))
            t.wait(lambda t: t.line() == "In [2]:", "cleared")


def test_complete_magics_and_options():
    with shell() as t:
        t.send("%ti", TAB)
        menu(t, "timeit ", "time ", "times a statement")
        t.send(ctrl("g"), ctrl("c"))
        t.send("%conf", TAB)
        t.wait(lambda t: "%config" in t.line(), "the magic")
        t.send(ctrl("c"), "%config di", TAB)
        t.wait(lambda t: "%config digits" in t.line(), "its option")


def test_complete_magics_arguments():
    """What a magic is for comes first; alone it offers nothing else."""
    with defined() as t:
        t.send("%ptx ", TAB)
        t.wait(lambda t: t.line().endswith("%ptx work"), "the only kernel")
        t.send(ctrl("c"), "%break ", TAB)
        menu(t, "helper", "work")
        check("counter" not in t.text(), "a variable is nothing to stop at", t)
        t.send(ctrl("g"), ctrl("c"), "%reset cou", TAB)
        t.wait(lambda t: t.line().endswith("%reset counter"), "the session's only")
        t.send(ctrl("c"), "%env HOM", TAB)
        t.wait(lambda t: t.line().endswith("%env HOME"), "a variable of the environment")
        t.send(ctrl("c"), "%help debugg", TAB)
        t.wait(lambda t: t.line().endswith("%help debugging"), "a chapter")


def test_complete_paths():
    with Terminal(command=None) as t:
        folder = os.path.join(t.home, "files")
        os.mkdir(folder)
        for name in ("alpha_program.cu", "beta.cu"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write("int x;\n")
        t.prompt(1)
        t.send(f"%run {folder}/alp", TAB)
        t.wait(lambda t: "alpha_program.cu" in t.text(), "the file")


def test_complete_headers():
    with shell() as t:
        t.send("#include <stdi", TAB)
        menu(t, "stdio.h")
        t.send(ctrl("g"), ctrl("c"))
        t.send("#include <cuda_ru", TAB)
        t.wait(lambda t: "cuda_runtime" in t.text(), "Heddle's own")


def test_complete_cuda():
    with shell() as t:
        for typed, whole in (("threadI", "threadIdx"), ("__syncthr", "__syncthreads"), ("cudaMallocMan", "cudaMallocManaged"),
                             ("cudaDeviceSynch", "cudaDeviceSynchronize"), ("atomicCA", "atomicCAS")):
            t.send(typed, TAB)
            t.wait(lambda t: whole in t.line(), whole)
            t.send(ctrl("g"), ctrl("c"))
            t.wait(lambda t: t.line() == "In [1]:", "cleared")


def test_complete_loosely():
    """What begins with nothing that was typed is offered whole; what the matches share does not replace what was typed."""
    with shell() as t:
        t.send("tidx", TAB)
        t.wait(lambda t: t.line().endswith(": threadIdx"), "the only name with these letters")
        t.send(ctrl("c"))
        t.wait(lambda t: t.line() == "In [1]:", "cleared")
        t.send("cmcpy", TAB)
        menu(t, "cudaMemcpy ", "cudaMemcpyAsync")
        t.wait(lambda t: t.line().endswith(": cmcpy"), "what was typed stays")
        t.send(TAB)
        t.wait(lambda t: t.line().endswith(": cudaMemcpy"), "the nearest is the first")
        t.send(ESCAPE)
        t.wait(lambda t: t.line().endswith(": cmcpy"), "Escape takes what was typed")
        t.send("2", TAB)
        t.wait(lambda t: "cudaMemcpy2D" in t.text(), "typing goes on, and asks anew")


def test_complete_directives():
    """After `#` there are no names of C."""
    with shell() as t:
        t.send("#inc", TAB)
        t.wait(lambda t: t.line() == "In [1]: #include", "the directive")
        t.send(ctrl("c"), "#de", TAB)
        t.wait(lambda t: t.line() == "In [1]: #define", "another")
        t.send(ctrl("c"), "# if", TAB)
        menu(t, "ifdef", "ifndef")


def test_ctrl_c_clears_below_a_menu():
    with shell() as t:
        t.send("int x; cudaMem", TAB)
        menu(t, "cudaMemcpy")
        t.send(ctrl("c"))
        t.wait(lambda t: t.line() == "In [1]:", "the cell and its menu have gone")
        t.send("1 + 1", ENTER)
        t.wait("Out[1]: 2")


def test_complete_long_menu_scrolls():
    with shell(80, 12) as t:
        t.send("cuda", TAB)
        t.wait(lambda t: len(t.rows()) > t.cursor[0] + 3, "a menu")
        check(len(t.rows()) <= 12, "it fits the screen", t)
        t.send(*[DOWN] * 30)
        t.wait(lambda t: len(t.line()) > len("In [1]: cuda"), "one far below is chosen")
        t.send(ENTER)
        t.wait(lambda t: len(t.rows()) == t.cursor[0] + 1, "the menu has gone, the cell has not run")
        check(t.at_prompt(1), "still the same prompt", t)


def test_complete_in_the_middle_of_a_cell():
    with defined() as t:
        t.send("{", ENTER, "hel", TAB, "(1, 2);", ENTER, "}")
        t.wait(lambda t: "    helper(1, 2);" in t.text(), "completed in the second line")


# ---- signatures ----

def test_signature_hint(columns):
    with defined(columns) as t:
        t.send("helper(")
        t.wait(lambda t: any("count" in row for row in t.rows()[t.cursor[0] + 1:]), "the parameters below")
        check(all(len(row) <= columns for row in t.rows()), "it fits", t)
        t.send("1, ")
        t.wait(lambda t: any("scale" in row for row in t.rows()[t.cursor[0] + 1:]), "the second parameter")
        t.wait(lambda t: t.style_of("scale")[1], "it stands out")
        t.send("2)")
        t.wait(lambda t: len(t.rows()) == t.cursor[0] + 1, "the hint goes with the bracket")


def test_signature_of_a_launch():
    with defined() as t:
        t.send("work<<<")
        t.wait(lambda t: "grid" in t.text() and "block" in t.text() and "shared" in t.text() and "stream" in t.text(), "the configuration")
        t.send("1, ")
        y = t.wait(lambda t: t.row_of("grid") > 0 and t.row_of("grid"))
        t.wait(lambda t: t.cell(y, t.rows()[y].index("block")).bold, "block stands out")
        t.send("2>>>(")
        t.wait(lambda t: any("float" in row and "x" in row for row in t.rows()[t.cursor[0] + 1:]), "the kernel's parameters")


def test_signature_of_runtime_functions():
    with shell() as t:
        t.send("cudaMemcpy(")
        t.wait(lambda t: "dst" in t.text() and "count" in t.text(), "the parameters")
        t.send(ctrl("c"), "cudaMalloc(")
        t.wait("cudaError_t cudaMalloc(void **devPtr, size_t size)")  # nothing that only the compiler reads


@widths(20, 80)
def test_hint_and_menu_leave_nothing(columns):
    with defined(columns) as t:
        t.send("helper(count", TAB)
        t.settle()
        t.send(ctrl("g"), ctrl("c"))
        t.wait(lambda t: t.line() == "In [2]:" and len([r for r in t.rows()[t.cursor[0] + 1:] if r]) <= 1, "a clean screen")


Checks(globals())
