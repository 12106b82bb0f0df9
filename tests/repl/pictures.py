#!/usr/bin/env python3
"""Pictures on the terminal: each way of drawing them, the question to the terminal, and updates in place."""

import base64
import os
import pty
import re
import select
import struct
import subprocess
import sys
import fcntl
import termios
import time

HEDDLE = os.environ.get("HEDDLE", "heddle")
RAMP = "float a[8][16]; for (int i = 0; i < 128; i++) a[i / 16][i % 16] = i; imshow(a);"
WAIT = 60 if "asan" in os.environ.get("HEDDLE_BUILD", "") else 20


def test(name, condition):
    print(("ok " if condition else "not ok ") + name, flush=True)


def draw(way, code=RAMP, **env):
    return subprocess.run([HEDDLE, "-c", code], stdout=subprocess.PIPE,
                          env={**os.environ, "HEDDLE_PICTURES": way, **env}).stdout.decode()


out = draw("shades")
lines = out.splitlines()
test("shades", len(lines) == 17 and len(set(map(len, lines[8:16]))) == 1 and lines[-1] == "a: float, 8 x 16, 0 to 127" and
     set("".join(lines[:-1])) <= set(" .:-=+*#%@"))
out = draw("blocks", COLORTERM="truecolor")
test("blocks_24_bit", out.count("▀") == 64 * 16 and "\033[38;2;46;8;67m" in out and out.count("\033[0m\n") == 16)
out = draw("blocks", COLORTERM="")
test("blocks_256", out.count("▀") == 64 * 16 and "\033[38;5;" in out and "38;2;" not in out)
out = draw("sixel")
test("sixel", out.startswith("\033P") and '"1;1;320;160#' in out and "\033\\\na: float" in out)
out = draw("kitty", "static float b[500][700]; for (int i = 0; i < 350000; i++) b[i / 700][i % 700] = (i * 2654435761u ^ i * i) >> 24; imshow(b);")
chunks = re.findall(r"\033_G(?:a=T,f=100,q=2,)?m=([01]);([^\033]*)\033\\", out)
test("kitty", len(chunks) > 2 and [m for m, _ in chunks] == ["1"] * (len(chunks) - 1) + ["0"] and
     base64.b64decode("".join(c for _, c in chunks))[:4] == b"\x89PNG" and all(len(c) <= 4096 for _, c in chunks))
test("none", draw("none") == "a: float, 8 x 16, 0 to 127\n")
out = draw("shades", "unsigned char p[2][2][4] = {255, 255, 255, 255, 0, 0, 0, 0}; display_png(p, 2, 2, 4);")
test("display_png", "@" in out and out.endswith("p: picture, 2 x 2 pixels\n"))


class Terminal:
    """A terminal that answers what `answers` says to questions."""

    def __init__(self, answers, **env):
        self.answers, self.seen = answers, ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            for name in ("TERM_PROGRAM", "KITTY_WINDOW_ID", "HEDDLE_PICTURES", "NO_COLOR"):
                os.environ.pop(name, None)
            os.environ.update({"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", **env})
            os.execv(HEDDLE, [HEDDLE])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 1000, 800))

    def until(self, pattern, seconds=WAIT):
        end, start = time.monotonic() + seconds, len(self.seen)
        while time.monotonic() < end:
            if re.search(pattern, self.seen[self.at:]):
                return self.seen[self.at:]
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    new = os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    break
                self.seen += new
                for question, answer in self.answers:
                    if question in new:
                        os.write(self.fd, answer)
        return None

    at = 0

    def enter(self, text):
        self.at = len(self.seen)
        os.write(self.fd, text.encode() + b"\r")

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


QUESTION = "\033_Gi=31" # that of the pictures; the prompt asks questions of its own
for name, answer, expected in (("asked_sixel", b"\033[?62;4;22c", r"\033P0;1;q"),
                               ("asked_kitty", b"\033_Gi=31;OK\033\\\033[?62;c", r"\033_Ga=T"),
                               ("asked_neither", b"\033[?62;22c", r"▀"), ("no_answer", b"", r"▀")):
    t = Terminal([(QUESTION, answer)])
    t.until(r"2004h")
    asked_early = "\033_Gi=31" in t.seen
    t.enter(RAMP)
    test(name, t.until(expected) is not None and t.until(r"0 to 127") is not None and not asked_early)
    if name == "asked_neither":
        t.enter("int id = imshow(a); for (int i = 0; i < 3; i++) update_display(id, imshow(a));")
        shown = t.until(r"(?s)(\033\[17A\033\[J.*?0 to 127.*?){3}")
        test("update_in_place", shown is not None)
        t.enter("printf(\"one\\ntwo\\n\"); clear_output(); printf(\"%s\\n\", \"thr\" \"ee\");")
        test("clear_output", t.until(r"(?s)two\r\n\r?\033\[2A\033\[Jthree") is not None)
        t.enter("printf(\"one\\ntwo\\n\"); clear_output(true); printf(\"%s\\n\", \"thr\" \"ee\");")
        test("clear_output_waits", t.until(r"(?s)two\r\n\r?\033\[2A\033\[Jthree") is not None)
    t.close()
