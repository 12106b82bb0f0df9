#!/usr/bin/env python3
"""Every kernel of tests/simt, tests/programs and tests/gpu/constructs.cu as a GPU would get it, without a GPU.

By LLVM's own back end always. With a CUDA toolkit: the text for libNVVM passes libNVVM's verifier, its PTX for sm_75,
90 and 100 is assembled by ptxas (for one of them, another each day; ALL=1 in the environment: for all), and %resources of every kernel says what `ptxas -v` says. Without one those checks are skipped, and the
script says so. A file whose kernels are not all meant for all of these says which: `NOT-FOR: sm_75 __reduce_add_sync`
expects an error that names the function; `ASM-FROM: sm_80` is where its inline PTX is understood from. NEEDS-SECONDS: 600 with a toolkit on a busy machine; without one it takes ten.
"""

import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HEDDLE = os.environ["HEDDLE"]
ENGINE = os.path.join(os.path.dirname(HEDDLE), "heddle-engine")
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARCHS = ["sm_75", "sm_90", "sm_100"]
ALL = "ALL" in os.environ
DAY = int(time.time() // 86400)
SANITIZED = "asan" in os.environ.get("HEDDLE_BUILD", "")


def report(ok, name, detail=""):
    if not ok:
        for line in detail.strip().splitlines()[:12]:
            print("# " + line)
    sys.stdout.write(("ok " if ok else "not ok ") + name + "\n")
    sys.stdout.flush()
    return ok


def engine(path, emit, archs):
    env = dict(os.environ, XDG_CACHE_HOME=scratch)
    return subprocess.run([ENGINE, "--ptx", path, "--arch", ",".join(archs), "--emit=" + emit],
                          capture_output=True, text=True, env=env)


def files():
    names = sorted(glob.glob(TESTS + "/simt/*.cu") + glob.glob(TESTS + "/programs/*.cu")) + [TESTS + "/gpu/constructs.cu"]
    for path in names:
        text = open(path, encoding="utf-8", errors="replace").read()
        # Files of errors have nothing to compile, and files of untyped cells run between their definitions.
        if "// ERROR:" not in text and "// RUN: cells" not in text and "// EXIT: 1" not in text and "long double" not in text and \
                "CPU-ONLY: on a GPU there are no" not in text:
            yield path, dict(re.findall(r"NOT-FOR: (sm_\d+) (\w+)", text))


def check(path, emit, archs, unfit):
    """The output for the architectures that fit; the others must name what they lack."""
    name = os.path.relpath(path, TESTS)
    fit = [arch for arch in archs if arch not in unfit]
    run = engine(path, emit, fit)
    report(run.returncode == 0, "%s %s" % (emit, name), run.stderr)
    for arch in set(archs) & set(unfit):
        run_unfit = engine(path, emit, [arch])
        said = unfit[arch] in run_unfit.stderr and arch in run_unfit.stderr
        report(run_unfit.returncode == 1 and said, "%s %s names what %s lacks" % (emit, name, arch), run_unfit.stderr)
    return run.stdout


def numbers(said, name):
    """Registers, shared and local bytes of the kernel, as ptxas -v says them."""
    own = said.split("Function properties for %s\n" % name)[-1]
    found = [re.search(p, own) for p in (r"Used (\d+) registers", r"(\d+) bytes smem", r"(\d+) bytes stack frame")]
    return [int(m.group(1)) if m else 0 for m in found]


def compare_resources(path, unfit, arch):
    """Assembles for all architectures; for one of them, %resources is what ptxas -v says here of the same PTX."""
    text = open(path, encoding="utf-8", errors="replace").read()
    least = re.search(r"ASM-FROM: sm_(\d+)", text)  # of inline PTX, which ptxas reads
    archs = [a for a in ARCHS if not least or int(a[3:]) >= int(least.group(1))]
    if not ALL:  # the architectures take turns
        fit = [a for a in archs if a not in unfit]
        archs = [a for a in archs if a in unfit or a == (arch if arch in fit else fit[0])]
    lines = check(path, "resources", archs, unfit).splitlines()
    if not PTXAS or arch in unfit or arch not in archs:
        return
    shown = [line for line in lines if " %s: " % arch in line]
    texts = re.split(r"^// kernel .*\n", engine(path, "ptx", [arch]).stdout, flags=re.M)[1:]
    wrong = "" if len(shown) == len(texts) else "%d kernels, %d texts" % (len(shown), len(texts))
    with tempfile.NamedTemporaryFile("w", suffix=".ptx", dir=scratch) as ptx:
        for line, text in zip(shown, texts):
            ptx.seek(0), ptx.truncate(), ptx.write(text), ptx.flush()
            said = subprocess.run([PTXAS, "-v", "-arch=" + arch, "-o", os.devnull, ptx.name], capture_output=True, text=True).stderr
            want, have = numbers(said, line.split()[0]), [int(n) for n in re.findall(r"(\d+) (?:registers|bytes)", line)]
            if want != have:
                wrong += "%s: ptxas says %s\n" % (line, want)
    report(not wrong, "resources of %s for %s as ptxas -v has them" % (os.path.relpath(path, TESTS), arch), wrong)


scratch = tempfile.mkdtemp()
try:
    probe = engine(TESTS + "/gpu/constructs.cu", "verify", ["sm_90"])
    have_nvvm = "libNVVM was not found" not in probe.stderr and "cannot be loaded" not in probe.stderr
    have_ptxas = have_nvvm and "needs ptxas" not in engine(TESTS + "/gpu/constructs.cu", "resources", ["sm_90"]).stderr
    PTXAS = shutil.which("ptxas") or next(iter(sorted(glob.glob("/usr/local/cuda*/bin/ptxas"))), None)
    with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        jobs = []
        for number, (path, unfit) in enumerate(files()):
            if SANITIZED and number % 3:
                continue
            jobs.append(pool.submit(check, path, "llvm", ["sm_75", "sm_90"], unfit))
            if have_nvvm:
                jobs.append(pool.submit(check, path, "verify", ARCHS, unfit))
            if have_ptxas and not (SANITIZED and number % 12):  # ptxas is what takes the time
                jobs.append(pool.submit(compare_resources, path, unfit, ARCHS[(number + DAY) % len(ARCHS)]))
        for job in jobs:
            job.result()  # raises what was raised there
    if not have_nvvm:
        print("# skipped: no libNVVM on this machine, so its verifier did not run")
    if not have_ptxas:
        print("# skipped: no ptxas on this machine, so nothing was assembled")
finally:
    shutil.rmtree(scratch)
sys.exit(0)
