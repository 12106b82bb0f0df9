#!/usr/bin/env python3
"""%traffic against a model: kernels that reach memory by random formulas; sectors, bank steps and updates in turn are counted here, too.

NEEDS-SECONDS: 30

usage: traffic.py [--count 40] [--seed N] [--show]
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "../../build/heddle"))
TYPES = {"char": 1, "short": 2, "int": 4, "double": 8, "float4": 16}
FORMULAS = ["t", "2 * t", "t + 1", "32 * t % 1024", "33 * t % 1024", "t / 2", "t / 32", "7", "t * t % 1024", "1023 - t", "t ^ 5",
            "(t % 4) * 16 + t / 4", "t * 3"]
CONDITIONS = ["true", "t % 2 == 0", "t < 40", "t % 32 < 5", "t > 63"]


def value(text, t):
    return eval(text.replace("true", "True").replace("/", "//"), {"t": t})


def sectors(addresses, size):
    return len({(a + k) // 32 for a in addresses for k in (0, size - 1)})


def steps(addresses, size):
    together, total = 32 if size <= 4 else 128 // size, 0
    for i in range(0, len(addresses), together):
        words = {(a + k) // 4 for a in addresses[i:i + together] for k in range(0, size, 4)}
        total += max(sum(w % 32 == bank for w in words) for bank in range(32))
    return total


def expected(kind, size, formula, condition, threads):
    did = requests = lanes = turn = 0
    for warp in range(0, threads, 32):
        on = [t for t in range(warp, min(warp + 32, threads)) if value(condition, t)]
        if not on:
            continue
        addresses = [value(formula, t) * size for t in on]
        requests += 1
        lanes += len(on)
        did += steps(addresses, size) if kind == "shared" else sectors(addresses, size)
        turn += max(addresses.count(a) for a in addresses)
    return {"requests": requests, "threads": lanes, "steps" if kind == "shared" else "sectors": did, "in_turn": turn}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    rng, cases, cells = random.Random(options.seed), [], []
    for i in range(options.count):
        kind = rng.choice(["global", "shared", "atomic"])
        name = "int" if kind == "atomic" else rng.choice(list(TYPES))
        formula, condition = rng.choice(FORMULAS), rng.choice(CONDITIONS)
        threads = rng.choice([32, 64, 96, 128, 256])
        if kind == "atomic":
            access = f"atomicAdd(&p[{formula}], 1);"
        elif kind == "shared":
            access = f"q[t] = s[{formula}];"
        else:
            access = f"q[t] = p[{formula}];"
        begin = f"__shared__ {name} s[1024]; for (int k = t; k < 1024; k += blockDim.x) s[k] = p[k];\n __syncthreads();"
        cells.append(f"__global__ void k{i}({name} *q, {name} *p) {{ int t = threadIdx.x;\n"
                     f"    {begin if kind == 'shared' else ''}\n    if ({condition})\n        {access}\n}}\n{name} p{i}[1024], q{i}[256];")
        cells.append(f'printf("@@ {i}\\n");')
        cells.append(f"%traffic --json k{i}<<<1, {threads}>>>(q{i}, p{i})")
        cases.append((kind, TYPES[name], formula, condition, threads))
    text = "".join(f"// %%\n{cell}\n" for cell in cells)
    result = subprocess.run([HEDDLE, "-"], input=text, capture_output=True, text=True)
    bad, found, key = 0, {}, None
    for line in result.stdout.splitlines():
        if line.startswith("@@"):
            key = int(line.split()[1])
        elif line.startswith("{"):
            record = json.loads(line)
            wanted = cases[key][0]
            is_it = record["kind"] == "traffic" and record["does"] == ("update" if wanted == "atomic" else "read")
            if is_it and record["memory"] == ("shared" if wanted == "shared" else "global") and record["column"] > 8:
                found.setdefault(key, []).append(record)
    for i, case in enumerate(cases):
        want = expected(*case)
        if case[0] != "atomic":
            del want["in_turn"]
        records = [r for r in found.get(i, []) if r["text"].startswith(("s[", "atomicAdd", "p["))]
        have = records[-1] if records else {}
        got = {key: have.get(key) for key in want}
        if options.show:
            print(case, want, got)
        if got != (want if want["requests"] else {key: None for key in want}):
            bad += 1
            print(f"not ok {case}: {got}, expected {want}")
    # That nobody has done anything is said of kernels of which it is true.
    idle = re.sub(r".*has read or written anything\n.*\n.*\n.*\?coverage tells more\n?", "", result.stderr)
    if idle.strip():
        bad += 1
        print(f"not ok: {idle[:1000]}")
    print(f"{'not ok' if bad else 'ok'} {len(cases)} kernels, {bad} wrong")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
