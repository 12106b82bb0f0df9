#!/usr/bin/env python3
# NEEDS: libopenblas.so.0
"""Random calls of cuBLAS give NumPy's results: every function, type, transposition, triangle, side, increment and leading dimension.

    tests/library/blas.py                     some hundred calls with another seed each time: what the tests run
    tests/library/blas.py --calls 20000       the long run; --seed N: where it starts
    tests/library/blas.py --seed N --keep DIR the program and its data stay there

A call is a block of one program, which reads its arrays from a file and writes back what they are after the call. Elements
between columns and increments must keep what they have. Prints `ok NAME` and `not ok NAME` lines, a line for each function."""
import random
import sys
import tempfile

import numpy as np

import random_calls
from random_calls import op_of

DTYPE = {"S": np.float32, "D": np.float64, "C": np.complex64, "Z": np.complex128}
CTYPE = {"S": "float", "D": "double", "C": "cuComplex", "Z": "cuDoubleComplex"}
REAL = {"S": "S", "D": "D", "C": "S", "Z": "D"}
OPS = ["CUBLAS_OP_N", "CUBLAS_OP_T", "CUBLAS_OP_C"]
UPLO = ["CUBLAS_FILL_MODE_LOWER", "CUBLAS_FILL_MODE_UPPER"]
DIAG = ["CUBLAS_DIAG_NON_UNIT", "CUBLAS_DIAG_UNIT"]
SIDE = ["CUBLAS_SIDE_LEFT", "CUBLAS_SIDE_RIGHT"]

PRELUDE = "#include <cublas_v2.h>" + random_calls.prelude("cublasHandle_t", "cublasStatus_t", "cublasGetStatusName(s)")
# The same function with 64-bit sizes, and by its own name: one of these for each call.
FORMS = ["", "_64", "_v2", "_v2_64"]
ONE_NAME = ("gemmStridedBatched", "geam", "dgmm")


class Array:
    """Memory of n elements, and the view of it that the call works on."""

    def __init__(self, call, name, dtype, n):
        self.name, self.memory = name, call.random(dtype, n)


class Call:
    def __init__(self, chance, t):
        self.chance, self.t, self.dtype = chance, t, DTYPE[t]
        self.rng = np.random.default_rng(chance.randrange(1 << 30))
        self.arrays, self.after = [], []  # (name, memory before), memory after

    def random(self, dtype, n):
        return random_calls.values(self.rng, dtype, n)

    def size(self, least=0):
        return self.chance.choice([least, 1, 2, 3, 5, 8, 17, 33]) or least

    def add(self, memory):
        name = "abcdefgh"[len(self.arrays)]
        self.arrays.append(memory)
        self.after.append(memory.copy())
        return name, self.after[-1]

    def matrix(self, rows, columns, dtype=None):
        """(name, ld, a view of rows x columns of what is there after the call)"""
        ld = max(1, rows) + self.chance.randrange(3)
        memory = self.random(dtype or self.dtype, ld * max(columns, 1))
        name, after = self.add(memory)
        return name, ld, after[:ld * columns].reshape(columns, ld).T[:rows, :]

    def vector(self, n, dtype=None, positive=False):
        inc = self.chance.choice([1, 1, 2, 3] if positive else [1, 1, 2, -1, -3])
        memory = self.random(dtype or self.dtype, 1 + max(0, n - 1) * abs(inc))
        name, after = self.add(memory)
        view = after[::abs(inc)][:n]
        return name, inc, view[::-1] if inc < 0 else view

    def scalar(self, t=None):
        t = t or self.t
        value = DTYPE[t](self.random(DTYPE[t], 1)[0])
        name, after = self.add(np.array([value, 0], dtype=DTYPE[t]))
        return f"{name}", value

    def triangle(self, a, uplo, diag):
        full = np.tril(a) if uplo == 0 else np.triu(a)
        if diag:
            full = full - np.diag(np.diag(full)) + np.eye(len(a), dtype=a.dtype)
        return full

    def symmetric(self, a, uplo, hermitian):
        half = np.tril(a, -1) if uplo == 0 else np.triu(a, 1)
        diagonal = np.diag(np.diag(a).real if hermitian else np.diag(a)).astype(a.dtype)
        return half + (half.conj().T if hermitian else half.T) + diagonal

    def well(self, view, uplo):
        """Makes a triangular matrix of which systems can be solved."""
        n = len(view)
        view[:] = view * 0.3
        view[range(n), range(n)] += 2


def level1(c, f):
    n, t = c.size(), c.t
    if f in ("axpy", "copy", "swap", "dot", "dotu", "dotc", "rot"):
        if f == "axpy":
            an, al = c.scalar()
        x, incx, vx = c.vector(n)
        y, incy, vy = c.vector(n)
        args = f"{n}, {x}, {incx}, {y}, {incy}"
        if f == "axpy":
            vy[:] = vy + al * vx
            return f"{n}, {an}, {x}, {incx}, {y}, {incy}"
        if f == "copy":
            vy[:] = vx
        elif f == "swap":
            vx[:], vy[:] = vy.copy(), vx.copy()
        elif f == "rot":
            cn, cv = c.scalar(REAL[t])
            sn, sv = c.scalar()
            a, b = vx.copy(), vy.copy()
            vx[:], vy[:] = cv * a + sv * b, cv * b - np.conj(sv) * a
            return args + f", {cn}, {sn}"
        else:
            r, result = c.add(np.zeros(1, c.dtype))
            result[0] = np.sum((vx.conj() if f == "dotc" else vx) * vy)
            return args + f", {r}"
        return args
    if f == "scal":
        an, al = c.scalar()
        x, incx, vx = c.vector(n, positive=True)
        vx[:] = al * vx
        return f"{n}, {an}, {x}, {incx}"
    x, incx, vx = c.vector(n, positive=True)
    size = np.abs(vx.real) + np.abs(vx.imag) if t in "CZ" else np.abs(vx)
    if f in ("amax", "amin"):
        r, result = c.add(np.zeros(1, np.int32))
        result[0] = (np.argmax(size) if f == "amax" else np.argmin(size)) + 1 if n else 0
    else:
        r, result = c.add(np.zeros(1, DTYPE[REAL[t]]))
        result[0] = np.sum(size) if f == "asum" else np.sqrt(np.sum(np.abs(vx.astype(complex)) ** 2))
    return f"{n}, {x}, {incx}, {r}"


def band(a, kl, ku, n, m):
    full = np.zeros((m, n), a.dtype)
    for j in range(n):
        for i in range(max(0, j - ku), min(m, j + kl + 1)):
            full[i, j] = a[ku + i - j, j]
    return full


def packed(v, n, uplo):
    full = np.zeros((n, n), v.dtype)
    at = 0
    for j in range(n):
        rows = range(j + 1) if uplo else range(j, n)
        for i in rows:
            full[i, j] = v[at]
            at += 1
    return full


def pack(full, v, n, uplo):
    at = 0
    for j in range(n):
        for i in range(j + 1) if uplo else range(j, n):
            v[at] = full[i, j]
            at += 1


def level2(c, f):
    chance, hermitian = c.chance, c.t in "CZ"
    op, uplo, diag = chance.randrange(3), chance.randrange(2), chance.randrange(2)
    m, n = c.size(), c.size()
    if f in ("gemv", "gbmv"):
        an, al = c.scalar()
        kl, ku = chance.randrange(3), chance.randrange(3)
        A, lda, va = c.matrix(m, n) if f == "gemv" else c.matrix(kl + ku + 1, n)
        full = va if f == "gemv" else band(va, kl, ku, n, m)
        x, incx, vx = c.vector(n if op == 0 else m)
        bn, be = c.scalar()
        y, incy, vy = c.vector(m if op == 0 else n)
        if m and n:
            vy[:] = al * (op_of(op, full) @ vx) + be * vy
        sizes = f"{m}, {n}" + (f", {kl}, {ku}" if f == "gbmv" else "")
        return f"{OPS[op]}, {sizes}, {an}, {A}, {lda}, {x}, {incx}, {bn}, {y}, {incy}"
    if f in ("ger", "geru", "gerc"):
        an, al = c.scalar()
        x, incx, vx = c.vector(m)
        y, incy, vy = c.vector(n)
        A, lda, va = c.matrix(m, n)
        va[:] = va + al * np.outer(vx, vy.conj() if f == "gerc" else vy)
        return f"{m}, {n}, {an}, {x}, {incx}, {y}, {incy}, {A}, {lda}"
    if f[0] == "t":
        k = chance.randrange(3)
        if f[1] == "r":
            A, lda, va = c.matrix(n, n)
            c.well(va, uplo)
            full = c.triangle(va, uplo, diag)
            where = f"{n}, {A}, {lda}"
        elif f[1] == "b":
            A, lda, va = c.matrix(k + 1, n)
            va[:] = va * 0.3
            va[k if uplo else 0, :] += 2
            full = c.triangle(band(va, 0 if uplo else k, k if uplo else 0, n, n), uplo, diag)
            where = f"{n}, {k}, {A}, {lda}"
        else:
            A, after = c.add(c.random(c.dtype, n * (n + 1) // 2 + 1) * c.dtype(0.3))
            full = packed(after, n, uplo)
            full[range(n), range(n)] += 2
            pack(full, after, n, uplo)
            full = c.triangle(full, uplo, diag)
            where = f"{n}, {A}"
        c.arrays[-1][:] = c.after[-1]
        x, incx, vx = c.vector(n)
        a = op_of(op, full).astype(complex)
        if n:
            vx[:] = (a @ vx if f[2] == "m" else np.linalg.solve(a, vx)).astype(c.dtype) if hermitian else \
                    (a @ vx if f[2] == "m" else np.linalg.solve(a, vx)).real.astype(c.dtype)
        return f"{UPLO[uplo]}, {OPS[op]}, {DIAG[diag]}, {where}, {x}, {incx}"
    # Symmetric or Hermitian.
    rank1 = f in ("syr", "her", "spr", "hpr")
    an, al = c.scalar(REAL[c.t] if rank1 else None)
    k = chance.randrange(3)
    if f.endswith("mv"):
        if f[1] == "b":
            A, lda, va = c.matrix(k + 1, n)
            full = band(va, 0 if uplo else k, k if uplo else 0, n, n)
            where = f"{A}, {lda}"
        elif f[1] == "p":
            A, after = c.add(c.random(c.dtype, n * (n + 1) // 2 + 1))
            full, where = packed(after, n, uplo), A
        else:
            A, lda, va = c.matrix(n, n)
            full, where = va, f"{A}, {lda}"
        x, incx, vx = c.vector(n)
        bn, be = c.scalar()
        y, incy, vy = c.vector(n)
        if n:
            vy[:] = al * (c.symmetric(full, uplo, hermitian) @ vx) + be * vy
        sizes = f"{n}, {k}" if f[1] == "b" else f"{n}"
        return f"{UPLO[uplo]}, {sizes}, {an}, {where}, {x}, {incx}, {bn}, {y}, {incy}"
    x, incx, vx = c.vector(n)
    if rank1:
        update = al * np.outer(vx, vx.conj() if hermitian else vx)
        vectors = f"{x}, {incx}"
    else:
        y, incy, vy = c.vector(n)
        cj = np.conj if hermitian else (lambda v: v)
        update = al * np.outer(vx, cj(vy)) + cj(al) * np.outer(vy, cj(vx))
        vectors = f"{x}, {incx}, {y}, {incy}"
    if f[1] == "p":
        A, after = c.add(c.random(c.dtype, n * (n + 1) // 2 + 1))
        full = packed(after, n, uplo)
        if hermitian and n:
            full[range(n), range(n)] = full[range(n), range(n)].real
            pack(full, c.arrays[-1], n, uplo)
        pack(full + update, after, n, uplo)
        return f"{UPLO[uplo]}, {n}, {an}, {vectors}, {A}"
    A, lda, va = c.matrix(n, n)
    if hermitian and n:
        va[range(n), range(n)] = va[range(n), range(n)].real
        c.arrays[-1][:] = c.after[-1]
    mask = np.tril(np.ones((n, n))) if uplo == 0 else np.triu(np.ones((n, n)))
    va[:] = np.where(mask > 0, va + update, va)
    return f"{UPLO[uplo]}, {n}, {an}, {vectors}, {A}, {lda}"


def level3(c, f):
    chance = c.chance
    opa, opb = chance.randrange(3), chance.randrange(3)
    uplo, side, diag = chance.randrange(2), chance.randrange(2), chance.randrange(2)
    m, n, k = c.size(), c.size(), c.size()
    if f in ("gemm", "geam", "gemmStridedBatched"):
        an, al = c.scalar()
        if f == "geam":
            A, lda, va = c.matrix(*((m, n) if opa == 0 else (n, m)))
            bn, be = c.scalar()
            B, ldb, vb = c.matrix(*((m, n) if opb == 0 else (n, m)))
            C, ldc, vc = c.matrix(m, n)
            vc[:] = al * op_of(opa, va) + be * op_of(opb, vb)
            return f"{OPS[opa]}, {OPS[opb]}, {m}, {n}, {an}, {A}, {lda}, {bn}, {B}, {ldb}, {C}, {ldc}"
        batch = chance.randrange(1, 4) if f != "gemm" else 1
        shape_a, shape_b = (m, k) if opa == 0 else (k, m), (k, n) if opb == 0 else (n, k)

        def stacked(rows, columns):
            ld = max(1, rows) + chance.randrange(3)
            stride = ld * columns + chance.randrange(4)
            name, after = c.add(c.random(c.dtype, stride * batch + ld))
            views = [after[i * stride:i * stride + ld * columns].reshape(columns, ld).T[:rows, :] for i in range(batch)]
            return name, ld, stride, views
        A, lda, sa, va = stacked(*shape_a)
        B, ldb, sb, vb = stacked(*shape_b)
        bn, be = c.scalar()
        C, ldc, sc, vc = stacked(m, n)
        for a, b, v in zip(va, vb, vc):
            v[:] = al * (op_of(opa, a) @ op_of(opb, b)) + be * v
        if f == "gemm":
            return f"{OPS[opa]}, {OPS[opb]}, {m}, {n}, {k}, {an}, {A}, {lda}, {B}, {ldb}, {bn}, {C}, {ldc}"
        return (f"{OPS[opa]}, {OPS[opb]}, {m}, {n}, {k}, {an}, {A}, {lda}, {sa}, {B}, {ldb}, {sb}, {bn}, {C}, {ldc}, {sc}, "
                f"{batch}")
    if f == "dgmm":
        A, lda, va = c.matrix(m, n)
        x, incx, vx = c.vector(m if side == 0 else n)
        C, ldc, vc = c.matrix(m, n)
        vc[:] = vx[:, None] * va if side == 0 else va * vx[None, :]
        return f"{SIDE[side]}, {m}, {n}, {A}, {lda}, {x}, {incx}, {C}, {ldc}"
    if f in ("symm", "hemm"):
        an, al = c.scalar()
        A, lda, va = c.matrix(m if side == 0 else n, m if side == 0 else n)
        B, ldb, vb = c.matrix(m, n)
        bn, be = c.scalar()
        C, ldc, vc = c.matrix(m, n)
        full = c.symmetric(va, uplo, f == "hemm")
        vc[:] = al * (full @ vb if side == 0 else vb @ full) + be * vc
        return f"{SIDE[side]}, {UPLO[uplo]}, {m}, {n}, {an}, {A}, {lda}, {B}, {ldb}, {bn}, {C}, {ldc}"
    if f in ("syrk", "herk", "syr2k", "her2k"):
        hermitian = f[0] == "h"
        op = chance.choice([0, 2]) if hermitian else chance.choice([0, 1])
        an, al = c.scalar(REAL[c.t] if f == "herk" else None)
        A, lda, va = c.matrix(*((n, k) if op == 0 else (k, n)))
        two = f.endswith("2k")
        if two:
            B, ldb, vb = c.matrix(*((n, k) if op == 0 else (k, n)))
        bn, be = c.scalar(REAL[c.t] if hermitian else None)
        C, ldc, vc = c.matrix(n, n)
        if hermitian and n:
            vc[range(n), range(n)] = vc[range(n), range(n)].real
            c.arrays[-1][:] = c.after[-1]
        turned = (lambda v: v.conj().T) if hermitian else (lambda v: v.T)
        a = va if op == 0 else turned(va)
        if two:
            b = vb if op == 0 else turned(vb)
            update = al * (a @ turned(b)) + (np.conj(al) if hermitian else al) * (b @ turned(a))
        else:
            update = al * (a @ turned(a))
        mask = np.tril(np.ones((n, n))) if uplo == 0 else np.triu(np.ones((n, n)))
        vc[:] = np.where(mask > 0, update + be * vc, vc)
        middle = f"{B}, {ldb}, " if two else ""
        return f"{UPLO[uplo]}, {OPS[op]}, {n}, {k}, {an}, {A}, {lda}, {middle}{bn}, {C}, {ldc}"
    an, al = c.scalar()  # trmm, trsm
    order = m if side == 0 else n
    A, lda, va = c.matrix(order, order)
    c.well(va, uplo)
    c.arrays[-1][:] = c.after[-1]
    full = op_of(opa, c.triangle(va, uplo, diag)).astype(complex)
    B, ldb, vb = c.matrix(m, n)
    head = f"{SIDE[side]}, {UPLO[uplo]}, {OPS[opa]}, {DIAG[diag]}, {m}, {n}, {an}, {A}, {lda}, {B}, {ldb}"

    def narrow(v):
        return v.astype(c.dtype) if c.t in "CZ" else v.real.astype(c.dtype)
    if f == "trmm":
        C, ldc, vc = c.matrix(m, n)
        vc[:] = narrow(al * (full @ vb if side == 0 else vb @ full))
        return head + f", {C}, {ldc}"
    if m and n:
        vb[:] = narrow(al * (np.linalg.solve(full, vb) if side == 0 else np.linalg.solve(full.T, vb.T).T))
    return head


def functions():
    for t in "SDCZ":
        low = t.lower()
        for f in ("amax", "amin"):
            yield t, f, f"cublasI{low}{f}", level1
        prefix = {"S": "S", "D": "D", "C": "Sc", "Z": "Dz"}[t]
        for f in ("asum", "nrm2"):
            yield t, f, f"cublas{prefix}{f}", level1
        for f in ["axpy", "copy", "swap", "scal", "rot"] + (["dot"] if t in "SD" else ["dotu", "dotc"]):
            yield t, f, f"cublas{t}{f}", level1
        two = ["gemv", "gbmv", "trmv", "trsv", "tbmv", "tbsv", "tpmv", "tpsv"]
        two += ["ger", "symv", "sbmv", "spmv", "syr", "syr2", "spr", "spr2"] if t in "SD" else \
               ["geru", "gerc", "hemv", "hbmv", "hpmv", "her", "her2", "hpr", "hpr2"]
        for f in two:
            yield t, f, f"cublas{t}{f}", level2
        for f in ["gemm", "gemmStridedBatched", "geam", "dgmm", "symm", "syrk", "syr2k", "trmm", "trsm"] + \
                ([] if t in "SD" else ["hemm", "herk", "her2k"]):
            yield t, f, f"cublas{t}{f}", level3


def main():
    options = random_calls.options("calls", 700)
    chance = random.Random(options.seed)
    folder = options.keep or tempfile.mkdtemp()
    every = list(functions())
    calls, text = [], [PRELUDE]
    for i in range(options.calls):
        t, f, name, make = every[i % len(every)]
        call = Call(chance, t)
        args = make(call, f)
        calls.append((name, args, call))
        types = {v: k for k, v in (("float", np.dtype(np.float32)), ("double", np.dtype(np.float64)),
                                   ("cuComplex", np.dtype(np.complex64)), ("cuDoubleComplex", np.dtype(np.complex128)),
                                   ("int", np.dtype(np.int32)))}
        lines = [f"{types[a.dtype]} *{'abcdefgh'[k]} = ({types[a.dtype]} *)load({a.nbytes});" for k, a in enumerate(call.arrays)]
        forms = FORMS[:2] if f in ONE_NAME else FORMS[::2] if f in ("amax", "amin") else FORMS
        lines.append(f"status({i}, {name}{chance.choice(forms)}(h, {args}));")
        lines += [f"save({'abcdefgh'[k]}, {a.nbytes});" for k, a in enumerate(call.arrays)]
        text.append(f"void call{i}() {{ {' '.join(lines)} }}")
    body = " ".join(f"call{i}();" for i in range(len(calls)))
    text.append(f'int main(int argc, char **argv) {{ in = fopen(argv[1], "rb"); out = fopen(argv[2], "wb"); cublasCreate(&h); {body} '
                "fclose(out); cublasDestroy(h); return failed != 0; }")
    why, after = random_calls.run_program(folder, "\n".join(text), [a for _, _, call in calls for a in call.arrays])
    problems = {"the program": why} if why else {}
    for i, (name, args, call) in enumerate(calls):
        for k, want in enumerate(call.after):
            got = after(want)
            close = 2e-4 if want.dtype in (np.float32, np.complex64) else 1e-9
            if not np.allclose(got, want, rtol=close, atol=close):
                problems.setdefault(name, f"call {i}: {name}({args}): array {'abcdefgh'[k]}: expected {want}, got {got}")
    for name in sorted({n for _, _, n, _ in every} | set(problems)):
        print(f"{'not ok' if name in problems else 'ok'} {name}")
        if name in problems:
            print("# " + problems[name].replace("\n", "\n# "))
    print(f"# {len(calls)} calls")
    sys.exit(bool(problems))


main()
