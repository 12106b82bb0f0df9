"""Files of cells: `// %%` begins one, `// %% [markdown]` one of text, whose lines are comments. `heddle FILE.cu` runs such a file, and editors
know it as jupytext's percent format.

    // %% [markdown]
    // # Squares

    // %%
    int n = 4;

    // %% tags=["parameters"]
    float alpha = 0.5f;

What jupytext writes at the top of a file (`jupytext --to cpp:percent`: it knows no .cu) says nothing that is needed here.
"""

import json
import re

MARK = re.compile(r"^// ?%%(.*)$")
HEAD = re.compile(r"\A// ---\n// jupyter:\n(?://.*\n)*?// ---\n")


class Cell(tuple):
    """(kind, source); kind is "code" or "markdown"."""

    def __new__(cls, kind, source, tags=()):
        self = super().__new__(cls, (kind, source))
        self.tags = list(tags)
        return self


def _tags(mark):
    found = re.search(r"tags=(\[[^]]*\])", mark)
    try:
        return [tag for tag in json.loads(found[1]) if isinstance(tag, str)] if found else []
    except ValueError:
        return []


def _trim(lines):
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines)


def read(text):
    """The cells of a file."""
    cells, kind, lines, tags = [], "code", [], []

    def end():
        source = _trim([re.sub(r"^// ?", "", line) for line in lines] if kind == "markdown" else lines)
        if source:
            cells.append(Cell(kind, source, tags))

    for line in HEAD.sub("", text).splitlines():
        mark = MARK.match(line)
        if mark:
            end()
            kind, lines = "markdown" if re.search(r"\[(markdown|md|raw)\]", mark[1]) else "code", []
            tags = _tags(mark[1])
        else:
            lines.append(line)
    end()
    return cells


def write(cells):
    """The file of cells."""
    parts = []
    for cell in cells:
        (kind, source), tags = cell, getattr(cell, "tags", [])
        mark = "// %%" + (" [markdown]" if kind == "markdown" else "") + (" tags=" + json.dumps(tags) if tags else "") + "\n"
        if kind == "code":
            parts.append(mark + source.rstrip("\n") + "\n")
        else:
            parts.append(mark + "".join(f"// {line}".rstrip() + "\n" for line in source.splitlines()))
    return "\n".join(parts)


def to_notebook(text):
    import nbformat
    make = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    notebook = nbformat.v4.new_notebook(cells=[])
    for cell in read(text):
        made = make[cell[0]](cell[1])
        if cell.tags:
            made.metadata["tags"] = cell.tags
        notebook.cells.append(made)
    notebook.metadata["kernelspec"] = {"name": "heddle", "display_name": "CUDA C (Heddle)", "language": "cuda"}
    notebook.metadata["language_info"] = {"name": "cuda", "file_extension": ".cu", "mimetype": "text/x-c++src"}
    return notebook


def from_notebook(notebook):
    return write([Cell("code" if cell.cell_type == "code" else "markdown", cell.source, cell.metadata.get("tags", []))
                  for cell in notebook.cells])
