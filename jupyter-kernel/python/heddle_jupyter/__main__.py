"""python -m heddle_jupyter FILE.cu FILE.ipynb, or the other way round"""

import sys

from . import cells


def main():
    if len(sys.argv) != 3 or {sys.argv[1].rpartition(".")[2], sys.argv[2].rpartition(".")[2]} != {"cu", "ipynb"}:
        sys.exit("usage: python -m heddle_jupyter FILE.cu FILE.ipynb (or the other way round)")
    import nbformat
    source, target = sys.argv[1:]
    if source.endswith(".cu"):
        with open(source, encoding="utf-8") as file:
            nbformat.write(cells.to_notebook(file.read()), target)
    else:
        with open(target, "w", encoding="utf-8") as file:
            file.write(cells.from_notebook(nbformat.read(source, as_version=4)))


main()
