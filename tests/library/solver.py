#!/usr/bin/env python3
# NEEDS: libopenblas.so.0
"""Factorisations, systems, eigenvalues and singular values of cuSOLVER are what NumPy says, for all four types and random sizes.

    tests/library/solver.py                   a few calls of each function with another seed each time: what the tests run
    tests/library/solver.py --rounds 40       the long run; --seed N: where it starts; --keep DIR: the program stays there

What is not unique (vectors, factors) is judged by what it must satisfy: Q * R = A, A * v = w * v, and orthogonality."""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

HEDDLE = os.environ.get("HEDDLE", "heddle")
DTYPE = {"S": np.float32, "D": np.float64, "C": np.complex64, "Z": np.complex128}
REAL = {"S": np.float32, "D": np.float64, "C": np.float32, "Z": np.float64}
CTYPE = {"S": "float", "D": "double", "C": "cuComplex", "Z": "cuDoubleComplex"}
RTYPE = {"S": "float", "D": "double", "C": "float", "Z": "double"}
DATA = {"S": "CUDA_R_32F", "D": "CUDA_R_64F", "C": "CUDA_C_32F", "Z": "CUDA_C_64F"}
PRELUDE = r"""
#include <cusolverDn.h>
#include <stdio.h>
FILE *in, *out; cusolverDnHandle_t h; cusolverDnParams_t params; syevjInfo_t sj; gesvdjInfo_t gj; int failed, lwork, *info; size_t db, hb;
void *load(size_t bytes) { void *p; cudaMallocManaged(&p, bytes + 16); if (fread(p, 1, bytes, in) != bytes) failed++; return p; }
void save(void *p, size_t bytes) { fwrite(p, 1, bytes, out); cudaFree(p); }
void *area(size_t bytes) { void *p; cudaMalloc(&p, bytes + 16); return p; }
void status(int call, int s) { if (s != 0 || *info != 0) { printf("call %d: %d, info %d\n", call, s, *info); failed++; } }
"""


class Call:
    def __init__(self, chance, t):
        self.chance, self.t, self.dtype, self.complex = chance, t, DTYPE[t], t in "CZ"
        self.rng = np.random.default_rng(chance.randrange(1 << 30))
        self.arrays = []
        self.tolerance = 2e-3 if t in "SC" else 1e-10

    def values(self, *shape):
        v = self.rng.uniform(-1, 1, shape)
        return (v + 1j * self.rng.uniform(-1, 1, shape) if self.complex else v).astype(self.dtype)

    def matrix(self, a):
        """Name and leading dimension; the memory has rows between the columns."""
        a = np.asarray(a)
        ld = max(1, a.shape[0]) + self.chance.randrange(3)
        memory = np.zeros((a.shape[1], ld), a.dtype)
        memory[:, :a.shape[0]] = a.T
        return self.add(memory.reshape(-1)), ld, a.shape

    def add(self, memory):
        self.arrays.append(np.ascontiguousarray(memory))
        return "abcdefgh"[len(self.arrays) - 1]

    def positive(self, n):
        a = self.values(n, n)
        return (a @ a.conj().T + n * np.eye(n)).astype(self.dtype)

    def hermitian(self, n):
        a = self.values(n, n)
        return ((a + a.conj().T) / 2).astype(self.dtype)

    def got(self, after, which, ld, shape):
        return after["abcdefgh".index(which)].reshape(-1, ld)[:, :shape[0]].T[:, :shape[1]]

    def near(self, x, y, what):
        x, y = np.asarray(x), np.asarray(y)
        error = np.max(np.abs(x - y)) if x.size else 0
        scale = 1 + (np.max(np.abs(y)) if y.size else 0)
        return None if error <= self.tolerance * scale else f"{what} is off by {error:.3g}"


def size(c, least=1):
    return c.chance.choice([1, 2, 3, 5, 8, 17, 30]) + least - 1


def fn(c, name):
    return f"cusolverDn{c.t}{name}"


def work(c):
    return f"void *w = area(lwork * sizeof({CTYPE[c.t]}));"


def ptr(c, name):
    return f"({CTYPE[c.t]} *){name}"


def cholesky(c):
    n, k = size(c), size(c)
    A, B = c.positive(n), c.values(n, k)
    uplo = c.chance.choice([0, 1])
    a, lda, sa = c.matrix(A)
    b, ldb, sb = c.matrix(B)
    u = f"(cublasFillMode_t){uplo}"
    if c.chance.random() < 0.4:
        x = f"cusolverDnXpotrf_bufferSize(h, params, {u}, {n}, {DATA[c.t]}, {a}, {lda}, {DATA[c.t]}, &db, &hb); void *w = area(db);" \
            f"CHECK(cusolverDnXpotrf(h, params, {u}, {n}, {DATA[c.t]}, {a}, {lda}, {DATA[c.t]}, w, db, NULL, hb, info));" \
            f"CHECK(cusolverDnXpotrs(h, params, {u}, {n}, {k}, {DATA[c.t]}, {a}, {lda}, {DATA[c.t]}, {b}, {ldb}, info));"
    else:
        x = f"{fn(c, 'potrf_bufferSize')}(h, {u}, {n}, {ptr(c, a)}, {lda}, &lwork); {work(c)}" \
            f"CHECK({fn(c, 'potrf')}(h, {u}, {n}, {ptr(c, a)}, {lda}, {ptr(c, 'w')}, lwork, info));" \
            f"CHECK({fn(c, 'potrs')}(h, {u}, {n}, {k}, {ptr(c, a)}, {lda}, {ptr(c, b)}, {ldb}, info));"

    def judge(after):
        L = c.got(after, a, lda, sa)
        F = np.tril(L) if uplo == 0 else np.triu(L).conj().T
        return c.near(F @ F.conj().T, A, "L * L^H") or c.near(A @ c.got(after, b, ldb, sb), B, "A * x")
    return x, judge


def inverse(c):
    n, uplo = size(c), c.chance.choice([0, 1])
    A = c.positive(n)
    a, lda, sa = c.matrix(A)
    u = f"(cublasFillMode_t){uplo}"
    x = f"{fn(c, 'potri_bufferSize')}(h, {u}, {n}, {ptr(c, a)}, {lda}, &lwork); {work(c)}" \
        f"CHECK({fn(c, 'potrf')}(h, {u}, {n}, {ptr(c, a)}, {lda}, {ptr(c, 'w')}, lwork, info));" \
        f"CHECK({fn(c, 'potri')}(h, {u}, {n}, {ptr(c, a)}, {lda}, {ptr(c, 'w')}, lwork, info));"

    def judge(after):
        half = c.got(after, a, lda, sa)
        half = np.tril(half) if uplo == 0 else np.triu(half)
        full = half + half.conj().T - np.diag(np.diag(half))
        return c.near(full @ A, np.eye(n), "A^-1 * A")
    return x, judge


def batched(c):
    n, batch, uplo = size(c), c.chance.choice([1, 3]), c.chance.choice([0, 1])
    As, bs = [c.positive(n) for _ in range(batch)], [c.values(n, 1) for _ in range(batch)]
    a = c.add(np.concatenate([A.T.reshape(-1) for A in As]))
    b = c.add(np.concatenate([v.reshape(-1) for v in bs]))
    T = CTYPE[c.t]
    x = f"{T} **pa, **pb; cudaMallocManaged(&pa, 80); cudaMallocManaged(&pb, 80); int *infos = (int *)area(80);" \
        f"for (int i = 0; i < {batch}; i++) {{ pa[i] = {ptr(c, a)} + i * {n * n}; pb[i] = {ptr(c, b)} + i * {n}; }}" \
        f"CHECK({fn(c, 'potrfBatched')}(h, (cublasFillMode_t){uplo}, {n}, pa, {n}, infos, {batch}));" \
        f"CHECK({fn(c, 'potrsBatched')}(h, (cublasFillMode_t){uplo}, {n}, 1, pa, {n}, pb, {n}, info, {batch}));"

    def judge(after):
        for i in range(batch):
            why = c.near(As[i] @ after[1][i * n:(i + 1) * n], bs[i][:, 0], f"A[{i}] * x")
            if why:
                return why
    return x, judge


def lu(c):
    n, k, op = size(c), size(c), c.chance.choice([0, 1, 2])
    A, B = c.values(n, n) + 3 * n ** 0.5 * np.eye(n, dtype=c.dtype), c.values(n, k)
    a, lda, sa = c.matrix(A.astype(c.dtype))
    b, ldb, sb = c.matrix(B)
    pivots = c.chance.random() < 0.7
    if c.chance.random() < 0.4:
        p = f"int64_t *p = (int64_t *)area(8 * {n});" if pivots else "int64_t *p = NULL;"
        x = p + f"cusolverDnXgetrf_bufferSize(h, params, {n}, {n}, {DATA[c.t]}, {a}, {lda}, {DATA[c.t]}, &db, &hb); void *w = area(db);" \
            f"CHECK(cusolverDnXgetrf(h, params, {n}, {n}, {DATA[c.t]}, {a}, {lda}, p, {DATA[c.t]}, w, db, NULL, hb, info));" \
            f"CHECK(cusolverDnXgetrs(h, params, (cublasOperation_t){op}, {n}, {k}, {DATA[c.t]}, {a}, {lda}, p, {DATA[c.t]}, {b}, {ldb}, info));"
    else:
        p = f"int *p = (int *)area(4 * {n});" if pivots else "int *p = NULL;"
        x = p + f"{fn(c, 'getrf_bufferSize')}(h, {n}, {n}, {ptr(c, a)}, {lda}, &lwork); {work(c)}" \
            f"CHECK({fn(c, 'getrf')}(h, {n}, {n}, {ptr(c, a)}, {lda}, {ptr(c, 'w')}, p, info));" \
            f"CHECK({fn(c, 'getrs')}(h, (cublasOperation_t){op}, {n}, {k}, {ptr(c, a)}, {lda}, p, {ptr(c, b)}, {ldb}, info));"
    M = [A, A.T, A.conj().T][op]

    def judge(after):
        return c.near(M @ c.got(after, b, ldb, sb), B, "op(A) * x")
    return x, judge


def qr(c):
    m = size(c)
    n = c.chance.randint(1, m)
    A = c.values(m, n)
    a, lda, sa = c.matrix(A)
    tau = c.add(np.zeros(n, c.dtype))
    q, ldq, sq = c.matrix(np.zeros((m, n), c.dtype))
    org = "ungqr" if c.complex else "orgqr"
    x = f"{fn(c, 'geqrf_bufferSize')}(h, {m}, {n}, {ptr(c, a)}, {lda}, &lwork); {work(c)}" \
        f"CHECK({fn(c, 'geqrf')}(h, {m}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tau)}, {ptr(c, 'w')}, lwork, info));" \
        f"cudaMemcpy2D({q}, {ldq} * sizeof({CTYPE[c.t]}), {a}, {lda} * sizeof({CTYPE[c.t]}), {m} * sizeof({CTYPE[c.t]}), {n}, cudaMemcpyDeviceToDevice);" \
        f"{fn(c, org + '_bufferSize')}(h, {m}, {n}, {n}, {ptr(c, q)}, {ldq}, {ptr(c, tau)}, &lwork);" \
        f"CHECK({fn(c, org)}(h, {m}, {n}, {n}, {ptr(c, q)}, {ldq}, {ptr(c, tau)}, {ptr(c, 'w')}, lwork, info));"

    def judge(after):
        R, Q = np.triu(c.got(after, a, lda, sa))[:n], c.got(after, q, ldq, sq)
        return c.near(Q @ R, A, "Q * R") or c.near(Q.conj().T @ Q, np.eye(n), "Q^H * Q")
    return x, judge


def times_q(c):
    """Q^H * (Q * C) = C, and Q^H * A = R."""
    m = size(c)
    n = c.chance.randint(1, m)
    A = c.values(m, n)
    a, lda, sa = c.matrix(A)
    b, ldb, sb = c.matrix(A)
    tau = c.add(np.zeros(n, c.dtype))
    orm, op = ("unmqr", "CUBLAS_OP_C") if c.complex else ("ormqr", "CUBLAS_OP_T")
    x = f"{fn(c, 'geqrf_bufferSize')}(h, {m}, {n}, {ptr(c, a)}, {lda}, &lwork); {work(c)}" \
        f"CHECK({fn(c, 'geqrf')}(h, {m}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tau)}, {ptr(c, 'w')}, lwork, info));" \
        f"{fn(c, orm + '_bufferSize')}(h, CUBLAS_SIDE_LEFT, {op}, {m}, {n}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tau)}, {ptr(c, b)}, {ldb}, &lwork);" \
        f"CHECK({fn(c, orm)}(h, CUBLAS_SIDE_LEFT, {op}, {m}, {n}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tau)}, {ptr(c, b)}, {ldb}, {ptr(c, 'w')}, lwork, info));"

    def judge(after):
        R = np.triu(c.got(after, a, lda, sa))
        return c.near(c.got(after, b, ldb, sb), R, "Q^H * A")
    return x, judge


def eigen(c):
    n, uplo = size(c), c.chance.choice([0, 1])
    A = c.hermitian(n)
    a, lda, sa = c.matrix(A)
    w = c.add(np.zeros(n, REAL[c.t]))
    how = c.chance.choice(["vd", "vj", "X"])
    u, R = f"(cublasFillMode_t){uplo}", RTYPE[c.t]
    mode = "CUSOLVER_EIG_MODE_VECTOR"
    if how == "X":
        real = DATA["S" if R == "float" else "D"]
        x = f"cusolverDnXsyevd_bufferSize(h, params, {mode}, {u}, {n}, {DATA[c.t]}, {a}, {lda}, {real}, {w}, {DATA[c.t]}, &db, &hb); void *wk = area(db);" \
            f"CHECK(cusolverDnXsyevd(h, params, {mode}, {u}, {n}, {DATA[c.t]}, {a}, {lda}, {real}, {w}, {DATA[c.t]}, wk, db, NULL, hb, info));"
    else:
        name = ("hee" if c.complex else "sye") + how
        last = ", sj" if how == "vj" else ""
        x = f"{fn(c, name + '_bufferSize')}(h, {mode}, {u}, {n}, {ptr(c, a)}, {lda}, ({R} *){w}, &lwork{last}); void *wk = area(lwork * sizeof({CTYPE[c.t]}));" \
            f"CHECK({fn(c, name)}(h, {mode}, {u}, {n}, {ptr(c, a)}, {lda}, ({R} *){w}, {ptr(c, 'wk')}, lwork, info{last}));"

    def judge(after):
        V, W = c.got(after, a, lda, sa), after[1]
        return c.near(W, np.linalg.eigvalsh(A), "w") or c.near(A @ V, V * W, "A * v") or c.near(V.conj().T @ V, np.eye(n), "V^H * V")
    return x, judge


def general_eigen(c):
    n, uplo = size(c), c.chance.choice([0, 1])
    A, B = c.hermitian(n), c.positive(n)
    a, lda, sa = c.matrix(A)
    b, ldb, sb = c.matrix(B)
    w = c.add(np.zeros(n, REAL[c.t]))
    name, u, R, mode = "hegvd" if c.complex else "sygvd", f"(cublasFillMode_t){uplo}", RTYPE[c.t], "CUSOLVER_EIG_MODE_VECTOR"
    x = f"{fn(c, name + '_bufferSize')}(h, CUSOLVER_EIG_TYPE_1, {mode}, {u}, {n}, {ptr(c, a)}, {lda}, {ptr(c, b)}, {ldb}, ({R} *){w}, &lwork);" \
        f"void *wk = area(lwork * sizeof({CTYPE[c.t]}));" \
        f"CHECK({fn(c, name)}(h, CUSOLVER_EIG_TYPE_1, {mode}, {u}, {n}, {ptr(c, a)}, {lda}, {ptr(c, b)}, {ldb}, ({R} *){w}, {ptr(c, 'wk')}, lwork, info));"

    def judge(after):
        V, W = c.got(after, a, lda, sa), after[2]
        return c.near(A @ V, B @ V * W, "A * v")
    return x, judge


def svd(c):
    n = size(c)
    m = n + c.chance.choice([0, 1, 7])
    A = c.values(m, n)
    a, lda, sa = c.matrix(A)
    s = c.add(np.zeros(n, REAL[c.t]))
    job = c.chance.choice("AS")
    u, ldu, su = c.matrix(np.zeros((m, m if job == "A" else n), c.dtype))
    v, ldv, sv = c.matrix(np.zeros((n, n), c.dtype))
    R = RTYPE[c.t]
    if c.chance.random() < 0.4:
        real, D = DATA["S" if R == "float" else "D"], DATA[c.t]
        args = f"h, params, '{job}', '{job}', {m}, {n}, {D}, {a}, {lda}, {real}, {s}, {D}, {u}, {ldu}, {D}, {v}, {ldv}, {D}"
        x = f"cusolverDnXgesvd_bufferSize({args}, &db, &hb); void *wk = area(db); CHECK(cusolverDnXgesvd({args}, wk, db, NULL, hb, info));"
    else:
        x = f"{fn(c, 'gesvd_bufferSize')}(h, {m}, {n}, &lwork); void *wk = area(lwork * sizeof({CTYPE[c.t]}));" \
            f"CHECK({fn(c, 'gesvd')}(h, '{job}', '{job}', {m}, {n}, {ptr(c, a)}, {lda}, ({R} *){s}, {ptr(c, u)}, {ldu}, {ptr(c, v)}, {ldv}, {ptr(c, 'wk')}, lwork, NULL, info));"

    def judge(after):
        U, S, VT = c.got(after, u, ldu, su), after[1], c.got(after, v, ldv, sv)
        return c.near(S, np.linalg.svd(A, compute_uv=False), "s") or c.near(U[:, :n] * S @ VT, A, "U * S * V^H") or \
            c.near(U.conj().T @ U, np.eye(U.shape[1]), "U^H * U")
    return x, judge


def svd_jacobi(c):
    m, n, econ = size(c), size(c), c.chance.choice([0, 1])
    k = min(m, n)
    A = c.values(m, n)
    a, lda, sa = c.matrix(A)
    s = c.add(np.zeros(k, REAL[c.t]))
    u, ldu, su = c.matrix(np.zeros((m, k if econ else m), c.dtype))
    v, ldv, sv = c.matrix(np.zeros((n, k if econ else n), c.dtype))
    R = RTYPE[c.t]
    args = f"h, CUSOLVER_EIG_MODE_VECTOR, {econ}, {m}, {n}, {ptr(c, a)}, {lda}, ({R} *){s}, {ptr(c, u)}, {ldu}, {ptr(c, v)}, {ldv}"
    x = f"{fn(c, 'gesvdj_bufferSize')}({args}, &lwork, gj); void *wk = area(lwork * sizeof({CTYPE[c.t]}));" \
        f"CHECK({fn(c, 'gesvdj')}({args}, {ptr(c, 'wk')}, lwork, info, gj));"

    def judge(after):
        U, S, V = c.got(after, u, ldu, su), after[1], c.got(after, v, ldv, sv)
        return c.near(S, np.linalg.svd(A, compute_uv=False), "s") or c.near(U[:, :k] * S @ V[:, :k].conj().T, A, "U * S * V^H") or \
            c.near(V.conj().T @ V, np.eye(V.shape[1]), "V^H * V")
    return x, judge


KINDS = [cholesky, inverse, batched, lu, qr, times_q, eigen, general_eigen, svd, svd_jacobi]


def run(calls, folder):
    with open(f"{folder}/data", "wb") as file:
        for c, _, _, _ in calls:
            for m in c.arrays:
                file.write(m.tobytes())
    with open(f"{folder}/p.cu", "w") as file:
        file.write(PRELUDE)
        for i, (c, _, code, _) in enumerate(calls):
            loads = " ".join(f"void *{'abcdefgh'[k]} = load({m.nbytes});" for k, m in enumerate(c.arrays))
            saves = " ".join(f"save({'abcdefgh'[k]}, {m.nbytes});" for k, m in enumerate(c.arrays))
            file.write(f"#undef CHECK\n#define CHECK(call) status({i}, call)\nvoid call{i}() {{ {loads} {code} {saves} }}\n")
        file.write('int main(int argc, char **argv) { in = fopen(argv[1], "rb"); out = fopen(argv[2], "wb"); cudaMallocManaged(&info, 4);\n'
                   "cusolverDnCreate(&h); cusolverDnCreateParams(&params); cusolverDnCreateSyevjInfo(&sj); cusolverDnCreateGesvdjInfo(&gj);\n")
        file.write("".join(f"call{i}();" for i in range(len(calls))) + "fclose(out); cusolverDnDestroy(h); return failed != 0; }\n")
    p = subprocess.run([HEDDLE, f"{folder}/p.cu", f"{folder}/data", f"{folder}/out"], capture_output=True, text=True, timeout=550)
    if p.returncode:
        print(f"not ok program\n{p.stdout[:2000]}{p.stderr[:2000]}")
        return {"program"}
    failed = set()
    with open(f"{folder}/out", "rb") as file:
        for i, (c, kind, _, judge) in enumerate(calls):
            after = [np.frombuffer(file.read(m.nbytes), m.dtype) for m in c.arrays]
            why = judge(after)
            if why:
                print(f"not ok {kind.__name__} {c.t}, call {i}: {why}")
                failed.add(kind.__name__)
    return failed


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--rounds", type=int, default=2)
    p.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    p.add_argument("--keep")
    args = p.parse_args()
    print(f"seed {args.seed}")
    chance = random.Random(args.seed)
    failed = set()
    for _ in range(args.rounds):
        calls = []
        for kind in KINDS:
            for t in "SDCZ":
                c = Call(chance, t)
                code, judge = kind(c)
                calls.append((c, kind, code, judge))
        with tempfile.TemporaryDirectory() as folder:
            if args.keep:
                os.makedirs(args.keep, exist_ok=True)
            failed |= run(calls, args.keep or folder)
    for kind in KINDS:
        if kind.__name__ not in failed:
            print(f"ok {kind.__name__}: {args.rounds * 4} calls")
    sys.exit(1 if failed else 0)


main()
