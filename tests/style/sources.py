"""Which files are code of ours, for the tests of this folder."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("core", "repl", "jupyter-kernel", "tests/unit", "tests/fuzz", "tests/gpu/standin")
INPUTS = ("core/front/headers", "tests/fuzz/corpus", "tests/fuzz/found") # texts that Heddle reads


def ours(*endings, folders=FOLDERS):
    """Paths of our files with those endings, from the repository's root, sorted."""
    found = []
    for folder in folders:
        for path, folders_below, names in os.walk(os.path.join(ROOT, folder)):
            path = os.path.relpath(path, ROOT)
            folders_below[:] = sorted(name for name in folders_below if os.path.join(path, name) not in INPUTS)
            found += [os.path.join(path, name) for name in sorted(names) if name.endswith(endings)]
    return found
