"""A terminal for tests: heddle on a pty, keys in, a screen (pyte) out. Not a test itself.

    with Terminal(columns=40) as t:
        t.wait("In [1]:")              # until the screen contains that; nothing here sleeps for a fixed time
        t.send("1 + 1", ENTER)
        t.wait("Out[1]: 2")
        t.rows()                       # the screen, rows without blanks at the end

Every wait is for a condition on the screen (a text, or a function of the terminal) and fails with a picture of the
screen when it does not come true in time. A Terminal has a home of its own, so histories do not meet, unless it is
given another's (`home=other.home`). `Checks` collects `ok` lines.
"""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

try:
    import pyte
    import pyte.modes
except ImportError:
    print("not ok pyte (tests/requirements.txt is not installed: run tools/test, or set HEDDLE_PYTHON)")
    sys.exit(1)

HEDDLE = os.path.abspath(os.environ.get("HEDDLE", "heddle"))
SANITIZED = "asan" in os.environ.get("HEDDLE_BUILD", "")
PATIENCE = float(os.environ.get("HEDDLE_PATIENCE", 20)) * (4 if SANITIZED else 1)  # seconds until a wait has failed

ENTER, TAB, ESCAPE, BACKSPACE = "\r", "\t", "\033", "\x7f"
UP, DOWN, RIGHT, LEFT, HOME, END = "\033[A", "\033[B", "\033[C", "\033[D", "\033[H", "\033[F"
DELETE, PAGE_UP, PAGE_DOWN, SHIFT_TAB = "\033[3~", "\033[5~", "\033[6~", "\033[Z"
ALT_ENTER = "\033\r"
CTRL_RIGHT, CTRL_LEFT = "\033[1;5C", "\033[1;5D"


def ctrl(letter):
    return chr(ord(letter.upper()) & 31)


def alt(text):
    return "\033" + text


def pasted(text):
    return "\033[200~" + text.replace("\n", "\r") + "\033[201~"


class Screen(pyte.Screen):
    """pyte's, which also answers the questions that programs ask a terminal."""

    def __init__(self, terminal, columns, rows):
        self.terminal = terminal
        super().__init__(columns, rows)

    def resize(self, lines=None, columns=None):
        """As xterm does: columns at the right are cut off; rows go at the bottom while there is room below the cursor, then
        at the top."""
        drop = max(self.cursor.y - lines + 1, 0)
        kept = {y - drop: row for y, row in self.buffer.items() if drop <= y < lines + drop}
        self.buffer.clear()
        self.buffer.update(kept)
        for row in self.buffer.values():
            for x in [x for x in row if x >= columns]:
                del row[x]
        self.lines, self.columns = lines, columns
        self.cursor.y -= drop
        self.cursor.x = min(self.cursor.x, columns - 1)
        self.set_margins()
        self.dirty.update(range(lines))

    def write_process_input(self, data):
        self.terminal.write(data.encode())

    def report_device_attributes(self, mode=0, **kwargs):
        if not kwargs.get("private"):
            super().report_device_attributes(mode)


class Failed(Exception):
    pass


class Terminal:
    def __init__(self, columns=80, rows=24, args=(), env=None, home=None, term="xterm-256color", background=None,
                 command=None, cwd=None):
        self.columns, self.nrows = columns, rows
        self.own_home = home is None
        self.home = home or tempfile.mkdtemp(prefix="heddle-home-")
        self.background = background  # "rgb:0000/0000/0000": the answer to the question for it
        self.raw = bytearray()        # everything that was written
        self.ended = False
        self.status = None
        self.screen = Screen(self, columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.emulate = True
        self.writing, self.answers = False, b""
        environment = {k: v for k, v in os.environ.items()
                       if k in ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS")}
        environment.update(HOME=self.home, TERM=term, LC_ALL="C.UTF-8", SHELL="/bin/sh", TMPDIR=self.home)
        environment.update(env or {})
        command = command or [HEDDLE, *args]
        self.started = time.monotonic()
        begin, go = os.pipe()  # the program waits until its terminal's settings are known
        self.pid, self.fd = pty.fork()  # the child leads a session of its own, with the pty as its terminal
        if self.pid == 0:
            try:
                os.close(go)
                os.read(begin, 1)
                for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP):
                    signal.signal(number, signal.SIG_DFL)  # whatever the tests' own starter ignores
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                if cwd:
                    os.chdir(cwd)
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        self.at_start = self.attributes()
        os.close(begin)
        os.close(go)
        os.set_blocking(self.fd, False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- in and out ----

    def write(self, data):
        """All of it, reading meanwhile: neither side waits for the other for ever."""
        if self.writing:  # the terminal answers between two keys or pastes, not inside of one
            self.answers += data
            return
        until = time.monotonic() + PATIENCE
        self.writing = True
        try:
            self.write_all(data, until)
            while self.answers:
                data, self.answers = self.answers, b""
                self.write_all(data, until)
        finally:
            self.writing = False

    def write_all(self, data, until):
        while data and not self.ended:
            try:
                n = os.write(self.fd, data)
                data = data[n:]
            except BlockingIOError:
                self.pump(0.05)
                if time.monotonic() > until:
                    raise Failed("the terminal takes no more keys" + self.picture())
            except OSError:
                self.ended = True

    def send(self, *keys):
        for part in keys:
            self.write(part if isinstance(part, bytes) else part.encode())

    def paste(self, text):
        self.send(pasted(text))

    def pump(self, timeout=0.0):
        """Takes what was written, waiting for something at most so long. False: nothing came."""
        if self.ended:
            return False
        try:
            if not select.select([self.fd], [], [], max(timeout, 0))[0]:
                return False
            data = os.read(self.fd, 1 << 16)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self.ended = True
            return False
        self.raw += data
        if self.background and b"\033]11;?" in data:  # before pyte answers what was asked after it
            self.write(f"\033]11;{self.background}\033\\".encode())
        if self.emulate:
            self.stream.feed(data)
        return True

    def settle(self, quiet=0.15):
        """Until nothing was written for a while: for looking, where no condition can be named."""
        while self.pump(quiet):
            pass

    def wait(self, condition, what=None, timeout=None):
        """Until the screen holds: a text that it contains, or a function of this terminal that is true."""
        test = condition if callable(condition) else lambda t: condition in t.text()
        until = time.monotonic() + (timeout or PATIENCE)
        while True:
            while self.pump(0):
                if time.monotonic() > until:
                    break
            value = test(self)
            if value:
                return value
            left = until - time.monotonic()
            if left <= 0 or (self.ended and not self.pump(0)):
                name = what or (condition if isinstance(condition, str) else "the condition")
                end = "heddle has ended" if self.ended else f"not in {timeout or PATIENCE} s"
                raise Failed(f"{end}: {name!r}{self.picture()}")
            self.pump(min(left, 0.25))

    def wait_raw(self, data, timeout=None):
        """Until these bytes were written, from where the last such wait stopped; nothing is drawn meanwhile."""
        until = time.monotonic() + (timeout or PATIENCE)
        start = getattr(self, "raw_at", 0)
        while True:
            at = self.raw.find(data, start)
            if at >= 0:
                self.raw_at = at + len(data)
                return
            start = max(start, len(self.raw) - len(data))
            if time.monotonic() > until or (not self.pump(0.25) and self.ended):
                raise Failed(f"{data!r} was not written; the last was {bytes(self.raw[-300:])!r}")

    def resize(self, columns, rows=None):
        self.columns, self.nrows = columns, rows or self.nrows
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", self.nrows, columns, 0, 0))
        self.screen.resize(self.nrows, columns)

    def touch(self, name):
        """Makes a file in the home folder: for cells that wait for the test."""
        with open(os.path.join(self.home, name), "w", encoding="utf-8"):
            pass

    def until(self, name):
        """C code that waits for touch(name); it needs <unistd.h>."""
        return f'while (access("{self.home}/{name}", F_OK)) usleep(10000);'

    # ---- the screen ----

    def rows(self):
        """Rows of text without blanks at the end; a wide character's second column is left out."""
        lines = []
        for y in range(self.screen.lines):
            line = self.screen.buffer[y]
            lines.append("".join(line[x].data for x in range(self.screen.columns)).rstrip())
        while lines and not lines[-1]:
            lines.pop()
        return lines

    def text(self):
        return "\n".join(self.rows())

    def row_of(self, part, last=True):
        """The row that contains a text; -1: none."""
        found = [y for y, row in enumerate(self.rows()) if part in row]
        return found[-1 if last else 0] if found else -1

    def cell(self, y, x):
        return self.screen.buffer[y][x]

    def find(self, part):
        """(row, column) of the last place of a text (of narrow characters) on the screen."""
        y = self.row_of(part)
        return y, self.rows()[y].rindex(part)

    def style_of(self, part):
        """(colour, bold, underlined, reversed, background) of a text's first character; no colour: it is not there."""
        if part not in self.text():
            return None, False, False, False, None
        y, x = self.find(part)
        c = self.cell(y, x)
        return c.fg, c.bold, c.underscore, c.reverse, c.bg

    @property
    def cursor(self):
        return self.screen.cursor.y, min(self.screen.cursor.x, self.screen.columns - 1)

    def plain(self, start=0):
        """What was written from there on, without escape sequences."""
        text = bytes(self.raw[start:]).decode("utf-8", "replace")
        return re.sub(r"\033(\[[0-?]*[ -/]*[@-~]|\][^\033\a]*(\033\\|\a)|[@-_])", "", text)

    def line(self):
        """The row that the cursor is in."""
        rows, y = self.rows(), self.cursor[0]
        return rows[y] if y < len(rows) else ""

    def picture(self):
        lines = [f"    |{row}" for row in self.rows()]
        y, x = self.cursor
        return (f"\n    screen of {self.screen.columns} columns, cursor in row {y}, column {x}:\n" + "\n".join(lines))

    def attributes(self):
        """The line discipline's settings, without what is only a matter of speed."""
        values = termios.tcgetattr(self.fd)
        return values[:4] + [[bytes(c) if isinstance(c, bytes) else c for c in values[6]]]

    def is_raw(self):
        return not termios.tcgetattr(self.fd)[3] & termios.ICANON

    # ---- the prompt ----

    def prompt(self, n, timeout=None):
        """Until the prompt In [n] stands last, waiting for keys."""
        self.wait(lambda t: t.at_prompt(n), f"the prompt In [{n}]", timeout)

    def at_prompt(self, n):
        return re.match(rf"In \[{n}\]:", self.line())

    def run(self, code, n, timeout=None):
        """At prompt n: types code, Enter, waits for the next prompt."""
        self.send(code, ENTER)
        self.prompt(n + 1, timeout)

    # ---- the end ----

    def wait_end(self, timeout=None):
        """The exit status; -N for signal N."""
        until = time.monotonic() + (timeout or PATIENCE)
        while True:
            while self.pump(0):
                pass
            if self.status is None:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
                if pid:
                    self.status = os.waitstatus_to_exitcode(status)
            if self.status is not None:
                while self.pump(0):  # what it wrote between the last look and its end
                    pass
                return self.status
            if time.monotonic() > until:
                raise Failed("heddle does not end" + self.picture())
            if not self.pump(0.02):
                time.sleep(0.005)

    def processes(self):
        """The process and what it has started, by /proc: pids."""
        parents = {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                        fields = file.read().rpartition(")")[2].split()
                except OSError:
                    continue
                if fields[0] not in "ZX":
                    parents[int(name)] = int(fields[1])
        found, new = set(), {self.pid}
        while new:
            found |= new
            new = {pid for pid, parent in parents.items() if parent in found} - found
        return sorted(found & set(parents))

    def close(self):
        if self.status is None:
            for pid in reversed(self.processes()):
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
            try:
                self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            except ChildProcessError:
                pass
        try:
            os.close(self.fd)
        except OSError:
            pass
        if self.own_home:
            shutil.rmtree(self.home, ignore_errors=True)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


class Checks:
    """The tests of a file: functions named test_*, each an `ok` line.

    A function that has a parameter `columns` runs for each of `widths`.
    """

    def __init__(self, functions, widths=(20, 40, 80, 200)):
        chosen = sys.argv[1:]
        self.failed = False
        for name, function in functions.items():
            if not name.startswith("test_") or not callable(function):
                continue
            if "columns" in function.__code__.co_varnames[:function.__code__.co_argcount]:
                for columns in getattr(function, "widths", widths):
                    self.check(f"{name[5:]}_{columns}", lambda f=function, c=columns: f(columns=c), chosen)
            else:
                self.check(name[5:], function, chosen)
        sys.exit(self.failed)

    def check(self, name, function, chosen):
        if chosen and not any(part in name for part in chosen):
            return
        start = time.monotonic()
        try:
            function()
        except Exception as error:  # any failure is this check's alone
            trace, line = error.__traceback__, 0
            while trace:
                if trace.tb_frame.f_code.co_filename == sys.modules["__main__"].__file__:
                    line = trace.tb_lineno
                trace = trace.tb_next
            text = "".join(f"# {part}\n" for part in f"line {line}: {error!r} {error}".splitlines())
            print(f"{text}not ok {name}", flush=True)
            self.failed = True
        else:
            print(f"ok {name} ({(time.monotonic() - start) * 1e3:.0f} ms)", flush=True)


def widths(*values):
    def mark(function):
        function.widths = values
        return function
    return mark


def equal(got, want, terminal=None):
    if got != want:
        raise Failed(f"{got!r} is not {want!r}" + (terminal.picture() if terminal else ""))


def check(value, what, terminal=None):
    if not value:
        raise Failed(what + (terminal.picture() if terminal else ""))
