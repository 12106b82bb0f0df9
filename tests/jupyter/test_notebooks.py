#!/usr/bin/env python3
# NEEDS-SECONDS: 300
# NOT-UNDER-SANITIZERS: the same cells run there in tests/session and tests/simt
"""Each notebook of notebooks/ runs top to bottom through nbclient, and its cells print what they should.

What is expected of a cell stands in its metadata, under "heddle":
    expect    regular expressions that its output (streams, results, errors) matches, in this order
    mime      types that its displays and results have
    exercise  its name: a student fills the cell in. A markdown cell with `solution` of that name has the answer
    check     the exercise's name: `expect` is for the unsolved one, `solved` for the solution
A cell with the tag raises-exception fails, as does one that begins with %%judge while its exercise is unsolved, and no other does. Every notebook is run twice: as it is, and solved.

    test_notebooks.py --store [NAME...]   runs the notebooks and stores their outputs as code hosts show them best
"""

import asyncio
import copy
import os
import re
import subprocess
import sys
import tempfile

import nbclient
import nbformat

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
BUILD = os.environ.get("HEDDLE_BUILD") or os.path.join(ROOT, "build")
NOTEBOOKS = os.path.join(ROOT, "notebooks")
VEGA = "application/vnd.vegalite.v5+json"
LONGEST = 60000  # characters of one stored output


def install(prefix):
    subprocess.run([os.path.join(BUILD, "heddle-kernel"), "--install", "--prefix", prefix], check=True,
                   stdout=subprocess.DEVNULL)
    os.environ["JUPYTER_PATH"] = os.path.join(prefix, "share/jupyter")
    for name in ("JUPYTER_DATA_DIR", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "XDG_DATA_HOME"):
        os.environ[name] = os.path.join(prefix, name.lower())


def text_of(outputs):
    """All that a reader sees as text."""
    parts, stream = [], None  # a slow cell's text comes in pieces, which a front-end puts together
    for output in outputs:
        last, stream = stream, output.get("name")
        if output.output_type == "stream" and last == stream:
            parts[-1] += output.text
        elif output.output_type == "stream":
            parts.append(output.text)
        elif output.output_type == "error":
            parts.append("\n".join(output.traceback) + "\n" + output.evalue)
        else:
            parts.append(output.data.get("text/plain", ""))
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(parts))


def types_of(outputs):
    return {t for o in outputs if o.output_type in ("display_data", "execute_result") for t in o.data}


def problems(cell, solved):
    """What is wrong with the outputs of a cell."""
    if cell.cell_type != "code":
        return
    info, text = cell.metadata.get("heddle", {}), text_of(cell.outputs)
    wanted = [info["solved"]] if solved and "check" in info else info.get("expect", [])
    at = 0
    for pattern in wanted:
        found = re.compile(pattern, re.M).search(text, at)
        if not found:
            yield "no %r in the output %r" % (pattern, text)
            break
        at = found.end()
    for mime in info.get("mime", []):
        if mime not in types_of(cell.outputs):
            yield "no %s among %s" % (mime, sorted(types_of(cell.outputs)))
    fails = any(o.output_type == "error" for o in cell.outputs)
    unsolved = "check" in info and not solved and cell.source.startswith("%%judge")
    if fails != (unsolved or "raises-exception" in cell.metadata.get("tags", [])):
        yield "it fails: " + text if fails else "it does not fail"


def solve(notebook):
    """Puts the solutions in the place of the exercises."""
    answers = {}
    for cell in notebook.cells:
        name = cell.metadata.get("heddle", {}).get("solution")
        if name:
            answers[name] = re.search(r"```cuda\n(.*?)```", cell.source, re.S).group(1).strip()
    for cell in notebook.cells:
        name = cell.metadata.get("heddle", {}).get("exercise")
        if name:
            cell.source = answers.pop(name)
    assert not answers, "solutions without exercise: %s" % list(answers)


def run(notebook):
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="heddle", allow_errors=True,
                            resources={"metadata": {"path": NOTEBOOKS}}).execute()


def tidy(notebook):
    """Outputs for a code host: no chart that only JupyterLab draws, pieces of a stream together, no times."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type != "code":
            continue
        outputs = []
        for output in cell.outputs:
            if "data" in output:
                output.data.pop(VEGA, None)
                for picture in ("image/png", "image/svg+xml"):
                    if picture in output.data:
                        output.data.pop("text/html", None)
                if "image/svg+xml" in output.data: # beside it the braille picture is only noise
                    output.data["text/plain"] = "plot"
                output.pop("transient", None)
            if outputs and output.output_type == "stream" and outputs[-1].get("name") == output.name:
                outputs[-1].text += output.text
            else:
                outputs.append(output)
        cell.outputs = outputs
    notebook.metadata["kernelspec"] = {"display_name": "CUDA C (Heddle)", "language": "cuda", "name": "heddle"}


def names():
    folders = ["", "puzzles"]
    return [os.path.join(f, n) for f in folders for n in sorted(os.listdir(os.path.join(NOTEBOOKS, f))) if n.endswith(".ipynb")]


def read(name):
    return nbformat.read(os.path.join(NOTEBOOKS, name), as_version=4)


def store(wanted):
    for name in names():
        if wanted and not any(w in name for w in wanted):
            continue
        notebook = read(name)
        run(notebook)
        for i, cell in enumerate(notebook.cells):
            for problem in problems(cell, False):
                print("%s, cell %d: %s" % (name, i, problem))
        tidy(notebook)
        nbformat.write(notebook, os.path.join(NOTEBOOKS, name))


def check_stored(name, notebook):
    """The outputs in the file are those of the cells and can be shown without JupyterLab."""
    nbformat.validate(notebook)
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        assert cell.execution_count, "cell %d was not run" % i
        for output in cell.outputs:
            assert VEGA not in output.get("data", {}), "cell %d has a chart that only JupyterLab shows" % i
            assert len(str(output)) < LONGEST, "cell %d has an output of %d characters" % (i, len(str(output)))
        for problem in problems(cell, False):
            raise AssertionError("stored cell %d: %s" % (i, problem))


def check_run(name, notebook, solved):
    if solved:
        solve(notebook)
    run(notebook)
    for cell in notebook.cells:
        assert all(len(line) <= 88 for line in cell.source.splitlines()) or "puzzles" not in name, "lines of more than 88 columns"
    found = ["cell %d: %s" % (i, p) for i, cell in enumerate(notebook.cells) for p in problems(cell, solved)]
    assert not found, "\n".join(found)


MISTAKES = ((r"^ *__syncthreads\(\);\n", ""), (r"atomicAdd\(&([^,]+), ([^()]+|\w+\[\w+\])\)", r"\1 += \2"),
            (r"if \(i < n\) ", ""), (r"x < m && ", ""), (r" && y < n\b", ""), (r"atomicAdd\(count, 1\)", "count[0]++"),
            (r"blockIdx\.x \* blockDim\.x \+ ", ""))


def mistaken(answer):
    """Forms of a solution that are wrong in one place."""
    for pattern, text in MISTAKES:
        for match in re.finditer(pattern, answer, re.M):
            yield answer[:match.start()] + match.expand(text) + answer[match.end():]


# Ways around the lessons' exercises, which their judges must refuse.
TRICKS = {
    "saxpy": ["int i = threadIdx.x; if (i == 0 && blockIdx.x == 0) for (int k = 0; k < n; k++) y[k] = alpha * x[k] + y[k];",
              "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i <= n) y[i] = alpha * x[i] + y[i];"],
    "largest": ["float best = -INFINITY; if (threadIdx.x == 0) for (int i = blockIdx.x; i < n; i += gridDim.x) best = fmaxf(best, x[i]);"
                " if (threadIdx.x == 0) result[blockIdx.x] = best;",
                "result[blockIdx.x] = -INFINITY; for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)"
                " result[blockIdx.x] = fmaxf(result[blockIdx.x], x[i]);"],
    "best": ["int i = blockIdx.x * blockDim.x + threadIdx.x; unsigned long long v = (unsigned long long)__float_as_uint(x[i < n ? i : 0]) << 32 | i;"
             " if (i < n && v < *best) *best = v;"],
    "columns": ["int r = blockIdx.x; float sum = 0; if (threadIdx.x) return; for (int c = 0; c < COLUMNS; c++) sum += m[r][c]; sums[r] = sum;",
                "int r = blockIdx.x * blockDim.x + threadIdx.x; if (r >= ROWS) return; float sum = 0;"
                " for (int c = 0; c < COLUMNS; c++) sum += m[r][c]; sums[r] = sum;"],
}


def check_tricks(name, notebook):
    """The judges of lessons refuse what gives right values in a wrong way."""
    for i, cell in enumerate(list(notebook.cells)):
        exercise = cell.metadata.get("heddle", {}).get("check")
        for trick in TRICKS.get(exercise, []):
            tried = copy.deepcopy(notebook)
            for other in tried.cells:
                if other.metadata.get("heddle", {}).get("exercise") == exercise:
                    other.source = re.sub(r"^ *// your code here.*$", lambda m: trick, other.source, flags=re.M)
            tried.cells = [c for c in tried.cells[:i + 1] if c.cell_type == "code"]
            run(tried)
            text = text_of(tried.cells[-1].outputs)
            assert any(o.output_type == "error" for o in tried.cells[-1].outputs), "%s is taken for right: %s" % (trick, text)


def check_mistakes(name, notebook):
    """The judges of puzzles refuse solutions with one mistake."""
    answers = {c.metadata.heddle.solution: re.search(r"```cuda\n(.*?)```", c.source, re.S).group(1).strip()
               for c in notebook.cells if "solution" in c.metadata.get("heddle", {})}
    judges = {c.metadata.heddle.check: c for c in notebook.cells if "check" in c.metadata.get("heddle", {})}
    cells = [c for c in notebook.cells if c.cell_type == "code"][:1]
    tried = []
    for exercise, answer in answers.items():
        for wrong in mistaken(answer):
            tried.append((exercise, wrong, len(cells) + 1))
            cells += [nbformat.v4.new_code_cell(wrong), copy.deepcopy(judges[exercise])]
    notebook.cells = cells
    run(notebook)
    passed = ["%s\n%s" % (exercise, wrong) for exercise, wrong, i in tried
              if not any(o.output_type == "error" for o in notebook.cells[i].outputs)]
    assert not passed, "%d of %d are taken for right: %s" % (len(passed), len(tried), "\n".join(passed))
    assert len(tried) > 5


def test(name, what, *args):
    try:
        what(*args)
        print("ok " + name, flush=True)
    except Exception as e: # a test that fails in any way has failed
        print("# %s: %s" % (name, str(e).replace("\n", "\n# ")))
        print("not ok " + name, flush=True)


def main():
    asyncio.set_event_loop(asyncio.new_event_loop())
    with tempfile.TemporaryDirectory() as prefix:
        install(prefix)
        if sys.argv[1:2] == ["--store"]:
            store(sys.argv[2:])
            return
        for name in names():
            notebook, short = read(name), name.split(".")[0].replace("/", "-")
            test(short + "_stored", check_stored, name, notebook)
            test(short + "_runs", check_run, name, copy.deepcopy(notebook), False)
            if "puzzles" in name:
                test(short + "_mistakes", check_mistakes, name, copy.deepcopy(notebook))
            else:
                test(short + "_tricks", check_tricks, name, copy.deepcopy(notebook))
            test(short + "_solved", check_run, name, copy.deepcopy(notebook), True)


main()
