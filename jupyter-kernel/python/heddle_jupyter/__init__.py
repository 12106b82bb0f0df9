"""What Jupyter's tools need to know of CUDA C++ notebooks:

    jupyter nbconvert --to script lesson.ipynb      exporter.py: one program, as `heddle --export` makes it
    papermill lesson.ipynb out.ipynb -p n 1000      parameters.py: parameters as C++
    python -m heddle_jupyter lesson.cu lesson.ipynb cells.py: `// %%` cells to a notebook and back
"""
