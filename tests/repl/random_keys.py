#!/usr/bin/env python3
# NEEDS-SECONDS: 200
"""Random keys, pastes, sizes and interrupts at the prompt, against a model of the editor.

    tests/repl/random_keys.py [--seconds 3600] [--seed N] [--steps N]

Each round starts heddle in a terminal of random size and makes random steps. After each the screen must show exactly what the
model's text looks like at this width (model.py), with the cursor where the model has it; a redraw from scratch (Ctrl-L)
must give the same screen; at times a cell is run, interrupted or suspended. At the end heddle must leave with status 0 and
the terminal's settings as they were. A failure prints the seed and the steps that led to it.

The model knows the text and the cursor; what it does not know (menus, hints, messages) stands below the text and is not
compared, but for Ctrl-L, which must give it again.
"""
import argparse
import os
import random
import re
import sys
import time
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from model import graphemes, indent_of, rows_of
from terminal import (ALT_ENTER, BACKSPACE, DELETE, DOWN, END, ENTER, HOME, LEFT, RIGHT, SANITIZED, UP, Failed, Terminal, alt,
                      ctrl, pasted)
from wcwidth import wcwidth

LETTERS = "abcxyz019_+-*/=<>.,;:!\"'#%&|?~ "
WIDE = ["漢", "字", "한", "é", "e\u0301", "a\u0308\u0323", "ü", "—", "→", "Ω"]
PIECES = ["int x = 1;", "float y", "return ", "for (int i = 0; i < n; i++)", "/* note */", "// end", "\"text\"", "kernel<<<1, 2>>>", "a.b", "p->q",
          "#define A", "漢字かな", "0x1f", "x[i]"]


class Model:
    """Text and cursor as a list of lines of graphemes; `undo` as whole states where the editor's grouping is known."""

    def __init__(self):
        self.text, self.at = [], 0  # graphemes, newlines among them; index of the cursor
        self.pasted = False  # something in it was: nothing is suggested for it
        self.deleted = False  # the last change took something away: nor then

    def insert(self, text, pasted=False):
        """Joined to what is before and behind, as combining characters do."""
        self.pasted = self.pasted or pasted
        self.deleted = self.deleted and not text
        before, after = "".join(self.text[:self.at]) + text, "".join(self.text[self.at:])
        self.text = split(before + after)
        self.at = index_at(self.text, len(before))

    def delete(self, start, end):
        self.text = split("".join(self.text[:start]) + "".join(self.text[end:]))
        self.at = start
        self.pasted = self.pasted and bool(self.text)
        self.deleted = bool(self.text) and (self.deleted or end > start)

    def line_start(self):
        at = self.at
        while at > 0 and self.text[at - 1] != "\n":
            at -= 1
        return at

    def line_end(self):
        at = self.at
        while at < len(self.text) and self.text[at] != "\n":
            at += 1
        return at

    def string(self):
        return "".join(self.text)


def split(text):
    parts = []
    for number, line in enumerate(text.split("\n")):
        if number:
            parts.append("\n")
        parts += graphemes(line)
    return parts


def index_at(parts, length):
    at = used = 0
    while used < length:
        used += len(parts[at])
        at += 1
    return at


class Round:
    def __init__(self, seed, steps):
        self.random = random.Random(seed)
        self.steps, self.log = steps, []
        columns = self.random.choice([20, 24, 33, 40, 61, 80, 80, 120, 200])
        self.t = Terminal(columns, self.random.choice([5, 8, 12, 24, 24, 50]))
        self.model, self.n = Model(), 1
        self.entries = []  # cells that were run, which suggest how a text goes on
        self.killed = None  # by the last key: kills in a row are one text
        self.interrupted = False  # the last cell was: Ctrl-C in an empty one may offer a new engine

    # ---- what must hold ----

    def rest(self):
        """What is suggested behind the text."""
        m = self.model
        text = m.string()
        if m.pasted or m.deleted or m.at != len(m.text) or not text.strip(" \n"):
            return ""
        return next((entry[len(text):] for entry in reversed(self.entries) if entry.startswith(text) and entry != text), "")

    def take(self):
        rest = self.rest()
        if rest:
            self.model.insert(rest)
        return bool(rest)

    def expected(self):
        """The model's rows and the cursor's place among them."""
        m, t = self.model, self.t
        rows = rows_of(m.string(), t.columns, self.n)
        width = max(t.columns - indent_of(t.columns, self.n) - 1, 1)
        row = used = 0
        for index, part in enumerate(m.text):
            wide = 0 if part == "\n" else max(wcwidth(part[0]), 0)
            if index == m.at and not (part != "\n" and used and used + wide > width):
                break
            if part == "\n":
                row, used = row + 1, 0
                continue
            if used and used + wide > width:
                row, used = row + 1, 0
                if index == m.at:
                    break
            used += wide
        column = indent_of(t.columns, self.n) + used
        width = sum(max(wcwidth(part[0]), 0) for part in graphemes(rows[-1]))
        shown = rows[-1] + " " * (column - width)
        for part in graphemes(self.rest().split("\n")[0]):
            width = max(wcwidth(part[0]), 0)
            if column + width >= t.columns:
                break
            shown, column = shown + part, column + width
        rows[-1] = shown.rstrip()
        return rows, row, indent_of(t.columns, self.n) + used

    def holds(self, t):
        rows, row, column = self.expected()
        y, x = t.cursor
        if x != min(column, t.columns - 1):
            return False
        shown = [unicodedata.normalize("NFC", line) for line in t.rows()]
        shown += [""] * (t.nrows - len(shown))
        first = y - row
        for number, want in enumerate(rows):
            at = first + number
            if at < 0 or at >= t.nrows:
                continue
            if shown[at] != want and not self.is_cut(shown[at], want, number, row):
                return False
        return 0 <= y < t.nrows

    def is_cut(self, shown, want, number, row):
        """Cells that are longer than the screen: in place of a prompt stands how much is hidden; below the last row that is
        shown there may be hints."""
        rows, _, _ = self.expected()
        if len(rows) + 4 < self.t.nrows:
            return False
        indent = indent_of(self.t.columns, self.n)
        return number > row or ("↑" in shown[:indent] or "↓" in shown[:indent]) and shown[indent:] == want[indent:] or \
            len(rows) >= self.t.nrows - 4 and number < row and abs(number - row) >= self.t.nrows - 5

    def settled(self, what):
        try:
            self.t.wait(self.holds, what, timeout=None)
        except Failed as failure:
            rows, row, column = self.expected()
            raise Failed(f"{failure}\n    the model has the cursor in its row {row}, column {column}, and\n" +
                         "\n".join(f"    |{line}" for line in rows)) from None

    def redrawn(self):
        """Ctrl-L gives the same picture, from the top."""
        self.press(ctrl("l"))
        self.settled("the same cell after Ctrl-L")

    # ---- steps ----

    def press(self, *keys):
        self.killed = None
        self.t.send(*keys)

    def step_type(self):
        text = self.random.choice([self.random.choice(LETTERS) * 1, self.random.choice(PIECES), self.random.choice(WIDE)])
        self.press(text)
        self.model.insert(text)

    def step_long(self):
        text = "".join(self.random.choice(LETTERS + "漢字") for _ in range(self.random.randrange(10, 150)))
        self.press(text)
        self.model.insert(text)

    def step_paste(self):
        lines = ["".join(self.random.choice(PIECES + WIDE) for _ in range(self.random.randrange(0, 5)))
                 for _ in range(self.random.randrange(1, 8))]
        text = "\n".join(lines)
        if not self.model.text:
            text = text.strip("\n")
        self.press(pasted(text))
        self.model.insert(text, pasted=bool(text))

    def step_left(self):
        times = self.random.randrange(1, 12)
        self.press(self.random.choice([LEFT, ctrl("b")]) * times)
        self.model.at = max(self.model.at - times, 0)

    def step_right(self):
        times = self.random.randrange(1, 12)
        self.press(self.random.choice([RIGHT, ctrl("f")]) * times)
        for _ in range(times):
            if not self.take():
                self.model.at = min(self.model.at + 1, len(self.model.text))

    def step_home(self):
        self.press(self.random.choice([HOME, ctrl("a"), "\033[1~"]))
        self.model.at = self.model.line_start()

    def step_end(self):
        self.press(self.random.choice([END, ctrl("e"), "\033[4~"]))
        if not self.take():
            self.model.at = self.model.line_end()

    def step_ends_of_cell(self):
        if self.random.random() < 0.5:
            self.press(alt("<"))
            self.model.at = 0
        else:
            self.press(alt(">"))
            self.model.at = len(self.model.text)

    def step_delete(self):
        self.press(DELETE)
        if self.model.at < len(self.model.text):
            self.model.delete(self.model.at, self.model.at + 1)

    def step_backspace(self):
        m = self.model
        start = m.line_start()
        if all(c == " " for c in m.text[start:m.at]) and m.at > start:
            return  # it goes to a tab stop there
        self.press(self.random.choice([BACKSPACE, ctrl("h")]))
        if m.at > 0:
            m.delete(m.at - 1, m.at)

    def step_kill_and_yank(self):
        m, r, before = self.model, self.random.random(), self.killed
        if r < 0.4:
            end = m.line_end()
            if end == m.at and end < len(m.text):
                end += 1
            killed = (self.killed or "") + "".join(m.text[m.at:end])
            self.press(ctrl("k"))
            m.delete(m.at, end)
        else:
            start = m.line_start()
            killed = "".join(m.text[start:m.at]) + (self.killed or "")
            self.press(ctrl("u"))
            m.delete(start, m.at)
        self.killed = killed or before
        if killed and self.random.random() < 0.6:
            self.settled("killed")
            self.press(ctrl("y"))
            m.insert(killed)

    def step_undo(self):
        """A change of one step, taken back."""
        m = self.model
        before = m.text[:], m.at
        self.press(pasted("undone 漢\nlater"))
        m.insert("undone 漢\nlater", pasted=True)
        self.settled("before undo")
        self.press(ctrl("_"))
        m.text, m.at = before
        m.pasted = bool(m.text)

    def step_alt_enter(self):
        """At the start of a line without indentation, where nothing is indented."""
        m = self.model
        if "{" in m.string() or "(" in m.string() or m.text:
            return
        self.press("a;", ALT_ENTER)
        m.insert("a;\n")

    def step_resize(self):
        t = self.t
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            t.resize(self.random.choice([20, 25, 32, 40, 64, 80, 100, 150, 200]), self.random.choice([6, 10, 24, 24, 40]))
            if self.random.random() < 0.5:
                t.pump(0.002)
        self.settled("after resizing")
        self.redrawn()

    def step_clear(self):
        """An offer to restart the engine is declined: a `y` that is typed next would be the answer."""
        self.press(*[ctrl("c")] * (2 if self.interrupted and not self.model.text else 1))
        self.interrupted = False
        self.model = Model()

    def step_nothing(self):
        """What is no key: the editor does not see it, so kills around it are one text."""
        self.t.send(self.random.choice(["\033[99~", "\033[1;9Q", "\033[?1;2c", "\033[200", "\033O", "\033[<0;1;1M"][:3]))

    def step_complete(self):
        """Tab, a few keys in the menu, and away with it: the text is what it was."""
        m = self.model
        if not m.text or m.text[m.at - 1:m.at] in ([], ["\n"], [" "]) or m.at == 0:
            return
        self.step_clear()
        self.settled("cleared")
        self.press("cudaMem", "\t")
        m = self.model
        m.insert("cudaMem")
        self.t.wait(lambda t: "cudaMemcpy" in t.text(), "a menu")
        self.press(*[self.random.choice([DOWN, UP, "\t", "\033[Z", "\033[6~"]) for _ in range(self.random.randrange(6))])
        if self.random.random() < 0.4:
            self.t.resize(self.random.choice([20, 40, 80, 120]))
        self.press(ctrl("g"))
        self.settled("the menu has gone")

    def step_run(self):
        """A cell that can be run, in one go."""
        self.step_clear()
        self.settled("cleared")
        code, result = self.random.choice([("6 * 7", "42"), ("1 +\r1", "2"), ("puts(\"漢字\")", "7"), ("int q = 3;\033\rq", "3"), ("1 + )", None),
                                           ("printf(\"no newline\")", "10"), ("for (int i = 0; i < 40; i++) puts(\"line\");", None)])
        self.press(code, ENTER)
        self.entries.append(code.replace("\033\r", "\n").replace("\r", "\n"))
        self.ran(result)

    def ran(self, result=None):
        n = self.n
        self.n += 1
        self.model = Model()
        if result:
            self.t.wait(lambda t: f"Out[{n}]: {result}" in t.plain(t.seen), f"Out[{n}]: {result}")
        self.settled("the next prompt")
        self.t.seen = len(self.t.raw)

    def step_interrupt(self):
        self.step_clear()
        self.settled("cleared")
        code = self.random.choice(["for (;;) ;", "for (;;) puts(\"flood\");", "%timeit for (volatile int i = 0; i < 100000000; i++) ;"])
        self.press(code, ENTER)
        self.entries.append(code)
        until = time.monotonic() + 30
        while self.t.is_raw() and time.monotonic() < until:
            self.t.pump(0.01)
        self.t.emulate = False
        end = time.monotonic() + self.random.random() * 0.3
        while time.monotonic() < end:
            self.t.pump(0.02)
        self.press(ctrl("c"))
        while not self.t.is_raw() and time.monotonic() < until:
            self.t.pump(0.05)
        self.t.settle(0.1)
        self.t.emulate = True
        n = self.n
        self.model, self.interrupted = Model(), True
        self.t.screen.reset()
        self.press(ctrl("l"))
        self.t.wait(lambda t: t.at_prompt(n) or t.at_prompt(n + 1), "a prompt after an interrupt")
        if not self.t.at_prompt(n):  # a busy machine's engine may not have obeyed in time: the cell does not count then
            self.n += 1
        self.settled("the prompt after an interrupt")
        self.t.seen = len(self.t.raw)

    # ---- a round ----

    WEIGHTS = {"type": 30, "long": 4, "paste": 8, "left": 10, "right": 8, "home": 4, "end": 4, "ends_of_cell": 3, "delete": 6,
               "backspace": 8, "kill_and_yank": 6, "undo": 4, "alt_enter": 2, "resize": 8, "clear": 3, "nothing": 2, "complete": 2,
               "run": 3, "interrupt": 1}

    def play(self):
        t = self.t
        t.prompt(1)
        t.seen = len(t.raw)
        names, weights = zip(*self.WEIGHTS.items())
        for _ in range(self.steps):
            name = self.random.choices(names, weights)[0]
            if len(self.model.text) > 1500:
                name = "clear"
            self.log.append(name)
            getattr(self, "step_" + name)()
            if self.random.random() < 0.7:
                self.settled(f"after {name}")
            if self.random.random() < 0.05:
                self.settled(f"after {name}")
                self.redrawn()
        self.settled("at the end")
        self.step_clear()
        self.settled("cleared")
        t.send(ctrl("d"))
        status = t.wait_end()
        if status != 0:
            raise Failed(f"heddle ended with status {status}")
        last = f"; the last that heddle wrote is {bytes(t.raw[-200:])!r}"
        if 2004 << 5 in t.screen.mode:
            raise Failed("bracketed paste is still on" + last)
        if t.screen.cursor.hidden:
            raise Failed("the cursor is still hidden" + last)
        if t.attributes() != t.at_start:
            raise Failed(f"the terminal's settings are {t.attributes()}, were {t.at_start}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=20 if not SANITIZED else 30)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--steps", type=int, default=120)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    start, rounds, steps = time.monotonic(), 0, 0
    while True:
        played = Round(seed, options.steps)
        try:
            with played.t:
                played.play()
        except (Failed, OSError) as failure:
            print(f"# seed {seed}, {played.t.columns} columns, after {len(played.log)} steps: {' '.join(played.log[-12:])}")
            print("".join(f"# {line}\n" for line in str(failure).splitlines()), end="")
            print("not ok random_keys")
            sys.exit(1)
        rounds, steps = rounds + 1, steps + len(played.log)
        if options.seed is not None or time.monotonic() - start > options.seconds:
            break
        seed = (seed * 48271 + 11) % (1 << 30)
    print(f"ok random_keys ({rounds} rounds, {steps} steps)")


main()
