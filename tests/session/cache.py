#!/usr/bin/env python3
"""Code that earlier sessions made (`%cache`): a program that is run again makes nothing anew, gives the same answers
and names the same places; what decides the code is in the key; damage, missing folders and other owners are survived."""

import os
import stat
import subprocess
import sys
import tempfile

HEDDLE = os.environ.get("HEDDLE", "heddle")

PROGRAM = """#include <stdio.h>
%s
__global__ void k(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) for (int j = 0; j < 50; j++) a[i] = a[i] * 1.01f + expf(-a[i]);
}
double work(int n) {
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += 1.0 / (i + j + 1);
    return s;
}
int divide(int *v, int n, int by) { int s = 0; for (int i = 0; i < n; i++) s += v[i] / by; return s; }
int main(int argc, char **argv) {
    int n = 200000, v[3] = {1, 2, 3};
    float *a;
    cudaMallocManaged(&a, n * sizeof *a);
    for (int i = 0; i < n; i++) a[i] = i %% 100;
    k<<<(n + 127) / 128, 128>>>(a, n);
    cudaDeviceSynchronize();
    printf("%%.9g %%.17g\\n", a[7], work(300));
    fflush(stdout);
    return divide(v, 3, argc - 2);
}
"""


def run(cache, text, *args, **env):
    """Output and exit status of a program."""
    with tempfile.NamedTemporaryFile("w", suffix=".cu", dir=os.path.dirname(cache), delete=False) as file:
        file.write(text)
    os.replace(file.name, os.path.join(os.path.dirname(cache), "p.cu"))
    p = subprocess.run([HEDDLE, "p.cu", *args], cwd=os.path.dirname(cache), text=True, timeout=120,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                       env={**os.environ, "XDG_CACHE_HOME": cache, "HEDDLE_CACHE": "all", **env})
    return p.stdout, p.stderr, p.returncode


def entries(cache):
    folder = os.path.join(cache, "heddle", "objects")
    found = {}
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = (os.stat(file.name).st_ino, file.read())
    return found


def same_again(cache):
    text = PROGRAM % ""
    first = run(cache, text, "x", "y")
    assert first[2] == 6 and first[0].count("\n") == 1, first
    made = entries(cache)
    assert made, "nothing was kept"
    assert run(cache, text, "x", "y") == first
    now = entries(cache)
    assert now == made, f"the second run made something anew: {sorted(now)} {sorted(made)}"
    # The place of a fault in code that was not made in this session.
    fault = run(cache, text, "x")
    assert "division by zero" in fault[1] and "v[i] / by" in fault[1], fault
    assert entries(cache) == made
    return made, first


def what_decides(cache, made):
    """Another text, other settings, another machine: never the old code."""
    other = run(cache, (PROGRAM % "").replace("1.01f", "1.02f"), "x", "y")
    fused = run(cache, (PROGRAM % "").replace("50", "51"), "x", "y")
    assert other[0] != fused[0]
    text = PROGRAM % ""
    plain = run(cache, text, "x", "y")
    for env in ({"HEDDLE_FMAD": "0"}, {"HEDDLE_FAST_MATH": "1"}, {"HEDDLE_CPU": "x86-64-v2"}, {"HEDDLE_LANES": "1"}):
        before = entries(cache)
        with_it = run(cache, text, "x", "y", **env)
        assert with_it[2] == 6, with_it
        assert set(entries(cache)) - set(before), f"nothing new was made for {env}"
        without = run(cache, text, "x", "y", HEDDLE_CACHE="0", **env)
        assert with_it == without, (env, with_it, without)
    assert run(cache, text, "x", "y") == plain
    # Not looked for, not kept.
    before = entries(cache)
    assert run(cache, (PROGRAM % "").replace("1.01f", "1.03f"), "x", "y", HEDDLE_CACHE="0")[2] == 6
    assert entries(cache) == before


def damage(cache, made, first):
    text = PROGRAM % ""
    folder = os.path.join(cache, "heddle", "objects")
    for spoil in (lambda b: b[:-1], lambda b: b[:40], lambda b: b"", lambda b: b[:-9] + bytes([b[-9] ^ 1]) + b[-8:]):
        for name, (_, data) in made.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(spoil(data))
        assert run(cache, text, "x", "y") == first
        assert run(cache, text, "x", "y") == first
    # A folder that others may write to is not used, nor one that cannot be made.
    os.chmod(folder, 0o777)
    before = entries(cache)
    assert run(cache, text.replace("1.01f", "1.04f"), "x", "y")[2] == 6
    assert entries(cache) == before
    os.chmod(folder, 0o700)
    assert run(cache, text, "x", "y", XDG_CACHE_HOME="/dev/null") == first


def at_once(cache):
    """Eight processes that want the same code at the same time."""
    text = (PROGRAM % "").replace("1.01f", "1.05f")
    path = os.path.join(os.path.dirname(cache), "once.cu")
    with open(path, "w") as file:
        file.write(text)
    env = {**os.environ, "XDG_CACHE_HOME": cache, "HEDDLE_CACHE": "all"}
    all = [subprocess.Popen([HEDDLE, path, "x", "y"], stdout=subprocess.PIPE, env=env) for _ in range(8)]
    out = {p.communicate(timeout=200)[0] for p in all}
    assert len(out) == 1 and all[0].returncode == 6, out


def magic(cache):
    cells = "%cache\n%cache clear nothing\n%cache clear objects\n%cache\n1 + 1\n"
    p = subprocess.run([HEDDLE, "-"], input=cells, text=True, capture_output=True, timeout=60,
                       env={**os.environ, "XDG_CACHE_HOME": cache, "HEDDLE_CACHE": "all"})
    n = len(entries(cache))
    assert n == 0, "they were cleared"
    assert "objects  removed " in p.stdout and "objects  0 files, 0.00 of at most 268 MB" in p.stdout, p.stdout
    assert "`%cache clear` removes it" in p.stderr + p.stdout and "2" in p.stdout, p.stderr


def main():
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        os.mkdir(cache)
        made, first = same_again(cache)
        what_decides(cache, made)
        damage(cache, made, first)
        at_once(cache)
        magic(cache)
    print("ok")


main()
