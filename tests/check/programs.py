#!/usr/bin/env python3
"""Whole programs, checked by `heddle --check`, with and without --json.

programs.cuh has them, each begun by `// == NAME`. A line that ends with `//! KIND` must have a finding of that kind, and no
other line may have one. The exit status is 3 if there is one that is told, and 0 if not.

NEEDS-SECONDS: 60
"""

import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "../../build/heddle"))


def run(path, *options):
    result = subprocess.run([HEDDLE, "--check", *options, path], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return result.returncode, result.stdout, result.stderr


def problems_of(path, wanted, silenced):
    status, _, told = run(path)
    json_status, out, _ = run(path, "--json")
    findings = [json.loads(line) for line in out.splitlines() if line.startswith('{"')]
    found = {(f["line"], f["kind"]) for f in findings if f["severity"] != "silenced"}
    if found != wanted:
        yield f"found {sorted(found)}, expected {sorted(wanted)}"
    if any(f["severity"] == "silenced" for f in findings) != silenced:
        yield "what is silenced is not counted" if silenced else "something is silenced"
    if silenced and "silenced by" not in told:
        yield "what is silenced is not told of"
    if (status, json_status) != ((3, 3) if wanted else (0, 0)):
        yield f"exit status {status}, with --json {json_status}"
    for line, kind in wanted:
        page = {"race-same-value": "race"}.get(kind, kind)
        if not re.search(rf":{line}:\d+: (error|warning): ", told) or f"?{page} tells more" not in told:
            yield f"{kind} in line {line} is not told: {told}"


def main():
    only, bad = sys.argv[1:], 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.cu")
        for part in re.split(r"(?m)^// == ", open(os.path.join(HERE, "programs.cuh")).read())[1:]:
            name, _, text = part.partition("\n")
            if only and name not in only:
                continue
            text = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n" + text
            with open(path, "w") as file:
                file.write(text)
            marks = [(i + 1, re.search(r"//! (\S+)$", line)) for i, line in enumerate(text.splitlines())]
            wanted = {(i, mark.group(1)) for i, mark in marks if mark}
            found = list(problems_of(path, wanted, "race-ok" in text))
            bad += bool(found)
            print(f"{'not ok' if found else 'ok'} {name}")
            for line in found:
                print(f"    {line}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
