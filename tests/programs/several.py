#!/usr/bin/env python3
"""Programs of several files: each folder of data/ with a commands.txt, which is a transcript.

A line `$ ARGUMENTS` runs `heddle ARGUMENTS` there; what follows is its output, both streams, and `[N]` when it ends with status N.
`%% TEXT` lines before a command are its standard input. `--accept` writes what came out. With `nvcc` in commands.txt's first
line, that command is run as well: the program must compile there and print the same as the first command.
"""
import os, re, shlex, shutil, subprocess, sys, tempfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
HEDDLE = os.environ.get("HEDDLE", os.path.join(HERE, "..", "..", "..", "build", "heddle"))
accept = "--accept" in sys.argv
failed = 0


def run(arguments, given, folder):
    done = subprocess.run([HEDDLE] + shlex.split(arguments), input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=100, cwd=folder)
    text = done.stdout
    if text and not text.endswith("\n"):
        text += "\n"
    return text + ("[%d]\n" % done.returncode if done.returncode else "")


def compiles(line, folder):
    nvcc = shutil.which("nvcc")
    if not nvcc:
        return True
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([nvcc] + shlex.split(line)[1:] + ["-o", os.path.join(out, "a.out")], capture_output=True, text=True,
                              cwd=folder)
    if done.returncode:
        print(done.stdout + done.stderr)
    return done.returncode == 0


for name in sorted(os.listdir(HERE)):
    folder = os.path.join(HERE, name)
    path = os.path.join(folder, "commands.txt")
    if not os.path.exists(path):
        continue
    written, made, given, ok = open(path).read(), "", "", True
    for block in re.split(r"(?m)^(?=[$%n])", written):
        if block.startswith("%% "):
            given += block.splitlines()[0][3:] + "\n"
            made += block
        elif block.startswith("$ "):
            command = block.splitlines()[0]
            made += command + "\n" + run(command[2:], given, folder)
            given = ""
        else:
            made += block
            if block.startswith("nvcc "):
                ok = compiles(block.splitlines()[0], folder) and ok
    if accept:
        open(path, "w").write(made)
    ok = ok and (accept or made == written)
    failed += not ok
    print("%s %s" % ("ok" if ok else "not ok", name))
    if not ok:
        print("  expected:\n" + written + "  came:\n" + made)
sys.exit(1 if failed else 0)
