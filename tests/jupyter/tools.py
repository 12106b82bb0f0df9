#!/usr/bin/env python3
# NEEDS-SECONDS: 120
"""Jupyter's tools with CUDA notebooks: papermill's parameters, nbconvert's scripts, files of cells, `jupyter run`."""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(os.environ.get("HEDDLE_BUILD", os.path.join(ROOT, "build")))
HEDDLE = os.path.join(BUILD, "heddle")
PYTHON = os.path.join(ROOT, "jupyter-kernel", "python")
failed = False

CELLS = r"""// %% [markdown]
// # Squares
//
// of a few numbers

// %%
__global__ void square(float *x, int n) { int i = threadIdx.x; if (i < n) x[i] *= x[i]; }

// %%
int n = 3;
float by = 0.5f;
const char *title = "none";
bool loud = false;

// %%
float v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
square<<<1, 32>>>(v, n);
cudaDeviceSynchronize();
printf("%s %g %g %d\n", title, v[n - 1] * by, v[n], loud);
"""


def say(good, name, *why):
    global failed
    failed |= not good
    print("ok" if good else "not ok", name, *([] if good else why))


def run(*command, env=None, cwd=None):
    return subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL)


def cells_there_and_back():
    sys.path.insert(0, PYTHON)
    from heddle_jupyter import cells
    found = cells.read(CELLS)
    say([kind for kind, _ in found] == ["markdown", "code", "code", "code"] and found[0][1] == "# Squares\n\nof a few numbers", "cells", found)
    say(cells.write(found) == CELLS and cells.from_notebook(cells.to_notebook(CELLS)) == CELLS, "cells there and back", cells.write(found))
    say(cells.read("int a;\n//%%\nint b;\n// %% title\n\n") == [("code", "int a;"), ("code", "int b;")], "marks as they come")
    head = "// ---\n// jupyter:\n//   kernelspec:\n//     name: heddle\n// ---\n\n"  # jupytext's
    tagged = '// %% tags=["parameters"]\nfloat alpha = 0.5f;\n'
    notebook = cells.to_notebook(head + tagged)
    say(len(notebook.cells) == 1 and notebook.cells[0].metadata["tags"] == ["parameters"], "jupytext's head and tags", notebook)
    say(cells.from_notebook(notebook) == tagged, "tags there and back", cells.from_notebook(notebook))


def translator():
    from heddle_jupyter.parameters import CudaTranslator as T
    wanted = {True: "true", 3: "3", -2**63: "(-9223372036854775807 - 1)", 2**63: "9223372036854775808ull", 0.5: "0.5", 1e300: "1e+300",
              float("inf"): "INFINITY", 'a"b\\c\n\x01é': r'"a\"b\\c\012\001é"'}
    got = {value: T.translate(value) for value in wanted}
    say(got == wanted, "values as C++", got)
    say(T.translate([1, [2.5, True]]) == "{1, {2.5, true}}" and T.translate(None) == "nullptr", "lists as C++")
    for value in ({"a": 1}, 2**64):
        try:
            T.translate(value)
            say(False, "what is no value of C++", value)
        except ValueError:
            say(True, "what is no value of C++")
    say(T.codify({"n": 4}) == "// Parameters\ndecltype(n) n = 4;\n", "a cell of parameters", T.codify({"n": 4}))


PROGRAMS = {  # what each prints, and whether `jupyter run` ends well
    "program": ("#include <cstdio>\n__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x * 2; }\n"
                "int main(int argc, char **argv)\n{\n    int *p;\n    cudaMallocManaged(&p, 16);\n    k<<<1, 4>>>(p);\n"
                "    cudaDeviceSynchronize();\n    printf(\"%d %d %d\\n\", argc, p[1], p[3]);\n}\n", "1 2 6", True),
    "trailing": ("struct S { ~S() { printf(\"gone\\n\"); } } s;\nauto main() -> int { puts(\"there\"); return 0; }\n", "there\ngone", True),
    "fails": ("#include <stdio.h>\nint main(void) { printf(\"no\\n\"); return 3; }\n", "no", False),
    "exits": ("#include <stdlib.h>\nvoid leave(void) { exit(0); }\nint main(void) { leave(); return 3; }\n", "", True),
    "faults": ("int main() { int *p = nullptr; return *p; }\n", "", False),
    "calls": ("int main() { puts(\"once\"); return 0; }\nmain();\n", "once", True),  # says itself when it runs
    "mentions": ("// int main() {}\nputs(\"cell\");\n", "cell", True),
}


def jupyter_run_programs(folder, env):
    paths = {}
    for name, (text, wanted, well) in PROGRAMS.items():
        paths[name] = os.path.join(folder, name + ".cu")
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write(text)
        done = run(sys.executable, "-m", "jupyter_client.runapp", "--kernel", "heddle", paths[name], env=env, cwd=folder)
        say(done.stdout.strip() == wanted and (done.returncode == 0) == well and "main is defined" not in done.stderr, f"jupyter run: {name}", done)
        if name == "fails":
            say("the program ended with status 3" in done.stderr, "a program's status is told", done.stderr)
    done = run(sys.executable, "-m", "jupyter_client.runapp", "--kernel", "heddle", paths["program"], paths["trailing"], env=env, cwd=folder)
    say(done.stdout == "1 2 6\nthere\ngone\n", "jupyter run: two programs", done)
    import nbformat
    book = os.path.join(folder, "program.ipynb")
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PROGRAMS["program"][0])]), book)
    done = run(sys.executable, "-m", "nbconvert", "--execute", "--to", "notebook", "--output", "ran", "--ExecutePreprocessor.kernel_name=heddle",
               book, env=env, cwd=folder)
    cells = nbformat.read(os.path.join(folder, "ran.ipynb"), as_version=4).cells if done.returncode == 0 else []
    text = "".join(o.get("text", "") for cell in cells for o in cell.outputs)
    say(text == "main is defined; `main(0, 0)` runs it\n", "a program in a notebook is defined", text, done.stderr[-1500:])


def main():
    with tempfile.TemporaryDirectory() as folder:
        site = os.path.join(folder, "site")
        info = os.path.join(site, "heddle-0.1.0.dist-info")
        shutil.copytree(os.path.join(PYTHON, "heddle_jupyter"), os.path.join(site, "heddle_jupyter"))
        os.makedirs(info)
        shutil.copy(os.path.join(PYTHON, "entry_points.txt"), info)
        with open(os.path.join(info, "METADATA"), "w", encoding="utf-8") as file:
            file.write("Metadata-Version: 2.1\nName: heddle\nVersion: 0.1.0\n")
        env = {**os.environ, "PYTHONPATH": site, "HEDDLE": HEDDLE, "HOME": folder, "HEDDLE_DEVICE": "cpu"}
        for name in ("JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
            env[name] = os.path.join(folder, "jupyter")
        run(os.path.join(BUILD, "heddle-kernel"), "--install", "--prefix", folder)
        env["JUPYTER_PATH"] = os.path.join(folder, "share", "jupyter")
        cells_there_and_back()
        translator()

        cu, book, out = (os.path.join(folder, name) for name in ("squares.cu", "squares.ipynb", "out.ipynb"))
        with open(cu, "w", encoding="utf-8") as file:
            file.write(CELLS)
        done = run(HEDDLE, cu, env=env)
        say(done.stdout == "none 4.5 4 0\n", "a file of cells runs", done)
        done = run(sys.executable, "-m", "heddle_jupyter", cu, book, env=env)
        say(done.returncode == 0, "a notebook of it", done.stderr)
        import nbformat
        notebook = nbformat.read(book, as_version=4)
        notebook.cells[2].metadata["tags"] = ["parameters"]
        nbformat.write(notebook, book)
        done = run(sys.executable, "-m", "papermill", book, out, "-p", "n", "4", "-p", "by", "2", "-p", "title", 'say "hi"', "-p", "loud", "True",
                   "--no-progress-bar", env=env, cwd=folder)
        text = "".join(o.get("text", "") for cell in nbformat.read(out, as_version=4).cells for o in cell.get("outputs", [])) if done.returncode == 0 else ""
        say(text == 'say "hi" 32 5 1\n', "papermill's parameters", text, done.stderr[-1500:])
        say("unknown parameter" not in done.stderr, "papermill knows what the cell declares", done.stderr[-1500:])
        done = run(sys.executable, "-m", "papermill", book, out, "--help-notebook", env=env)
        say("by: float (default 0.5f)" in done.stdout and "title: const char * (default \"none\")" in done.stdout,
            "papermill lists the parameters", done.stdout, done.stderr[-1500:])
        notebook = nbformat.read(book, as_version=4)
        notebook.metadata.pop("language_info")
        done = run(sys.executable, "-m", "nbconvert", "--to", "cuda", "--output", "program", book, env=env, cwd=folder)
        program = os.path.join(folder, "program.cu")
        text = open(program, encoding="utf-8").read() if os.path.exists(program) else ""
        say("int main" in text and "// # Squares" in text, "nbconvert to a program", text, done.stderr[-1500:])
        say(run(HEDDLE, program, env=env).stdout == "none 4.5 4 0\n", "which runs", text)
        done = run(sys.executable, "-m", "nbconvert", "--to", "script", "--output", "again", book, env=env, cwd=folder)
        say(os.path.exists(os.path.join(folder, "again.cu")), "nbconvert to script", done.stderr[-1500:])
        done = run(sys.executable, "-m", "jupyter_client.runapp", "--kernel", "heddle", cu, env=env, cwd=folder)
        say(done.stdout.strip() == "none 4.5 4 0", "jupyter run", done)
        jupyter_run_programs(folder, env)
    sys.exit(failed)


main()
