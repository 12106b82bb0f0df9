"""What the tests of this folder share: sessions on the stand-in driver (standin/), and `ok` lines."""

import os
import re
import subprocess
import sys
import tempfile

HEDDLE = os.environ.get("HEDDLE", "heddle")
BUILD = os.environ.get("HEDDLE_BUILD", os.path.dirname(HEDDLE))
STANDIN = os.path.join(BUILD, "tests", "gpu", "libcuda_standin.so")
SLOW = 5 if "asan" in BUILD else 1
failed = False


def run(code, control="", env=None, file=None, timeout=60, arguments=()):
    """What heddle prints (both streams) for cells (separated by blank lines when there are several), and its status."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "control")
        with open(path, "w") as out:
            out.write(control)
        environment = dict(os.environ, HEDDLE_CUDA_DRIVER=STANDIN, STANDIN=path, XDG_CACHE_HOME=os.path.join(folder, "cache"))
        environment.pop("HEDDLE_DEVICE", None)
        environment.update(env or {})
        if file:
            source = os.path.join(folder, file)
            with open(source, "w") as out:
                out.write(code)
            command, text = [HEDDLE, source, *arguments], ""
        else:
            command, text = [HEDDLE, "-"], code
        done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              env=environment, timeout=timeout * SLOW)
        return done.stdout, done.returncode


def check(name, output, *wanted, unwanted=()):
    """`ok NAME` when every text (or /regular expression/) is in the output, in this order."""
    global failed
    at, problem = 0, None
    for want in wanted:
        if want.startswith("/") and want.endswith("/"):
            found = re.compile(want[1:-1]).search(output, at)
            end = found.end() if found else -1
        else:
            found = output.find(want, at)
            end = found + len(want) if found >= 0 else -1
        if end < 0:
            problem = f"the output lacks {want!r}" + (" after what came before" if want in output else "")
            break
        at = end
    for text in unwanted:
        if text in output:
            problem = f"the output has {text!r}"
    if problem:
        failed = True
        print(problem + "; it is:")
        print("\n".join("    " + line for line in output.splitlines()))
    print(("not ok " if problem else "ok ") + name, flush=True)


def finish():
    sys.exit(1 if failed else 0)
