#!/usr/bin/env python3
"""Small kernels with planted bugs, checked: each is right as it stands, and wrong in one way for each mark in it.

A file of tests/check/kernels has kernels, each begun by `// == NAME`:

    // with T: int, double     one form of the kernel for each; T is replaced
    // run: k<<<G, B>>>(a, n)  what is checked; G and B come from the shapes. Several lines: one statement
    // shapes: 1x32 4x128      instead of the usual ones
    // clean: no               the kernel as it stands is not looked at
    // remark: race-same-value as it stands it has this remark, and no error

A line that ends with `//- KIND` is left out in a form that must have an error of that kind; one that ends with
`//= TEXT => KIND` is replaced by TEXT there. `ok` as the kind: that form is right too. Arrays a, b, c (int), x, y (float),
u (unsigned char), w (double) with 16384 elements and `one` (int) are there, zeroed before each check; n is G * B.

Each form is checked for each shape, with the blocks in order a thread at a time, and backwards by code for several lanes: the
verdict must be the same.

NEEDS-SECONDS: 200

usage: kernels.py [--only NAME] [--show] [--list]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "../../build/heddle"))
WIDTHS = ["64", "32", "16", "8"]
SHAPES = ["2x64", "3x128", "4x256", "5x64"]
PRELUDE = """#include <cooperative_groups.h>
int a[16384], b[16384], c[16384], one; float x[16384], y[16384]; unsigned char u[16384]; double w[16384];
void clear(void) { memset(a, 0, sizeof a); memset(b, 0, sizeof b); memset(c, 0, sizeof c); memset(x, 0, sizeof x);
    memset(y, 0, sizeof y); memset(u, 0, sizeof u); memset(w, 0, sizeof w); one = 0; }
"""
REMARKS = ("race-same-value", "stale-copy", "short-copy", "coverage", "warp")
MARK = re.compile(r"\s*//([-=])\s*(.*?)\s*$")


class Form:
    def __init__(self, name, lines, run, shapes, expected):
        self.name, self.lines, self.run, self.shapes, self.expected = name, lines, run, shapes, expected


def mutate(lines, number):
    """The lines without marks, and with that of line `number` applied; its kind."""
    out, kind = [], "clean"
    for i, line in enumerate(lines):
        mark = MARK.search(line)
        text = line[:mark.start()] if mark else line
        if i == number and mark.group(1) == "-":
            kind, text = mark.group(2), ""
        elif i == number:
            indent = text[:len(text) - len(text.lstrip())]
            text, kind = mark.group(2).rsplit("=>", 1)
            text, kind = indent + text.strip(), kind.strip()
        out.append(text)
    return out, "clean" if kind == "ok" else kind


def forms_of(path):
    text = open(path).read()
    group = os.path.splitext(os.path.basename(path))[0]
    for part in re.split(r"(?m)^// == ", text)[1:]:
        name, _, body = part.partition("\n")
        options, lines = {}, []
        for line in body.splitlines():
            match = re.match(r"// (with \w+|run|shapes|clean|remark): (.*)", line)
            if match:
                options.setdefault(match.group(1), []).append(match.group(2))
            else:
                lines.append(line)
        kinds = [(key.split()[1], value[0].split(", ")) for key, value in options.items() if key.startswith("with ")]
        choices = [{}]
        for key, values in kinds:
            choices = [dict(choice, **{key: value}) for choice in choices for value in values]
        shapes = options["shapes"][0].split() if "shapes" in options else SHAPES
        for choice in choices:
            label = ".".join([group, name] + list(choice.values()))

            def fill(line, choice=choice):
                for key, value in choice.items():
                    line = re.sub(rf"\b{key}(?![A-Za-z0-9])", value, line)
                return line

            run = [fill(line) for line in options["run"]]
            filled = [fill(line) for line in lines]
            if options.get("clean") != ["no"]:
                remark = options.get("remark", [None])[0]
                yield Form(label, mutate(filled, -1)[0], run, shapes, remark + "?" if remark else "clean")
            for i, line in enumerate(filled):
                if MARK.search(line):
                    mutated, kind = mutate(filled, i)
                    yield Form(f"{label}:{i + 1}", mutated, run, shapes, kind)


def cells_of(forms, order):
    out = [PRELUDE]
    for i, form in enumerate(forms):
        out.append("\n".join(form.lines))
        for shape in form.shapes:
            grid, block = shape.split("x")
            run = " ".join(form.run)
            run = re.sub(r"\bG\b", grid, run)
            run = re.sub(r"\bB\b", block, run)
            run = re.sub(r"\bn\b", str(int(grid) * int(block)), run)
            out += [f'clear(); printf("@@ {i} {shape} {order}\\n");', f"%check --json {run}"]
    return out


def run_checks(cells, **env):
    """Cells print `@@ NUMBER SHAPE ORDER` before each check. {(number, shape, order): findings}, and what was complained about"""
    with tempfile.NamedTemporaryFile("w", suffix=".cu", delete=False) as file:
        for cell in list(cells) + ['printf("@@ end\\n");']:
            file.write(f"// %%\n{cell}\n")
    try:
        result = subprocess.run([HEDDLE, "-"], stdin=open(file.name), capture_output=True, text=True, env=dict(os.environ, **env))
    finally:
        os.unlink(file.name)
    found, key, ended = {}, None, False
    for line in result.stdout.splitlines():
        if line == "@@ end":
            ended = True
        elif line.startswith("@@ "):
            _, i, shape, order = line.split()
            key = (int(i), shape, order)
            found[key] = []
        elif line.startswith("{") and key:
            finding = json.loads(line)
            found[key].append(finding)
    return found, result.stderr if not ended or result.stderr else ""


def judge(form, findings):
    errors = {f["kind"] for f in findings if f["severity"] == "error"}
    remarks = {f["kind"] for f in findings if f["severity"] == "remark"}
    if form.expected == "clean":
        return not errors and not remarks
    if form.expected.endswith("?"):
        return not errors and form.expected[:-1] in remarks
    return form.expected in errors | (remarks if form.expected in REMARKS else set())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    failed, right, wrong = 0, 0, 0
    for n, path in enumerate(sorted(os.listdir(os.path.join(HERE, "kernels")))):
        if not path.endswith(".cuh"):
            continue
        forms = [f for f in forms_of(os.path.join(HERE, "kernels", path)) if args.only in f.name]
        if "asan" in os.environ.get("HEDDLE_BUILD", ""):
            forms = forms[n % 4::4]  # they are slow there
        if not forms:
            continue
        if args.list:
            for form in forms:
                print(form.name, form.expected)
            continue
        bad = {}
        found, complaints = run_checks(cells_of(forms, "forwards"))
        more, also = run_checks(cells_of(forms, "backwards"), HEDDLE_CHECK_BACKWARDS="1", HEDDLE_LANES=WIDTHS[n % len(WIDTHS)])
        found, complaints = found | more, complaints + also
        if "the engine ended" in complaints:
            print(complaints[:2000])
        for i, form in enumerate(forms):
            for shape in form.shapes:
                for order in ("forwards", "backwards"):
                    findings = found.get((i, shape, order))
                    if args.show and findings:
                        print(form.name, shape, json.dumps(findings, indent=1))
                    if findings is None or not judge(form, findings):
                        kinds = "nothing was run" if findings is None else ", ".join(
                            f"{f['kind']} ({f['severity']}) line {f.get('line')}: {f['message']}" for f in findings) or "nothing"
                        bad.setdefault(i, []).append(f"{shape} {order}: {kinds}")
        for i, form in enumerate(forms):
            if form.expected == "clean" or form.expected.endswith("?"):
                right += 1
            else:
                wrong += 1
            if i in bad:
                failed += 1
                print(f"not ok {form.name}: expected {form.expected}")
                print("\n".join("    " + line for line in bad[i][:4]))
                print("\n".join("    | " + line for line in form.lines if line.strip()))
        if not any(i in bad for i in range(len(forms))):
            print(f"ok {path}")
    if not args.list:
        print(f"# {right} right and {wrong} wrong kernels, {failed} verdicts wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
