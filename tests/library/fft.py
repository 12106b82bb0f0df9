#!/usr/bin/env python3
# NEEDS: libfftw3.so.3
"""Transforms of cuFFT give NumPy's results: all six types, 1 to 3 dimensions, lengths to 300, primes, batches, strides, in place.

    tests/library/fft.py                   some hundred transforms with another seed each time: what the tests run
    tests/library/fft.py --all             every length from 1 to 300 of every type, and --calls 3000 random ones
    tests/library/fft.py --seed N --keep DIR

What the output has between its elements must stay, and so must the input of a transform that is not in place."""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

HEDDLE = os.environ.get("HEDDLE", "heddle")
TYPES = ["C2C", "R2C", "C2R", "Z2Z", "D2Z", "Z2D"]
PRELUDE = r"""
#include <cufftXt.h>
#include <stdio.h>
FILE *in, *out; int failed; cufftHandle plan; void *a, *b;
void *load(size_t bytes) { void *p; cudaMallocManaged(&p, bytes + 16); if (fread(p, 1, bytes, in) != bytes) failed++; return p; }
void save(void *p, size_t bytes) { fwrite(p, 1, bytes, out); cudaFree(p); }
void status(int call, int s) { if (s != CUFFT_SUCCESS) { printf("call %d: %d\n", call, s); failed++; } }
"""


class Call:
    def __init__(self, chance, t, dims, batch=1, strided=False, in_place=False, inverse=False):
        self.t, self.dims, self.batch, self.strided, self.in_place, self.inverse = t, dims, batch, strided, in_place, inverse
        self.wide = t in ("Z2Z", "D2Z", "Z2D")
        self.real_in, self.real_out = t in ("R2C", "D2Z"), t in ("C2R", "Z2D")
        self.rng = np.random.default_rng(chance.randrange(1 << 30))
        self.layouts(chance)
        self.memory = [self.random(self.real_in, self.length(0))]
        if not in_place:
            self.memory.append(self.random(self.real_out, self.length(1)))
        self.transform()

    def dtype(self, real):
        return (np.float64 if self.wide else np.float32) if real else (np.complex128 if self.wide else np.complex64)

    def random(self, real, n):
        v = self.rng.uniform(-1, 1, n)
        return (v if real else v + 1j * self.rng.uniform(-1, 1, n)).astype(self.dtype(real))

    def extents(self, real):
        half = (self.real_in or self.real_out) and not real
        return self.dims[:-1] + [self.dims[-1] // 2 + 1 if half else self.dims[-1]]

    def layouts(self, chance):
        """(embed, stride, distance) of input and output, in elements of their own type."""
        self.layout = []
        for real in (self.real_in, self.real_out):
            extents, stride = self.extents(real), 1
            embed = list(extents)
            if self.strided and not self.in_place:
                stride = chance.choice([1, 2, 3])
                embed = [e + chance.choice([0, 0, 1, 2]) for e in extents]
            elif self.in_place and real:
                embed[-1] = 2 * (self.dims[-1] // 2 + 1)
            distance = int(np.prod(embed)) * stride + (chance.choice([0, 1, 5]) if self.strided and not self.in_place else 0)
            self.layout.append((embed, stride, distance))

    def length(self, side):
        embed, stride, distance = self.layout[side]
        return distance * self.batch

    def view(self, memory, side):
        """The elements of a side, as [batch, dims...]."""
        real = (self.real_in, self.real_out)[side]
        embed, stride, distance = self.layout[side]
        extents = self.extents(real)
        steps = [stride * int(np.prod(embed[i + 1:])) for i in range(len(embed))]
        size = memory.itemsize
        return np.lib.stride_tricks.as_strided(memory, [self.batch] + extents, [distance * size] + [s * size for s in steps])

    def transform(self):
        axes = tuple(range(1, len(self.dims) + 1))
        x = self.view(self.memory[0], 0)
        if self.real_out:  # of something whose transform is real
            x[...] = np.fft.rfftn(self.rng.uniform(-1, 1, [self.batch] + self.dims), axes=axes)
        scale = np.prod(self.dims)
        if self.real_in:
            y = np.fft.rfftn(x, axes=axes)
        elif self.real_out:
            y = np.fft.irfftn(x, s=self.dims, axes=axes) * scale
        else:
            y = np.fft.ifftn(x, axes=axes) * scale if self.inverse else np.fft.fftn(x, axes=axes)
        if self.in_place:
            n = max(m.nbytes for m in self.memory)
            after = self.memory[0].copy().view(self.dtype(self.real_out))
            assert after.nbytes == n
            self.view(after, 1)[...] = y
            self.after = [after]
        else:
            self.after = [self.memory[0], self.memory[1].copy()]
            self.view(self.after[1], 1)[...] = y

    def code(self, number, chance):
        f = [f"a = load({self.memory[0].nbytes});"]
        f.append("b = a;" if self.in_place else f"b = load({self.memory[1].nbytes});")
        kind = f"CUFFT_{self.t}"
        dims, rank = ", ".join(map(str, self.dims)), len(self.dims)
        if not self.strided and (self.batch == 1 or rank == 1) and chance.random() < 0.7:
            batch = f", {self.batch}" if rank == 1 else ""
            make = f"cufftPlan{rank}d(&plan, {dims}, {kind}{batch})"
        else:
            (ie, ist, idist), (oe, ost, odist) = self.layout
            f.append(f"{{ int n[] = {{{dims}}}, ie[] = {{{', '.join(map(str, ie))}}}, oe[] = {{{', '.join(map(str, oe))}}};")
            embed = ("ie", "oe") if self.strided else ("NULL", "NULL")
            make = f"cufftPlanMany(&plan, {rank}, n, {embed[0]}, {ist}, {idist}, {embed[1]}, {ost}, {odist}, {kind}, {self.batch})"
        direction = (", CUFFT_INVERSE" if self.inverse else ", CUFFT_FORWARD") if self.t in ("C2C", "Z2Z") else ""
        to = [{"R": "cufftReal", "C": "cufftComplex", "D": "cufftDoubleReal", "Z": "cufftDoubleComplex"}[k] for k in (self.t[0], self.t[2])]
        f.append(f"status({number}, {make});")
        if f[-2].startswith("{ int"):
            f.append("}")
        f.append(f"status({number}, cufftExec{self.t}(plan, ({to[0]} *)a, ({to[1]} *)b{direction})); status({number}, cufftDestroy(plan));")
        f.append(f"save(a, {self.memory[0].nbytes});" + ("" if self.in_place else f" save(b, {self.memory[1].nbytes});"))
        return " ".join(f)

    def name(self):
        return f"{self.t} {'x'.join(map(str, self.dims))} batch {self.batch}" + (" strided" if self.strided else "") + (
            " in place" if self.in_place else "") + (" inverse" if self.inverse else "")

    def check(self, got):
        for side, (want, bytes_) in enumerate(zip(self.after, got)):
            have = np.frombuffer(bytes_, want.dtype)
            scale = np.prod(self.dims) ** 0.5 * (1 if not self.real_out else np.prod(self.dims) ** 0.5)
            bound = (1e-13 if self.wide else 6e-5) * scale
            if self.in_place:  # what pads a row is anybody's
                want, have = self.view(want, 1), self.view(have.copy(), 1)
            error = np.max(np.abs(want - have)) if want.size else 0
            if not error <= bound:
                return f"{'input' if side == 0 and not self.in_place else 'output'} is off by {error:.3g}"
        return None


def random_call(chance):
    rank = chance.choice([1, 1, 2, 2, 3])
    most = {1: 300, 2: 40, 3: 12}[rank]
    dims = [chance.choice([chance.randint(1, most), chance.choice([1, 2, 4, 8, 11, most // 2, most])]) for _ in range(rank)]
    t, in_place = chance.choice(TYPES), chance.random() < 0.3
    return Call(chance, t, dims, chance.choice([1, 1, 2, 3, 7]), not in_place and chance.random() < 0.5, in_place,
                t in ("C2C", "Z2Z") and chance.random() < 0.5)


def run(calls, chance, folder):
    with open(f"{folder}/data", "wb") as file:
        for c in calls:
            for m in c.memory:
                file.write(m.tobytes())
    with open(f"{folder}/p.cu", "w") as file:
        file.write(PRELUDE)
        for i, c in enumerate(calls):
            file.write(f"void call{i}() {{ {c.code(i, chance)} }}\n")
        file.write('int main(int argc, char **argv) { in = fopen(argv[1], "rb"); out = fopen(argv[2], "wb");\n')
        file.write("".join(f"call{i}();" for i in range(len(calls))) + "fclose(out); return failed != 0; }\n")
    p = subprocess.run([HEDDLE, f"{folder}/p.cu", f"{folder}/data", f"{folder}/out"], capture_output=True, text=True, timeout=550)
    failures = {}
    if p.returncode:
        print(f"not ok program\n{p.stdout}{p.stderr}")
        return {"program": 1}
    with open(f"{folder}/out", "rb") as file:
        for c in calls:
            why = c.check([file.read(m.nbytes) for m in c.memory])
            if why:
                print(f"not ok {c.name()}: {why}")
                failures[c.t] = failures.get(c.t, 0) + 1
    return failures


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--calls", type=int, default=150)
    p.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    p.add_argument("--keep")
    p.add_argument("--all", action="store_true")
    args = p.parse_args()
    print(f"seed {args.seed}")
    chance = random.Random(args.seed)
    calls = [random_call(chance) for _ in range(args.calls)]
    if args.all:
        calls += [Call(chance, t, [n]) for t in TYPES for n in range(1, 301)]
    failed = {}
    for at in range(0, len(calls), 300):
        if args.keep:
            os.makedirs(args.keep, exist_ok=True)
            failed.update(run(calls[at:at + 300], chance, args.keep))
        else:
            with tempfile.TemporaryDirectory() as folder:
                failed.update(run(calls[at:at + 300], chance, folder))
    for t in TYPES:
        if t not in failed:
            print(f"ok {t}: {sum(c.t == t for c in calls)} transforms")
    sys.exit(1 if failed else 0)


main()
