"""`jupyter nbconvert --to script` of a CUDA notebook: one program that nvcc compiles, made by `heddle --export`: text as comments, statements
in main, each with the definitions as they were when it ran. A notebook that is no such program becomes a file of cells, with the reason above."""

import os
import shutil
import subprocess
import sys
import tempfile

import nbformat
from nbconvert.exporters import Exporter

from . import cells


def _heddle():
    beside = os.path.join(os.path.dirname(sys.executable), "heddle")
    return os.environ.get("HEDDLE") or (beside if os.access(beside, os.X_OK) else shutil.which("heddle"))


class CudaExporter(Exporter):
    file_extension = ".cu"
    output_mimetype = "text/x-cuda"
    export_from_notebook = "CUDA C++"

    def from_notebook_node(self, nb, resources=None, **kw):
        nb, resources = super().from_notebook_node(nb, resources, **kw)
        resources["output_extension"] = self.file_extension
        heddle = _heddle()
        if not heddle:
            return "// A file of cells for Heddle: no `heddle` was found to make a program of it.\n\n" + cells.from_notebook(nb), resources
        with tempfile.TemporaryDirectory() as folder:
            path, out = os.path.join(folder, "notebook.ipynb"), os.path.join(folder, "program.cu")
            nbformat.write(nb, path)
            done = subprocess.run([heddle, "--export", path, out], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                with open(out, encoding="utf-8") as file:
                    return file.read(), resources
        why = "".join(f"//     {line}\n" for line in done.stderr.splitlines()[:20])
        return f"// A file of cells for Heddle: no program can be made of it.\n{why}\n" + cells.from_notebook(nb), resources
