"""The tools that tools/bench simt compares: each runs a row's program on the same inputs and times it.

A peer has `name`, `prepare(row, size, values)` -> None or why it cannot run the row, `sample(inner)` -> seconds for `inner` runs
of the row's program, and `results()` -> the arrays after a run. Compilation and the copying of inputs are outside of what is timed.
"""
import ctypes, ctypes.util, os, subprocess, time

import numpy as np

CUDA_TYPES = {"f4": "float", "f8": "double", "i4": "int", "u4": "unsigned", "u1": "unsigned char"}


def code_of(value):
    return value.dtype.str[1:]


def triple(dims):
    dims = (dims,) if isinstance(dims, (int, np.integer)) else tuple(dims)
    return tuple(int(d) for d in dims) + (1,) * (3 - len(dims))


class Heddle:
    """A session of `heddle -`: the row's kernels as a cell, its arrays in managed memory, the launches in a host function."""
    name = "heddle"

    def __init__(self, program, folder, threads):
        self.program, self.folder, self.threads = program, folder, threads
        self.process = None

    def start(self):
        self.close()
        self.process = subprocess.Popen([self.program, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1)
        self.count = 0
        self.tell("%%config threads %d\n%%config lanes %s\n#include <stdio.h>\n#include <time.h>\n" % (self.threads, os.environ.get("HEDDLE_LANES", "0")))

    def tell(self, text):
        """Sends inputs and returns what they printed."""
        self.count += 1
        self.process.stdin.write("%s\nprintf(\"\\n<%d>\\n\");\n" % (text, self.count))
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.strip() == "<%d>" % self.count:
                return "".join(lines)
            lines.append(line)
        raise SystemExit("heddle ended:\n" + "".join(lines))

    def prepare(self, row, size, values):
        self.start()
        self.values, self.outputs = values, row.outputs
        text = open(row.path + ".cu").read()
        begin = time.perf_counter()
        said = self.tell(text).strip()
        if said:
            return said
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                path = os.path.join(self.folder, name)
                value.tofile(path)
                kind = getattr(row, "types", {}).get(name, CUDA_TYPES[code_of(value)])
                self.tell("%s *p_%s;\ncudaMallocManaged(&p_%s, %d);\n{ FILE *f = fopen(\"%s\", \"rb\"); "
                          "fread(p_%s, 1, %d, f); fclose(f); }" % (kind, name, name, value.nbytes, path, name, value.nbytes))
        calls = []
        for kernel, grid, block, *names in row.launches(values):
            given = names[0] if names else list(values)
            actual = ["p_" + k if isinstance(values[k], np.ndarray) else repr(values[k].item()) for k in given]
            calls.append("%s<<<dim3(%d, %d, %d), dim3(%d, %d, %d)>>>(%s);" % (
                (kernel,) + triple(grid) + triple(block) + (", ".join(actual),)))
        clock = os.environ.get("CLOCK", "CLOCK_MONOTONIC")
        said = self.tell("double bench(int inner) {\n    struct timespec a, b;\n    clock_gettime(%s, &a);\n"
                         "    for (int i = 0; i < inner; i++) { %s }\n    cudaDeviceSynchronize();\n"
                         "    clock_gettime(%s, &b);\n"
                         "    return b.tv_sec - a.tv_sec + (b.tv_nsec - a.tv_nsec) * 1e-9;\n}\n" % (clock, " ".join(calls), clock)).strip()
        self.first = time.perf_counter() - begin
        return said or None

    def sample(self, inner):
        said = self.tell("printf(\"%%.9f\\n\", bench(%d));" % inner)
        try:
            return float(said)
        except ValueError:
            raise SystemExit("heddle says:\n" + said)

    def results(self):
        found = {}
        for name in self.outputs:
            path, value = os.path.join(self.folder, name + ".out"), self.values[name]
            self.tell("{ FILE *f = fopen(\"%s\", \"wb\"); fwrite(p_%s, 1, %d, f); fclose(f); }" % (path, name, value.nbytes))
            found[name] = np.fromfile(path, value.dtype)
        return found

    def close(self):
        if self.process:
            self.process.kill()
            self.process.wait()


def own_copies(row, values):
    return {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in values.items()}


class Loops:
    """The same algorithm as C loops with OpenMP."""
    name = "gcc -O3"

    def __init__(self, folder):
        self.folder = folder

    def prepare(self, row, size, values):
        if not os.path.exists(row.path + ".c"):
            return "no program"
        library = os.path.join(self.folder, "%s-%s.so" % (row.name, size))
        made = subprocess.run(["gcc", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", "-o", library, row.path + ".c", "-lm"],
                              capture_output=True, text=True)
        if made.returncode != 0:
            return made.stderr
        self.values, self.outputs = own_copies(row, values), row.outputs
        kinds = {"f4": ctypes.c_float, "f8": ctypes.c_double, "i4": ctypes.c_int}
        self.arguments = [ctypes.c_void_p(v.ctypes.data) if isinstance(v, np.ndarray) else kinds[code_of(v)](v.item())
                          for v in self.values.values()]
        self.run = ctypes.CDLL(library).run
        self.run.restype = None
        return None

    def sample(self, inner):
        clock = time.process_time if os.environ.get("CLOCK") == "CLOCK_PROCESS_CPUTIME_ID" else time.perf_counter
        begin = clock()
        for _ in range(inner):
            self.run(*self.arguments)
        return clock() - begin

    def results(self):
        return {name: self.values[name] for name in self.outputs}

    def close(self):
        pass


class Numba:
    """prange loops; fastmath is off, as the other peers keep the order of additions too."""
    name = "numba"

    def prepare(self, row, size, values):
        try:
            import numba  # noqa: F401
        except ImportError:
            return "not installed (pip install numba)"
        if not getattr(row, "run", None):
            return getattr(row, "without_numba", "no program")
        self.values, self.outputs, self.function = own_copies(row, values), row.outputs, row.run
        self.function(*self.values.values())
        return None

    def sample(self, inner):
        arguments = list(self.values.values())
        begin = time.perf_counter()
        for _ in range(inner):
            self.function(*arguments)
        return time.perf_counter() - begin

    results = Loops.results

    def close(self):
        pass


class OpenCL:
    """The same kernel in OpenCL C on PoCL, through libOpenCL itself."""
    name = "pocl"
    CPU, USE_HOST_PTR, BUILD_LOG = 2, 1 << 3, 0x1183

    def __init__(self):
        self.cl, self.why = None, None
        path = ctypes.util.find_library("OpenCL")
        if not path:
            self.why = "not installed (apt install pocl-opencl-icd ocl-icd-libopencl1)"
            return
        cl = ctypes.CDLL(path)
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
            getattr(cl, name).restype = ctypes.c_void_p
        platforms, count = (ctypes.c_void_p * 8)(), ctypes.c_uint()
        if cl.clGetPlatformIDs(8, platforms, ctypes.byref(count)) != 0:
            self.why = "no OpenCL platform (apt install pocl-opencl-icd)"
            return
        for i in range(count.value):
            name, device = ctypes.create_string_buffer(200), ctypes.c_void_p()
            cl.clGetPlatformInfo(ctypes.c_void_p(platforms[i]), 0x0902, 200, name, None)
            if b"Portable Computing Language" in name.value and cl.clGetDeviceIDs(
                    ctypes.c_void_p(platforms[i]), ctypes.c_ulong(self.CPU), 1, ctypes.byref(device), None) == 0:
                self.cl, self.device = cl, device
        if not self.cl:
            self.why = "PoCL is not installed (apt install pocl-opencl-icd)"
            return
        error = ctypes.c_int()
        self.context = ctypes.c_void_p(cl.clCreateContext(None, 1, ctypes.byref(self.device), None, None, ctypes.byref(error)))
        self.queue = ctypes.c_void_p(cl.clCreateCommandQueue(self.context, self.device, ctypes.c_ulong(0), ctypes.byref(error)))

    def build(self, text):
        """(program, None) or (None, why)"""
        source, error = ctypes.c_char_p(text.encode()), ctypes.c_int()
        program = ctypes.c_void_p(self.cl.clCreateProgramWithSource(self.context, 1, ctypes.byref(source), None, ctypes.byref(error)))
        if self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), b"", None, None) == 0:
            return program, None
        log = ctypes.create_string_buffer(4000)
        self.cl.clGetProgramBuildInfo(program, self.device, self.BUILD_LOG, 4000, log, None)
        return None, "does not build: " + " ".join(log.value.decode(errors="replace").split())[:160]

    def prepare(self, row, size, values):
        if not self.cl:
            return self.why
        self.values, self.outputs = own_copies(row, values), row.outputs
        if not os.path.exists(row.path + ".cl"):
            return "no program"
        text = open(row.path + ".cl").read()
        program, why = self.build(text)
        if why:
            return why
        error = ctypes.c_int()
        objects = {}
        for name, v in self.values.items():
            if isinstance(v, np.ndarray):
                objects[name] = ctypes.c_void_p(self.cl.clCreateBuffer(
                    self.context, ctypes.c_ulong(self.USE_HOST_PTR), ctypes.c_size_t(v.nbytes),
                    ctypes.c_void_p(v.ctypes.data), ctypes.byref(error)))
        self.calls, self.objects = [], objects
        for name, grid, block, *names in row.launches(values):
            kernel = ctypes.c_void_p(self.cl.clCreateKernel(program, name.encode(), ctypes.byref(error)))
            if error.value:
                return "no kernel %s (error %d)" % (name, error.value)
            for i, k in enumerate(names[0] if names else list(values)):
                v = self.values[k]
                value = objects[k] if isinstance(v, np.ndarray) else {"f4": ctypes.c_float, "i4": ctypes.c_int}[code_of(v)](v.item())
                if self.cl.clSetKernelArg(kernel, i, ctypes.c_size_t(ctypes.sizeof(value)), ctypes.byref(value)):
                    return "argument %s of %s is refused" % (k, name)
            grid, block = triple(grid), triple(block)
            whole = (ctypes.c_size_t * 3)(*(g * b for g, b in zip(grid, block)))
            self.calls.append((kernel, whole, (ctypes.c_size_t * 3)(*block)))
        try:
            self.sample(1)
        except RuntimeError as error:
            return str(error)
        return None

    def sample(self, inner):
        begin = time.perf_counter()
        for _ in range(inner):
            for kernel, whole, block in self.calls:
                status = self.cl.clEnqueueNDRangeKernel(self.queue, kernel, 3, None, whole, block, 0, None, None)
                if status:
                    raise RuntimeError("cannot be launched (error %d)" % status)
        self.cl.clFinish(self.queue)
        return time.perf_counter() - begin

    def results(self):
        for name in self.outputs:
            v = self.values[name]
            self.cl.clEnqueueReadBuffer(self.queue, self.objects[name], 1, ctypes.c_size_t(0), ctypes.c_size_t(v.nbytes),
                                        ctypes.c_void_p(v.ctypes.data), 0, None, None)
        return {name: self.values[name] for name in self.outputs}

    def close(self):
        pass
