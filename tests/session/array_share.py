#!/usr/bin/env python3
"""Arrays of a session in Python without copies, through the table of core/session/share.h: NumPy reads and writes the same
elements by `__array_interface__` and DLPack; they stay while somebody holds them. Prints `ok NAME` and `not ok NAME` lines."""
import ctypes as c
import os
import subprocess
import sys

sys.path.pop(0)  # this folder, in which `inspect` is not Python's
if "asan" in os.environ.get("HEDDLE_BUILD", "") and "LD_PRELOAD" not in os.environ:  # Python itself has no sanitizer
    runtime = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout.strip()
    options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"  # Python's own
    os.execve(sys.executable, [sys.executable] + sys.argv, dict(os.environ, LD_PRELOAD=runtime, ASAN_OPTIONS=options))
try:
    import numpy as np
except ImportError:
    print("ok array_share: there is no NumPy")
    sys.exit(0)

HEDDLE = os.environ.get("HEDDLE") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "build", "heddle")
BUILD = os.path.dirname(os.path.abspath(HEDDLE))
failed = 0


def test(name, ok):
    global failed
    failed += not ok
    print(("ok " if ok else "not ok ") + name, flush=True)


class Tensor(c.Structure):
    _fields_ = [("data", c.c_void_p), ("device_type", c.c_int32), ("device_id", c.c_int32), ("rank", c.c_int32), ("code", c.c_uint8),
                ("bits", c.c_uint8), ("lanes", c.c_uint16), ("shape", c.POINTER(c.c_int64)), ("strides", c.POINTER(c.c_int64)),
                ("byte_offset", c.c_uint64)]


class View(c.Structure):
    _fields_ = [("data", c.c_void_p), ("type", c.c_char * 8), ("rank", c.c_int32), ("shape", c.c_int64 * 8), ("strides", c.c_int64 * 8)]


OUTPUT, P, E = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(c.c_char), c.c_size_t), c.c_void_p, c.POINTER(c.c_void_p)


class Table(c.Structure):
    _fields_ = [("version", c.c_int32), ("open", c.CFUNCTYPE(P, c.c_char_p, OUTPUT, P, E)), ("close", c.CFUNCTYPE(None, P)),
                ("run", c.CFUNCTYPE(c.c_int32, P, c.c_char_p, E)), ("share", c.CFUNCTYPE(P, P, c.c_char_p, E)),
                ("view", c.CFUNCTYPE(c.POINTER(View), P)), ("tensor", c.CFUNCTYPE(P, P)), ("release", c.CFUNCTYPE(None, P)),
                ("put", c.CFUNCTYPE(c.c_int32, P, c.c_char_p, P, E)), ("forget", c.CFUNCTYPE(None, P))]


library = c.CDLL(os.path.join(BUILD, "libheddle-share.so"))
library.hd_share_table.restype = c.POINTER(Table)
table = library.hd_share_table().contents
new_capsule = c.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = c.py_object, [P, c.c_char_p, P]
capsule_pointer = c.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = P, [c.py_object, c.c_char_p]
said = []
output = OUTPUT(lambda user, text, n: said.append(text[:n].decode()))


def checked(call, *args):
    error = P()
    result = call(*args, c.byref(error))
    if error.value:
        text = c.string_at(error.value).decode()
        table.forget(error)
        raise RuntimeError(text)
    return result


class Array:
    def __init__(self, session, expression):
        self.shared = checked(table.share, session, expression.encode())

    @property
    def __array_interface__(self):
        v = table.view(self.shared).contents
        return {"version": 3, "typestr": v.type.decode(), "shape": tuple(v.shape[: v.rank]), "strides": tuple(v.strides[: v.rank]),
                "data": (v.data or 0, False)}

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **options):
        return new_capsule(table.tensor(self.shared), b"dltensor", None)

    def __del__(self):
        if hasattr(self, "shared"):
            table.release(self.shared)


session = checked(table.open, os.path.join(BUILD, "heddle-engine").encode(), output, None)


def run(code):
    said.clear()
    checked(table.run, session, code.encode())
    return "".join(said)


run("auto x = arange<float>(12).reshape(3, 4);")
x = np.asarray(Array(session, "x"))
test("the interface has the elements", x.dtype == np.float32 and (x == np.arange(12).reshape(3, 4)).all())
x[1, 2] = 100
test("what Python writes the session reads", run('printf("%g", x[1, 2]);') == "100")
run("x[2, :] = -1.0f;")
test("what the session writes Python reads", (x[2] == -1).all())
part = Array(session, "x[::-1, 1::2]")
tensor = np.from_dlpack(part)
test("a section by DLPack", tensor.shape == (3, 2) and (tensor == x[::-1, 1::2]).all())
del part
run('auto x = zeros<double>(5); auto other = full(7.0f, 3, 4);')
run("auto more = full(9.0f, 3, 4);")
test("elements outlive their variable", tensor[1, 0] == 5 and tensor[1, 1] == 7 and x[1, 2] == 100)
for kind, name in (("bool", "?"), ("char", "b"), ("unsigned char", "B"), ("short", "h"), ("unsigned short", "H"), ("int", "i"), ("unsigned", "I"),
                   ("long", "l"), ("unsigned long", "L"), ("half", "e"), ("float", "f"), ("double", "d"), ("float _Complex", "F"),
                   ("double _Complex", "D")):
    run("auto of_kind = ones<%s>(3);" % kind)
    a = Array(session, "of_kind")
    i, d = np.asarray(a), np.from_dlpack(a)
    test("elements of " + kind, i.dtype == d.dtype == np.dtype(name) and (i == 1).all() and (d == 1).all())
    del a, i, d
given = np.arange(24, dtype=np.int16).reshape(2, 3, 4)[::-1, :, ::2]
capsules = [given.__dlpack__(), np.zeros((0, 3)).__dlpack__()]  # the tensors are theirs
checked(table.put, session, b"given", capsule_pointer(capsules[0], b"dltensor"))
test("an array of NumPy's is copied in", run('printf("%d %d %d", given[0, 0, 0], given[1, 2, 1], (int)given.shape[2]);') == "12 10 2")
checked(table.put, session, b"none", capsule_pointer(capsules[1], b"dltensor"))
test("an empty one", np.asarray(Array(session, "none")).shape == (0, 3))
held = Array(session, "given")
try:
    run("*(volatile int *)0 = 1;")
    test("a fault is an error", False)
except RuntimeError:
    test("a fault is an error", True)
try:
    run("raise(9);")
except RuntimeError:
    pass
run("given[0, 0, 0] = 3;")
test("an engine that dies leaves the elements shared", np.asarray(held)[0, 0, 0] == 3 and run('printf("%d", given[1, 2, 1]);') == "10")
for what, wanted in (("3", "is not a variable that is an array"), ("nothing", "nothing")):
    try:
        Array(session, what)
        test("no array: " + what, False)
    except RuntimeError as error:
        test("no array: " + what, wanted in str(error))
names = run("%who variable")
del held, tensor, x
after = run("%who variable")
test("what nobody holds is let go", "__heddle_shared" not in after)
last = np.from_dlpack(Array(session, "other"))
table.close(session)
test("elements can be read when the session is closed", (last == 7).all())
sys.exit(failed > 0)
