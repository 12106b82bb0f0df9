#!/usr/bin/env python3
"""Every device row of front/builtins.def, called in a kernel of its own, has its form for GPUs (the text for libNVVM).

What a GPU has not is said by name: C library functions under their `__builtin_` names, as in host code. With libNVVM its
verifier reads the texts too.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

ENGINE = os.path.join(os.path.dirname(os.environ["HEDDLE"]), "heddle-engine")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLAGS = {"BI_HOST": 1, "BI_DEVICE": 2, "BI_PURE": 4, "BI_BARRIER": 8, "BI_WARP": 16, "BI_VARIABLE": 32, "BI_GENERIC": 64}


def rows():
    """(name, signature, types) of the rows that device code may call."""
    text = "#define HD_BUILTIN(name, sig, types, flags, lower, arg, help) @@(name)@(sig)@(types)@(flags)@\n#define NULL 0\n"
    text += "".join("#define %s %d\n" % item for item in FLAGS.items()) + '#include "core/front/names/builtins.def"\n'
    out = subprocess.run(["cc", "-E", "-P", "-xc", "-I" + ROOT, "-"], input=text, capture_output=True, text=True, check=True).stdout
    for row in out.split("@@")[1:]:
        fields = [re.sub(r"^\((.*)\)$", r"\1", f.strip(), flags=re.S) for f in row.split("@")]
        name, sig, types = ["".join(re.findall(r'"([^"]*)"', f)) for f in fields[:3]]
        flags = eval(fields[3], {"__builtins__": {}})  # numbers with |, & and ~
        if flags & FLAGS["BI_DEVICE"] and not flags & (FLAGS["BI_VARIABLE"] | FLAGS["BI_GENERIC"]):
            yield name, sig, types


def without_name(param):
    """`unsigned int mask` and `T *p` without what the parameter is called."""
    last = re.search(r"(?<=[ *])(\w+)$", param)
    if last and last.group(1) not in ("int", "long", "char", "short", "double", "float", "unsigned", "void", "bool", "T"):
        return param[:last.start()].strip()
    return param


def statement(name, sig, subject):
    """A call of the row with T standing for `subject`, or None when its types need more than this."""
    result, params = re.match(r"^(.*?)\((.*)\)$", sig).groups()
    params = [without_name(p.strip()) for p in params.split(",") if p.strip() and p.strip() != "..."]
    swap = lambda t: re.sub(r"\bT\b", subject, t) if subject else t
    result, params = swap(result).strip(), [swap(p) for p in params]
    if any(w in " ".join([result] + params) for w in ("long double", "va_list", "_Complex", "bfloat162", "half2")):
        return None
    args = []
    for i, param in enumerate(params):
        order = name.startswith("__atomic") and param == "int" and i and i >= len(params) - (2 if "exchange" in name else 1)
        if param == "const char *":
            args.append('"x"')
        elif param.endswith("*"):
            args.append("(%s)buf" % param)
        else:
            args.append("5" if order else "(%s)buf[%d]" % (param, i))
    call = "%s(%s)" % (name, ", ".join(args))
    if result == "void":
        return call + ";"
    return ("*(const void **)buf = %s;" if result.endswith("*") else "buf[9] = (double)%s;") % call


def kernels():
    for name, sig, types in rows():
        subjects = [""] if not types else ["int", "unsigned long long"] if types == "*" else types.split(",")
        for subject in subjects:
            body = statement(name, sig, subject)
            if body:
                yield name, body


def run(path, emit):
    done = subprocess.run([ENGINE, "--ptx", path, "--arch", "sm_90", "--emit=" + emit], capture_output=True, text=True)
    failed = {int(n) for n in re.findall(r"the kernel `k(\d+)` was not compiled", done.stderr)}
    return failed, done


folder = tempfile.mkdtemp()
try:
    calls = list(kernels())
    path = os.path.join(folder, "all.cu")
    with open(path, "w") as f:
        f.write("#include <stdio.h>\n")
        for i, (name, body) in enumerate(calls):
            f.write("__global__ void k%d(double *buf) { %s }\n" % (i, body))
    failed, done = run(path, "nvvm")
    bad = [calls[i] for i in sorted(failed) if not re.match(r"__builtin_|__fpclassify|__atomic_(test|clear)", calls[i][0])]
    for name, body in bad:
        print("# %s: %s" % (name, body))
    said = all("`%s` is not available on the GPU" % re.sub(r"^__builtin_(_|)", "", calls[i][0]) in done.stderr or
               calls[i][0] in done.stderr for i in failed)
    print("%s %d calls of built-ins have a form for GPUs" % ("ok" if not bad and len(calls) > 500 and done.stdout else "not ok", len(calls)))
    print("%s the others are named" % ("ok" if said else "not ok"))
    refused, done = run(path, "verify")
    if "libNVVM was not found" in done.stderr:
        print("# skipped: no libNVVM on this machine, so its verifier did not run")
    else:
        bad = [calls[i] for i in sorted(refused - failed) if "bswap128" not in calls[i][0]]
        for name, body in bad:
            print("# %s: %s" % (name, body))
        print("%s libNVVM's verifier takes them" % ("not ok" if bad else "ok"))
finally:
    shutil.rmtree(folder)
sys.exit(0)
