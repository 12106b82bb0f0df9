"""Files of cells: `// %%` begins one, `// %% [markdown]` one of text, whose lines are comments. `heddle FILE.cu` runs such a file, and editors
know it as jupytext's percent format.

    // %% [markdown]
    // # Squares

    // %%
    int n = 4;
"""

import re

MARK = re.compile(r"^// ?%%(.*)$")


def _trim(lines):
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines)


def read(text):
    """[(kind, source)] of a file; kind is "code" or "markdown"."""
    cells, kind, lines = [], "code", []

    def end():
        source = _trim([re.sub(r"^// ?", "", line) for line in lines] if kind == "markdown" else lines)
        if source:
            cells.append((kind, source))

    for line in text.splitlines():
        mark = MARK.match(line)
        if mark:
            end()
            kind, lines = "markdown" if re.search(r"\[(markdown|md|raw)\]", mark[1]) else "code", []
        else:
            lines.append(line)
    end()
    return cells


def write(cells):
    """The file of [(kind, source)]."""
    parts = []
    for kind, source in cells:
        if kind == "code":
            parts.append("// %%\n" + source.rstrip("\n") + "\n")
        else:
            parts.append("// %% [markdown]\n" + "".join(f"// {line}".rstrip() + "\n" for line in source.splitlines()))
    return "\n".join(parts)


def to_notebook(text):
    import nbformat
    make = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    notebook = nbformat.v4.new_notebook(cells=[make[kind](source) for kind, source in read(text)])
    notebook.metadata["kernelspec"] = {"name": "heddle", "display_name": "CUDA C (Heddle)", "language": "cuda"}
    notebook.metadata["language_info"] = {"name": "cuda", "file_extension": ".cu", "mimetype": "text/x-c++src"}
    return notebook


def from_notebook(notebook):
    return write([("code" if cell.cell_type == "code" else "markdown", cell.source) for cell in notebook.cells])
