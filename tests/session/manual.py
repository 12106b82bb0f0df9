#!/usr/bin/env python3
"""doc/manual: every block is run, every name of a table is told, every link leads somewhere. manual.py --accept [CHAPTER]... writes
what was printed into the chapters.

    ```heddle            inputs behind `>>> ` and `... ` with what they print, as in a transcript of tests/session; the blocks of
                         a chapter are one session
    ```cuda NAME.cu      a file for the next
    ```sh                commands behind `$ ` with what they print, in a folder with the chapter's files
    ```sh norun          commands that a test cannot run

As in transcripts `...` stands for any lines.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MANUAL = os.path.join(ROOT, "doc", "manual")
HEDDLE = os.path.abspath(os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle")))
ENV = {**os.environ, "PATH": os.path.dirname(HEDDLE) + ":" + os.environ["PATH"], "HEDDLE_CACHE": "0", "NO_COLOR": "1",
       "LC_ALL": "C.UTF-8", "HEDDLE_DEVICE": "cpu"}
ADDRESS = re.compile(r"0x[0-9a-f]{9,}")  # of the session's memory: these differ between machines
BLOCK = re.compile(r"^```(.*)\n((?:.*\n)*?)^```$", re.M)
failed = False


def pattern(lines):
    return "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in lines)


def say(good, name, *why):
    global failed
    failed |= not good
    print(f"{'ok' if good else 'not ok'} {name}", *([] if good else why), sep="\n")


def inputs_of(text, first, more):
    """[[input lines], [expected lines]]"""
    found = []
    for line in text.splitlines():
        if line.startswith(first):
            found.append([[line], []])
        elif found and not found[-1][1] and more and line.startswith(more) and line != more.strip():
            found[-1][0].append(line)
        elif found:
            found[-1][1].append(line)
    return found


def trim(text):
    return [line.rstrip() for line in text.rstrip("\n").splitlines()]


def session(texts, folder):
    path = os.path.join(folder, "transcript.txt")
    with open(path, "w", encoding="utf-8") as file:
        for text in texts:
            file.writelines("\n".join(lines) + "\n" for lines, _ in inputs_of(text, ">>> ", "... "))
    done = subprocess.run([HEDDLE, "--transcript", path], env=ENV, cwd=folder, capture_output=True, text=True, timeout=120)
    return done.stdout.split("\x1e\n")


class Chapter:
    def __init__(self, name):
        self.name = name
        self.path = os.path.join(MANUAL, name)
        with open(self.path, encoding="utf-8") as file:
            self.text = file.read()

    def run(self, accept):
        with tempfile.TemporaryDirectory() as folder:
            blocks = [(m.group(1), m.group(2)) for m in BLOCK.finditer(self.text)]
            printed = iter(session([text for kind, text in blocks if kind == "heddle"], folder))
            done = []
            for i, (kind, text) in enumerate(blocks):
                name = f"{self.name} block {i + 1}"
                if kind.startswith("cuda "):
                    with open(os.path.join(folder, kind.split()[1]), "w", encoding="utf-8") as file:
                        file.write(text)
                    say(True, name)
                elif kind == "heddle":
                    text = self.compare(name, inputs_of(text, ">>> ", "... "), lambda lines: next(printed, "(the session ended)"))
                elif kind == "sh":
                    text = self.compare(name, inputs_of(text, "$ ", None), lambda lines: subprocess.run(
                        ["bash", "-c", lines[0][2:]], env=ENV, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                        text=True, timeout=60).stdout)
                elif kind != "sh norun":
                    say(False, name, f"a block of unknown kind: {kind}")
                done.append(text)
            if accept:
                texts = iter(done)
                new = BLOCK.sub(lambda m: f"```{m.group(1)}\n{next(texts)}```", self.text)
                with open(self.path, "w", encoding="utf-8") as file:
                    file.write(new)

    def compare(self, name, inputs, printed):
        problems, lines = [], []
        for typed, wanted in inputs:
            got = trim(printed(typed))
            while wanted and not wanted[-1].strip():
                wanted.pop()
            expected = [ADDRESS.sub("0xADDRESS", line) for line in wanted]
            if not re.fullmatch(pattern(expected), "".join(ADDRESS.sub("0xADDRESS", line) + "\n" for line in got)):
                problems += typed + list(difflib.unified_diff(wanted, got, "in the manual", "printed", lineterm=""))
                wanted = got
            lines += typed + wanted
        say(not problems, name, *problems)
        return "\n".join(lines) + "\n"


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def check_names(chapters):
    """What the tables of the sources list, the manual tells."""
    for what, chapter, names in [
            ("settings", "magics.md", re.findall(r'^ +\{"(\w+)", &hd_engine\.options', read("core", "run", "magic", "settings.c"), re.M)),
            ("magics", None, re.findall(r'^HD_MAGIC\("(\w+)"', read("core", "run", "magic", "magics.def"), re.M)),
            ("findings", "checking.md", re.findall(r'^HD_FINDING\(\w+, "([\w-]+)"', read("core", "check", "findings.def"), re.M)),
            ("errors", "errors.md", re.findall(r'\{"\w+", "(\w+)"\}', re.search(
                r"error_names\[\] = \{(.*?)\};", read("jupyter-kernel", "show.c"), re.S).group(1)))]:
        text = "".join(c.text for c in chapters if chapter in (None, c.name))
        missing = [name for name in names if f"`{name}`" not in text and f"\n{name} " not in text and not re.search(rf"`%%?{name}\b", text)]
        say(names and not missing, f"all {what}", f"not in the manual: {missing}")


def check_links(chapters):
    names = {c.name for c in chapters}
    for chapter in chapters:
        links = re.findall(r"\]\(([^)]+)\)", chapter.text)
        wrong = [link for link in links if link not in names and not link.startswith("http")]
        say(not wrong, f"{chapter.name} links", *wrong)
    listed = set(re.findall(r"\]\(([^)]+)\)", read("doc", "manual", "README.md")))
    say(listed == names - {"README.md"}, "README.md lists all chapters", *sorted(listed ^ (names - {"README.md"})))


def check_html(chapters):
    """tools/manual, with the system's Python, which has the package."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["/usr/bin/python3", os.path.join(ROOT, "tools", "manual"), folder], capture_output=True, text=True)
        if "apt install" in done.stderr:
            print("ok HTML is not tried:", done.stderr.strip())
            return
        pages = {name: read(folder, name) for name in (os.listdir(folder) if done.returncode == 0 else [])}
        links = [link for text in pages.values() for link in re.findall(r'href="([^"]+)"', text)]
        say(len(pages) == len(chapters) and links and all(link in pages for link in links) and "<table>" in pages["magics.html"]
            and "```" not in "".join(pages.values()) and '<code class="language-heddle">&gt;' not in "".join(pages.values()), "HTML", done.stderr, sorted(pages), *links)


def main():
    accept, only = "--accept" in sys.argv, [a for a in sys.argv[1:] if a[0] != "-"]
    chapters = [Chapter(name) for name in sorted(os.listdir(MANUAL)) if name.endswith(".md")]
    for chapter in chapters:
        if not only or any(word in chapter.name for word in only):
            chapter.run(accept)
    if not only:
        check_names(chapters)
        check_links(chapters)
        check_html(chapters)
    sys.exit(failed)


if __name__ == "__main__":
    main()
