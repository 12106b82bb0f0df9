#!/usr/bin/env python3
"""What meson says of packages that are missing, and what its test setups leave out. Nothing is compiled here."""

import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from sources import ROOT  # noqa: E402

failed = 0


def test(name, condition, said=""):
    global failed
    failed |= not condition
    if not condition:
        print("".join("# " + line + "\n" for line in said.splitlines()[-25:]), end="")
    print(("ok " if condition else "not ok ") + name, flush=True)


def setup(folder, native="", env=None, options=()):
    if native:
        path = os.path.join(folder, "native.ini")
        with open(path, "w") as file:
            file.write(native)
        options = ["--native-file", path, *options]
    result = subprocess.run(["meson", "setup", *options, os.path.join(folder, "build"), ROOT], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, **(env or {})})
    return result.returncode, result.stdout


def names(folder, *options):
    result = subprocess.run(["meson", "test", "-C", os.path.join(folder, "build"), "--list", "--no-rebuild", *options], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {line.split(" / ")[-1] for line in result.stdout.splitlines() if " / " in line}


if not shutil.which("meson"):
    print("ok build_is_not_tested_without_meson")
    sys.exit()

with tempfile.TemporaryDirectory() as folder:
    empty = os.path.join(folder, "empty")
    os.mkdir(empty)
    status, said = setup(folder, native="[binaries]\ncmake = '/nowhere'\n", env={"PKG_CONFIG_LIBDIR": empty, "PKG_CONFIG_PATH": empty, "CMAKE_PREFIX_PATH": empty})
    wanted = ["libjansson-dev", "libpng-dev", "libutf8proc-dev", "libzmq3-dev", "libsqlite3-dev"]  # meson finds the others itself
    test("each_missing_library_is_named_by_its_package",
         status != 0 and "apt install" in said and all("    " + w + "    (" in said for w in wanted), said)

with tempfile.TemporaryDirectory() as folder:
    status, said = setup(folder, options=["-Dllvm_config=/nowhere/llvm-config"])
    test("llvm_is_named_when_it_is_missing", status != 0 and "    llvm-19-dev    (" in said and "libpng-dev" not in said, said)

with tempfile.TemporaryDirectory() as folder:
    tools = os.path.join(folder, "tools")
    os.mkdir(tools)
    for tool in ("meson", "ninja", "cc", "gcc", "ar", "as", "ld", "python3", "env", "sh"):
        if shutil.which(tool):
            os.symlink(os.path.realpath(shutil.which(tool)), os.path.join(tools, tool))
    status, said = setup(folder, env={"PATH": tools, "CC": "gcc"})
    test("pkg_config_is_named_when_it_is_missing", status != 0 and "    pkg-config    (" in said and "libpng-dev" not in said, said)

with tempfile.TemporaryDirectory() as folder:
    status, said = setup(folder)
    test("it_is_configured", status == 0, said)
    everything, quick = names(folder, "--setup", "everything"), names(folder, "--setup", "quick")
    folders = {d for d in os.listdir(os.path.join(ROOT, "tests")) if os.path.isdir(os.path.join(ROOT, "tests", d))}
    apart = {"bench", "corpus", "data", "standin", "mutants", "__pycache__"}
    test("each_folder_of_tests_is_a_suite", folders - apart <= everything, f"{folders - apart} {everything}")
    test("the_quick_ones_are_some_of_them", {"unit", "lang"} <= quick < everything, str(quick))

sys.exit(failed)
