#!/usr/bin/env python3
"""A wheel of what `meson install` has put into a folder: commands, the Jupyter kernel, manual pages, and the libraries that they need
beside the C library's own, in lib/heddle of the environment.

usage: wheel.py STAGED VERSION OUT
"""

import base64
import glob
import hashlib
import os
import re
import subprocess
import sys
import zipfile

OF_THE_SYSTEM = re.compile(r"^(ld-linux|libc\.|libm\.|libdl\.|libpthread\.|librt\.|linux-vdso)")  # the C library's, as new as the build's
COMMANDS = ["heddle", "heddle-engine", "heddle-kernel"]


def libraries(programs):
    """{name: path} of what the programs load."""
    found = {}
    for program in programs:
        for line in subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout.splitlines():
            match = re.match(r"\s*(\S+) => (/\S+)", line)
            if match and not OF_THE_SYSTEM.match(match[1]):
                found[match[1]] = match[2]
    return found


def main():
    staged, version, out = sys.argv[1:]
    bin_folder = os.path.dirname(glob.glob(os.path.join(staged, "**", "bin", "heddle"), recursive=True)[0])
    share = os.path.join(os.path.dirname(bin_folder), "share")
    programs = [os.path.join(bin_folder, name) for name in COMMANDS]
    prefix = os.path.join(staged, "kernel")
    subprocess.run([programs[2], "--install", "--prefix", prefix], check=True, stdout=sys.stderr)
    spec = os.path.join(prefix, "share", "jupyter", "kernels", "heddle")
    name, data, info = f"heddle-{version}", f"heddle-{version}.data", f"heddle-{version}.dist-info"
    files = {f"{data}/scripts/{os.path.basename(p)}": open(p, "rb").read() for p in programs}
    for file, path in libraries(programs).items():
        files[f"{data}/data/lib/heddle/{file}"] = open(path, "rb").read()
    for path in glob.glob(os.path.join(spec, "*")):
        content = open(path, "rb").read()
        if path.endswith("kernel.json"):  # wherever the environment is
            content = re.sub(rb'"[^"]*/heddle-kernel"', b'"{resource_dir}/../../../../bin/heddle-kernel"', content)
        files[f"{data}/data/share/jupyter/kernels/heddle/{os.path.basename(path)}"] = content
    for path in glob.glob(os.path.join(share, "man", "man1", "*")):
        files[f"{data}/data/share/man/man1/{os.path.basename(path)}"] = open(path, "rb").read()
    python = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "jupyter-kernel", "python")
    for path in glob.glob(os.path.join(python, "heddle_jupyter", "*.py")):
        files[f"heddle_jupyter/{os.path.basename(path)}"] = open(path, "rb").read()
    extension = os.path.join(prefix, "share", "jupyter", "labextensions", "heddle-lab")
    for path in ["package.json", "static/remoteEntry.js"]:
        files[f"{data}/data/share/jupyter/labextensions/heddle-lab/{path}"] = open(os.path.join(extension, path), "rb").read()
    files[f"{info}/entry_points.txt"] = open(os.path.join(python, "entry_points.txt"), "rb").read()
    files[f"{info}/METADATA"] = (f"Metadata-Version: 2.1\nName: heddle\nVersion: {version}\nLicense: Apache-2.0\n"
                                 "Summary: Interactive CUDA C++ on the CPU and the GPU: a shell and a Jupyter kernel\n"
                                 "Provides-Extra: lab\nRequires-Dist: jupyterlab; extra == 'lab'\n"
                                 "Requires-Dist: jupyterlab_widgets; extra == 'lab'\n").encode()
    tag = f"py3-none-linux_{os.uname().machine}"
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: heddle\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}"
              for path, content in files.items()]
    files[f"{info}/RECORD"] = ("\n".join(record + [f"{info}/RECORD,,"]) + "\n").encode()
    wheel = os.path.join(out, f"{name}-{tag}.whl")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))  # the same each time
            entry.external_attr = (0o100755 if "/scripts/" in path else 0o100644) << 16  # regular files, or pip drops the bits
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    print(wheel)


main()
