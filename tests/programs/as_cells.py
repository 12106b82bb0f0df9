#!/usr/bin/env python3
"""Every program of this folder typed in as cells: one input for each top-level item, then a call of main.

Left out are those marked ONE-CELL: overloads of one name, which a later cell would replace.
"""
import os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "..", "..", "build", "heddle"))
failed = 0
for name in sorted(os.listdir(HERE)):
    if not name.endswith(".cu"):
        continue
    text = open(os.path.join(HERE, name)).read()
    if "/* OUTPUT:" not in text or "ONE-CELL" in text:
        continue
    expected = re.search(r"/\* OUTPUT:\n(.*?)\*/", text, re.S).group(1)
    arguments = "(2, (char *[]){ (char *)\"cells\", (char *)\"64\", NULL })" if "argv" in text else "()"
    inputs = text[:text.index("/* OUTPUT:")] + "\n(void)main%s;\n1 + 1\n" % arguments
    try:
        run = subprocess.run([HEDDLE, "-"], input=inputs, capture_output=True, text=True, timeout=120)
        out, err = run.stdout, run.stderr
    except subprocess.TimeoutExpired:
        out, err = "", "timeout"
    ok = re.sub(r"Out\[\d+\]: 2\n$", "", out) == expected and out != expected
    failed += not ok
    print("%s %s" % ("ok" if ok else "not ok", name[:-3]))
    if not ok:
        print("  " + (out + err)[:2000].replace("\n", "\n  "))
sys.exit(1 if failed else 0)
