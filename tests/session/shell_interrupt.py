#!/usr/bin/env python3
"""Ctrl-C ends a `!command` also where no terminal passes it on; the engine, with what malloc gave, lives on."""

import os
import signal
import subprocess
import sys

HEDDLE = os.environ.get("HEDDLE", "heddle")


def main():
    failed = False
    for name, command in (("sleep", "echo begun; sleep 100"), ("ignores_it", "trap '' INT; echo begun; sleep 100; sleep 100")):
        p = subprocess.Popen([HEDDLE, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        p.stdin.write(f"int *kept = (int *)malloc(4000);\n!{command}\n")
        p.stdin.flush()
        begun = p.stdout.readline()
        p.send_signal(signal.SIGINT)
        try:
            _, err = p.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            p.kill()
            _, err = p.communicate()
            err += "it went on"
        ok = begun == "begun\n" and "the command ended with status" in err and "engine" not in err and "went on" not in err
        print("ok" if ok else f"not ok: {err}", name)
        failed = failed or not ok
    return failed


if __name__ == "__main__":
    sys.exit(main())
