#!/usr/bin/env python3
"""What others need on this GPU, in the same run as Heddle: peers.py nvrtc|cupy|numba [--small]

From a new small kernel's text to its first result on the host, the same redefined, and the host's time of a launch. Prints one
line of JSON: {"version": ..., "new": ms, "redefined": ms, "launch": us}, or {"missing": "why"}. NVRTC is called through its
C API, the driver too, so that it needs nothing from PyPI. HEDDLE_CUDA_DRIVER names another driver (the tests' stand-in).
"""

import ctypes
import glob
import json
import os
import statistics
import sys
import tempfile
import time

SMALL = "--small" in sys.argv
COUNT = 2 if SMALL else 15
TEXT = ('extern "C" __global__ void %s(float *x, float a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; '
        "if (i < n) x[i] = x[i] * a + %d; }")


class Missing(Exception):
    pass


def best_launch(call, synchronise):
    """Microseconds of the host, in a queue that is never full."""
    best = 1e30
    for _ in range(2 if SMALL else 30):
        synchronise()
        start = time.perf_counter()
        for _ in range(500):
            call()
        best = min(best, (time.perf_counter() - start) / 500 * 1e6)
    synchronise()
    return best


def medians(build):
    """build(name, number) makes the kernel of that name that writes that number, runs it and returns what it wrote."""
    build("warm", 1)
    new, redefined = [], []
    for i in range(COUNT):
        for times, number in ((new, i + 1), (redefined, i + 1000)):
            start = time.perf_counter()
            value = build("scale%d" % i, number)
            times.append((time.perf_counter() - start) * 1e3)
            if value != number:
                raise Missing("its kernel wrote %s, not %s" % (value, number))
    return {"new": statistics.median(new), "redefined": statistics.median(redefined)}


# ---- NVRTC and the driver ------------------------------------------------------------------------------------------------

def find_nvrtc():
    places = [os.environ.get("CUDA_HOME", ""), os.environ.get("CUDA_PATH", ""), "/usr/local/cuda", *sorted(glob.glob("/usr/local/cuda-*"))]
    patterns = [p + "/" + d + "/libnvrtc.so*" for p in places if p for d in ("lib64", "lib", "targets/x86_64-linux/lib")]
    patterns += [p + "/nvidia/*/lib/libnvrtc.so*" for p in sys.path if p]
    found = [name for pattern in patterns for name in sorted(glob.glob(pattern)) if "alt" not in name]
    for name in found + ["libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"]:
        try:
            return ctypes.CDLL(name), name
        except OSError:
            continue
    raise Missing("libnvrtc.so is not here")


def call(function, *arguments):
    code = function(*arguments)
    if code:
        raise Missing("%s failed with %d" % (function.__name__, code))


class Driver:
    def __init__(self):
        try:
            self.cu = ctypes.CDLL(os.environ.get("HEDDLE_CUDA_DRIVER") or "libcuda.so.1")
        except OSError as error:
            raise Missing(str(error))
        device, context, self.memory = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_uint64()
        call(self.cu.cuInit, 0)
        call(self.cu.cuDeviceGet, ctypes.byref(device), 0)
        call(self.cu.cuDevicePrimaryCtxRetain, ctypes.byref(context), device)
        call(self.cu.cuCtxSetCurrent, context)
        call(self.cu.cuMemAlloc_v2, ctypes.byref(self.memory), ctypes.c_size_t(4096))
        call(self.cu.cuMemsetD8_v2, self.memory, ctypes.c_ubyte(0), ctypes.c_size_t(4096))
        capability = ctypes.c_int()
        self.arch = 0
        for which, factor in ((75, 10), (76, 1)):
            call(self.cu.cuDeviceGetAttribute, ctypes.byref(capability), which, device)
            self.arch += capability.value * factor

    def result(self, image, name):
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        call(self.cu.cuModuleLoadDataEx, ctypes.byref(module), image, 0, None, None)
        call(self.cu.cuModuleGetFunction, ctypes.byref(function), module, name.encode())
        factor, n, out = ctypes.c_float(0), ctypes.c_int(1000), ctypes.c_float()
        parameters = (ctypes.c_void_p * 3)(*[ctypes.addressof(v) for v in (self.memory, factor, n)])
        call(self.cu.cuLaunchKernel, function, 4, 1, 1, 256, 1, 1, 0, None, parameters, None)
        call(self.cu.cuMemcpyDtoH_v2, ctypes.byref(out), self.memory, ctypes.c_size_t(4))
        return out.value


def nvrtc():
    library, path = find_nvrtc()
    driver = Driver()
    ptx = bool(os.environ.get("HEDDLE_CUDA_DRIVER"))  # the stand-in takes text
    major, minor = ctypes.c_int(), ctypes.c_int()
    library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
    options = [b"--gpu-architecture=%s_%d" % (b"compute" if ptx else b"sm", driver.arch)]
    size_of, code_of = (library.nvrtcGetPTXSize, library.nvrtcGetPTX) if ptx else (library.nvrtcGetCUBINSize, library.nvrtcGetCUBIN)

    def build(name, number):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        call(library.nvrtcCreateProgram, ctypes.byref(program), (TEXT % (name, number)).encode(), b"k.cu", 0, None, None)
        call(library.nvrtcCompileProgram, program, len(options), (ctypes.c_char_p * len(options))(*options))
        call(size_of, program, ctypes.byref(size))
        image = ctypes.create_string_buffer(size.value)
        call(code_of, program, image)
        library.nvrtcDestroyProgram(ctypes.byref(program))
        return driver.result(image, name)

    return dict(medians(build), version="NVRTC %d.%d (%s)" % (major.value, minor.value, path))


# ---- packages of Python's ------------------------------------------------------------------------------------------------

def cupy():
    os.environ["CUPY_CACHE_DIR"] = tempfile.mkdtemp()
    import cupy as cp
    import numpy as np
    d = cp.zeros(1024, dtype=cp.float32)

    def build(name, number):
        kernel = cp.RawKernel(TEXT % (name, number), name)
        kernel((4,), (256,), (d, np.float32(0), np.int32(1000)))
        return float(d[0])

    found = medians(build)
    kernel = cp.RawKernel(TEXT % ("last", 1), "last")
    few = (d, np.float32(0), np.int32(0))
    found["launch"] = best_launch(lambda: kernel((1,), (32,), few), cp.cuda.runtime.deviceSynchronize)
    return dict(found, version="CuPy " + cp.__version__)


def numba():
    import numpy
    if not hasattr(numpy, "row_stack"):  # NumPy 2.5 has dropped what Numba still names
        numpy.row_stack = numpy.vstack
    import numba as nb
    import numpy as np
    from numba import cuda
    d = cuda.to_device(np.zeros(1024, dtype=np.float32))

    def make(name, number):
        space = {"cuda": cuda}
        exec("def %s(x, a, n):\n    i = cuda.grid(1)\n    if i < n:\n        x[i] = x[i] * a + %d\n" % (name, number), space)
        return cuda.jit(space[name])

    def build(name, number):
        make(name, number)[4, 256](d, np.float32(0), np.int32(1000))
        return float(d[0])

    found = medians(build)
    kernel = make("last", 1)[1, 32]
    zero, none = np.float32(0), np.int32(0)
    kernel(d, zero, none)
    found["launch"] = best_launch(lambda: kernel(d, zero, none), cuda.synchronize)
    return dict(found, version="Numba " + nb.__version__)


def main():
    try:
        out = {"nvrtc": nvrtc, "cupy": cupy, "numba": numba}[sys.argv[1]]()
    except ImportError as error:
        out = {"missing": str(error)}
    except Exception as error:  # whatever a peer says of this machine
        out = {"missing": (type(error).__name__ + ": " + str(error))[:200].replace("\n", " ")}
    print(json.dumps(out), flush=True)


main()
