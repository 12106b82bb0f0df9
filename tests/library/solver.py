#!/usr/bin/env python3
# NEEDS: libopenblas.so.0
"""Factorisations, systems, eigenvalues and singular values of cuSOLVER are what NumPy says, for all four types and random sizes.

    tests/library/solver.py                   a few calls of each function with another seed each time: what the tests run
    tests/library/solver.py --rounds 40       the long run; --seed N: where it starts; --keep DIR: the program stays there

What is not unique (vectors, factors) is judged by what it must satisfy: Q * R = A, A * v = w * v, and orthogonality."""
import random
import sys
import tempfile

import numpy as np

import random_calls

DTYPE = {"S": np.float32, "D": np.float64, "C": np.complex64, "Z": np.complex128}
REAL = {"S": np.float32, "D": np.float64, "C": np.float32, "Z": np.float64}
CTYPE = {"S": "float", "D": "double", "C": "cuComplex", "Z": "cuDoubleComplex"}
RTYPE = {"S": "float", "D": "double", "C": "float", "Z": "double"}
DATA = {"S": "CUDA_R_32F", "D": "CUDA_R_64F", "C": "CUDA_C_32F", "Z": "CUDA_C_64F"}
PRELUDE = """
#include <cusolverDn.h>
cusolverDnParams_t params; syevjInfo_t sj; gesvdjInfo_t gj; int lwork, *info; size_t db, hb;
void *area(size_t bytes) { void *p; cudaMalloc(&p, bytes + 16); return p; }
""" + random_calls.prelude("cusolverDnHandle_t", "cusolverStatus_t", '"a status"')


class Call:
    def __init__(self, chance, t):
        self.chance, self.t, self.dtype, self.complex = chance, t, DTYPE[t], t in "CZ"
        self.rng = np.random.default_rng(chance.randrange(1 << 30))
        self.arrays = []
        self.tolerance = 2e-3 if t in "SC" else 1e-10

    def values(self, *shape):
        return random_calls.values(self.rng, self.dtype, shape)

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


def real_data(c):
    return DATA["S" if RTYPE[c.t] == "float" else "D"]


def part_of_spectrum(c):
    n, uplo, how = size(c), c.chance.choice([0, 1]), c.chance.choice(["IX", "VX", "I", "V", "ALL"])
    A = c.hermitian(n)
    values = np.linalg.eigvalsh(A)
    first = c.chance.randrange(n)
    last = c.chance.randrange(first, n)
    if how[0] == "V":
        low, high = values[first] - 1e-3, values[last] + 1e-3
        want = [i for i in range(n) if low < values[i] <= high]
        if any(min(abs(v - low), abs(v - high)) < 5e-4 for v in values):
            how, want = "I", range(first, last + 1)
    else:
        low = high = 0
        want = range(n) if how == "ALL" else range(first, last + 1)
    a, lda, sa = c.matrix(A)
    w, count = c.add(np.zeros(n, REAL[c.t])), c.add(np.zeros(1, np.int64))
    u, R, mode, rng = f"(cublasFillMode_t){uplo}", RTYPE[c.t], "CUSOLVER_EIG_MODE_VECTOR", f"CUSOLVER_EIG_RANGE_{how.rstrip('X')}"
    if how[-1] == "X":
        x = f"{R} vl = {low!r}, vu = {high!r};".replace("np.float32(", "(").replace("np.float64(", "(") + \
            f"cusolverDnXsyevdx_bufferSize(h, params, {mode}, {rng}, {u}, {n}, {DATA[c.t]}, {a}, {lda}, &vl, &vu, {first + 1}, {last + 1}, (int64_t *){count}, {real_data(c)}, {w}, {DATA[c.t]}, &db, &hb); void *wk = area(db);" \
            f"CHECK(cusolverDnXsyevdx(h, params, {mode}, {rng}, {u}, {n}, {DATA[c.t]}, {a}, {lda}, &vl, &vu, {first + 1}, {last + 1}, (int64_t *){count}, {real_data(c)}, {w}, {DATA[c.t]}, wk, db, NULL, hb, info));"
    else:
        name = fn(c, "heevdx" if c.complex else "syevdx")
        args = f"h, {mode}, {rng}, {u}, {n}, {ptr(c, a)}, {lda}, ({R}){float(low)!r}, ({R}){float(high)!r}, {first + 1}, {last + 1}, (int *){count}, ({R} *){w}"
        x = f"{name}_bufferSize({args}, &lwork); {work(c).replace('*w ', '*wk ')} CHECK({name}({args}, {ptr(c, 'wk')}, lwork, info));"

    def judge(after):
        k = int(after[2][0])
        if k != len(want):
            return f"{k} values, not {len(want)}"
        V, W = c.got(after, a, lda, sa)[:, :k], after[1][:k]
        return c.near(W, values[list(want)], "w") or c.near(A @ V, V * W, "A * v")
    return x, judge


def tridiagonal(c):
    n, uplo, trans = size(c), c.chance.choice([0, 1]), c.chance.choice([0, 2 if c.complex else 1])
    A, C = c.hermitian(n), c.values(n, 3)
    a, lda, sa = c.matrix(A)
    d, e, tau = c.add(np.zeros(n, REAL[c.t])), c.add(np.zeros(n, REAL[c.t])), c.add(np.zeros(n, c.dtype))
    x2, ldc, sc = c.matrix(C)
    u, R, sy, o = f"(cublasFillMode_t){uplo}", RTYPE[c.t], ("hetrd" if c.complex else "sytrd"), ("un" if c.complex else "or")
    x = f"{fn(c, sy)}_bufferSize(h, {u}, {n}, {ptr(c, a)}, {lda}, ({R} *){d}, ({R} *){e}, {ptr(c, tau)}, &lwork); {work(c)}" \
        f"CHECK({fn(c, sy)}(h, {u}, {n}, {ptr(c, a)}, {lda}, ({R} *){d}, ({R} *){e}, {ptr(c, tau)}, {ptr(c, 'w')}, lwork, info));" \
        f"{fn(c, o + 'mtr')}_bufferSize(h, CUBLAS_SIDE_LEFT, {u}, (cublasOperation_t){trans}, {n}, 3, {ptr(c, a)}, {lda}, {ptr(c, tau)}, {ptr(c, x2)}, {ldc}, &lwork); void *w2 = area(lwork * sizeof({CTYPE[c.t]}));" \
        f"CHECK({fn(c, o + 'mtr')}(h, CUBLAS_SIDE_LEFT, {u}, (cublasOperation_t){trans}, {n}, 3, {ptr(c, a)}, {lda}, {ptr(c, tau)}, {ptr(c, x2)}, {ldc}, {ptr(c, 'w2')}, lwork, info));" \
        f"{fn(c, o + 'gtr')}_bufferSize(h, {u}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tau)}, &lwork); CHECK({fn(c, o + 'gtr')}(h, {u}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tau)}, {ptr(c, 'w')}, lwork, info));"

    def judge(after):
        Q, off = c.got(after, a, lda, sa), after[2][:n - 1]
        T = np.diag(after[1]) + np.diag(off, 1) + np.diag(off, -1)
        return c.near(Q @ T @ Q.conj().T, A, "Q * T * Q^H") or c.near(c.got(after, x2, ldc, sc), (Q if trans == 0 else Q.conj().T) @ C, "Q * C")
    return x, judge


def bidiagonal(c):
    n = size(c)
    m = n + c.chance.choice([0, 1, 6])
    A = c.values(m, n)
    a, lda, sa = c.matrix(A)
    d, e, tq, tp = c.add(np.zeros(n, REAL[c.t])), c.add(np.zeros(n, REAL[c.t])), c.add(np.zeros(n, c.dtype)), c.add(np.zeros(n, c.dtype))
    p, ldp, sp = c.matrix(np.zeros((n, n), c.dtype))
    R, o, T = RTYPE[c.t], "ungbr" if c.complex else "orgbr", CTYPE[c.t]
    x = f"{fn(c, 'gebrd')}_bufferSize(h, {m}, {n}, &lwork); {work(c)}" \
        f"CHECK({fn(c, 'gebrd')}(h, {m}, {n}, {ptr(c, a)}, {lda}, ({R} *){d}, ({R} *){e}, {ptr(c, tq)}, {ptr(c, tp)}, {ptr(c, 'w')}, lwork, info));" \
        f"cudaMemcpy2D({p}, {ldp} * sizeof({T}), {a}, {lda} * sizeof({T}), {n} * sizeof({T}), {n}, cudaMemcpyDefault);" \
        f"{fn(c, o)}_bufferSize(h, CUBLAS_SIDE_LEFT, {m}, {n}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tq)}, &lwork);" \
        f"CHECK({fn(c, o)}(h, CUBLAS_SIDE_LEFT, {m}, {n}, {n}, {ptr(c, a)}, {lda}, {ptr(c, tq)}, {ptr(c, 'w')}, lwork, info));" \
        f"CHECK({fn(c, o)}(h, CUBLAS_SIDE_RIGHT, {n}, {n}, {n}, {ptr(c, p)}, {ldp}, {ptr(c, tp)}, {ptr(c, 'w')}, lwork, info));"

    def judge(after):
        B = np.diag(after[1]) + np.diag(after[2][:n - 1], 1)
        return c.near(c.got(after, a, lda, sa) @ B @ c.got(after, p, ldp, sp), A, "Q * B * P^H")
    return x, judge


def triangle(c):
    n, uplo, diag = size(c), c.chance.choice([0, 1]), c.chance.choice([0, 1])
    A = c.values(n, n) * 0.3 + 2 * np.eye(n)
    A = (A - 1j * np.diag(np.diag(A).imag) if c.complex else A).astype(c.dtype) # lauum takes the diagonal as real
    a, lda, sa = c.matrix(A)
    b, ldb, sb = c.matrix(A)
    u = f"(cublasFillMode_t){uplo}"
    x = f"cusolverDnXtrtri_bufferSize(h, {u}, (cublasDiagType_t){diag}, {n}, {DATA[c.t]}, {a}, {lda}, &db, &hb); void *w = area(db);" \
        f"CHECK(cusolverDnXtrtri(h, {u}, (cublasDiagType_t){diag}, {n}, {DATA[c.t]}, {a}, {lda}, w, db, NULL, hb, info));" \
        f"{fn(c, 'lauum')}_bufferSize(h, {u}, {n}, {ptr(c, b)}, {ldb}, &lwork); CHECK({fn(c, 'lauum')}(h, {u}, {n}, {ptr(c, b)}, {ldb}, {ptr(c, 'w')}, lwork, info));"
    half = np.tril if uplo == 0 else np.triu

    def judge(after):
        T, inverse = half(A), half(c.got(after, a, lda, sa))
        product = T.conj().T @ T if uplo == 0 else T @ T.conj().T
        if diag:
            T, inverse = T - np.diag(np.diag(T)) + np.eye(n), inverse - np.diag(np.diag(inverse)) + np.eye(n)
        return c.near(inverse @ T, np.eye(n), "T^-1 * T") or c.near(half(c.got(after, b, ldb, sb)), half(product), "the product")
    return x, judge


def indefinite(c):
    n, k, uplo = size(c), size(c), c.chance.choice([0, 1])
    A, B = c.values(n, n), c.values(n, k)
    A = (A + A.T + 3 * np.diag(c.chance.choices([-1, 1], k=n))).astype(c.dtype) # symmetric, complex too
    a, lda, sa = c.matrix(A)
    p, q = c.add(np.zeros(n, np.int32)), c.add(np.zeros(n, np.int64))
    b, ldb, sb = c.matrix(B)
    u = f"(cublasFillMode_t){uplo}"
    x = f"{fn(c, 'sytrf')}_bufferSize(h, {n}, {ptr(c, a)}, {lda}, &lwork); {work(c)} CHECK({fn(c, 'sytrf')}(h, {u}, {n}, {ptr(c, a)}, {lda}, (int *){p}, {ptr(c, 'w')}, lwork, info));" \
        f"for (int i = 0; i < {n}; i++) ((int64_t *){q})[i] = ((int *){p})[i];" \
        f"cusolverDnXsytrs_bufferSize(h, {u}, {n}, {k}, {DATA[c.t]}, {a}, {lda}, (int64_t *){q}, {DATA[c.t]}, {b}, {ldb}, &db, &hb); void *w2 = area(db);" \
        f"CHECK(cusolverDnXsytrs(h, {u}, {n}, {k}, {DATA[c.t]}, {a}, {lda}, (int64_t *){q}, {DATA[c.t]}, {b}, {ldb}, w2, db, NULL, hb, info));" \
        f"{fn(c, 'sytri')}_bufferSize(h, {u}, {n}, {ptr(c, a)}, {lda}, (int *){p}, &lwork); CHECK({fn(c, 'sytri')}(h, {u}, {n}, {ptr(c, a)}, {lda}, (int *){p}, {ptr(c, 'w')}, lwork, info));"

    def judge(after):
        h = c.got(after, a, lda, sa)
        h = np.tril(h) if uplo == 0 else np.triu(h)
        full = h + h.T - np.diag(np.diag(h))
        scale = 1 + np.max(np.abs(np.linalg.inv(A)))
        return c.near(A @ c.got(after, b, ldb, sb) / scale, B / scale, "A * x") or c.near(full @ A / scale, np.eye(n) / scale, "A^-1 * A")
    return x, judge


def mixed(c):
    n, k = size(c), size(c)
    least = c.chance.choice([True, False])
    m = n + 4 if least else n
    A, B = c.values(m, n) + 3 * np.eye(m, n), c.values(m, k)
    A = A.astype(c.dtype)
    a, lda, sa = c.matrix(A)
    b, ldb, sb = c.matrix(B)
    y, ldx, sx = c.matrix(np.zeros((n, k), c.dtype))
    p = c.add(np.zeros(n, np.int32))
    name = f"cusolverDn{c.t}{c.chance.choice({'S': 'SHBX', 'D': 'DSHBX', 'C': 'CKEY', 'Z': 'ZCKEY'}[c.t])}" + ("gels" if least else "gesv")
    args = f"h, {f'{m}, ' if least else ''}{n}, {k}, {ptr(c, a)}, {lda}, {'' if least else f'(int *){p}, '}{ptr(c, b)}, {ldb}, {ptr(c, y)}, {ldx}"
    x = f"int rounds = -99; {name}_bufferSize({args}, NULL, &db); void *w = area(db); CHECK({name}({args}, w, db, &rounds, info));"

    def judge(after):
        want = np.linalg.lstsq(A, B, rcond=None)[0]
        return c.near(c.got(after, y, ldx, sx), want, name) or c.near(c.got(after, a, lda, sa), A, "A")
    return x, judge


def many_svd(c):
    m, n, count = size(c), size(c), c.chance.choice([1, 3])
    k = min(m, n)
    rank = c.chance.randrange(1, k + 1)
    A = [c.values(m, n) for _ in range(count)]
    a, s = c.add(np.array([M.T for M in A])), c.add(np.zeros((count, k), REAL[c.t]))
    u, v, i, r = c.add(np.zeros((count, rank, m), c.dtype)), c.add(np.zeros((count, rank, n), c.dtype)), c.add(np.zeros(count, np.int32)), c.add(np.zeros(count))
    args = f"h, CUSOLVER_EIG_MODE_VECTOR, {rank}, {m}, {n}, {ptr(c, a)}, {m}, {m * n}, ({RTYPE[c.t]} *){s}, {k}, {ptr(c, u)}, {m}, {m * rank}, {ptr(c, v)}, {n}, {n * rank}"
    name = fn(c, "gesvdaStridedBatched")
    x = f"{name}_bufferSize({args}, &lwork, {count}); {work(c)} CHECK({name}({args}, {ptr(c, 'w')}, lwork, (int *){i}, (double *){r}, {count}));"

    def judge(after):
        for j, M in enumerate(A):
            S = np.linalg.svd(M, compute_uv=False)
            U, V = after[2].reshape(count, rank, m)[j].T, after[3].reshape(count, rank, n)[j].T
            far = np.sqrt((S[rank:] ** 2).sum())
            bad = c.near(after[1].reshape(count, k)[j][:rank], S[:rank], "s") or c.near(U.conj().T @ M @ V, np.diag(S[:rank]), "U^H * A * V") or c.near(after[5][j], far, "the residual")
            if bad:
                return bad
    return x, judge


def wide_svd(c):
    m, n = size(c), size(c)
    k, econ, by_chance = min(m, n), c.chance.choice([0, 1]), c.chance.choice([True, False])
    rank = c.chance.randrange(1, k + 1)
    A = c.values(m, n)
    a, lda, sa = c.matrix(A)
    s = c.add(np.zeros(k, REAL[c.t]))
    u, ldu, su = c.matrix(np.zeros((m, rank if by_chance else k if econ else m), c.dtype))
    v, ldv, sv = c.matrix(np.zeros((n, rank if by_chance else k if econ else n), c.dtype))
    D, R = DATA[c.t], real_data(c)
    middle = f"{m}, {n}, {f'{rank}, {k - rank}, 2, ' if by_chance else ''}{D}, {a}, {lda}, {R}, {s}, {D}, {u}, {ldu}, {D}, {v}, {ldv}, {D}"
    name, head, last = ("cusolverDnXgesvdr", "h, params, 'S', 'S', ", "") if by_chance else ("cusolverDnXgesvdp", f"h, params, CUSOLVER_EIG_MODE_VECTOR, {econ}, ", ", &sigma")
    x = f"double sigma; {name}_bufferSize({head}{middle}, &db, &hb); void *w = area(db); CHECK({name}({head}{middle}, w, db, NULL, hb, info{last}));"

    def judge(after):
        U, S, V, r = c.got(after, u, ldu, su), after[1], c.got(after, v, ldv, sv), rank if by_chance else k
        return c.near(S[:r], np.linalg.svd(A, compute_uv=False)[:r], "s") or c.near(U[:, :r].conj().T @ A @ V[:, :r], np.diag(S[:r]), "U^H * A * V")
    return x, judge


def any_eigen(c):
    n = size(c)
    A = c.values(n, n)
    a, lda, sa = c.matrix(A)
    plain = not c.complex and c.chance.random() < 0.4
    wide = c.dtype if c.complex or plain else {"S": np.complex64, "D": np.complex128}[c.t]
    w = c.add(np.zeros(2 * n, c.dtype) if plain else np.zeros(n, wide))
    l, ldl, sl = c.matrix(np.zeros((n, n), wide))
    v, ldv, sv = c.matrix(np.zeros((n, n), wide))
    D = DATA[c.t]
    W = D if c.complex or plain else DATA["C" if c.t == "S" else "Z"]
    args = f"h, params, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_MODE_VECTOR, {n}, {D}, {a}, {lda}, {W}, {w}, {W}, {l}, {ldl}, {W}, {v}, {ldv}, {D}"
    x = f"cusolverDnXgeev_bufferSize({args}, &db, &hb); void *wk = area(db); CHECK(cusolverDnXgeev({args}, wk, db, NULL, hb, info));"

    def judge(after):
        L, V, got = c.got(after, l, ldl, sl), c.got(after, v, ldv, sv), after[1]
        if plain: # a pair of columns is one vector's real and imaginary part
            got = got[:n] + 1j * got[n:]
            def pairs(M):
                M = M.astype(np.complex128)
                for j in range(n):
                    if got[j].imag > 0:
                        M[:, j], M[:, j + 1] = M[:, j] + 1j * M[:, j + 1], M[:, j] - 1j * M[:, j + 1]
                return M
            L, V = pairs(L), pairs(V)
        return c.near(A @ V, V * got, "A * v") or c.near(L.conj().T @ A, (L.conj() * got).T, "v^H * A") or \
            c.near(sum(got), np.trace(A), "the trace")
    return x, judge


def many_eigen(c):
    n, count = size(c), 3
    A = [c.hermitian(n) for _ in range(count)]
    a, w, i = c.add(np.array([M.T for M in A])), c.add(np.zeros((count, n), REAL[c.t])), c.add(np.zeros(count, np.int32))
    args = f"h, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, {n}, {DATA[c.t]}, {a}, {n}, {real_data(c)}, {w}, {DATA[c.t]}"
    x = f"cusolverDnXsyevBatched_bufferSize({args}, &db, &hb, {count}); void *wk = area(db); CHECK(cusolverDnXsyevBatched({args}, wk, db, NULL, hb, (int *){i}, {count}));"

    def judge(after):
        for j, M in enumerate(A):
            V, W = after[0].reshape(count, n, n)[j].T, after[1].reshape(count, n)[j]
            bad = c.near(W, np.linalg.eigvalsh(M), "w") or c.near(M @ V, V * W, "A * v")
            if bad:
                return bad
    return x, judge


def exchanges(c):
    m, n = size(c), size(c)
    A = c.values(m, n)
    a, lda, sa = c.matrix(A)
    rows = [c.chance.randrange(i, m) for i in range(m)]
    p = c.add(np.array(rows, np.int32) + 1)
    x = f"CHECK({fn(c, 'laswp')}(h, {n}, {ptr(c, a)}, {lda}, 1, {m}, (int *){p}, 1));"

    def judge(after):
        want = A.copy()
        for i, r in enumerate(rows):
            want[[i, r]] = want[[r, i]]
        return c.near(c.got(after, a, lda, sa), want, "A")
    return x, judge


KINDS = [cholesky, inverse, batched, lu, qr, times_q, eigen, general_eigen, svd, svd_jacobi, part_of_spectrum, tridiagonal, bidiagonal, triangle,
         indefinite, mixed, many_svd, wide_svd, any_eigen, many_eigen, exchanges]


def run(calls, folder):
    text = [PRELUDE]
    for i, (c, _, code, _) in enumerate(calls):
        loads = " ".join(f"void *{'abcdefgh'[k]} = load({m.nbytes});" for k, m in enumerate(c.arrays))
        saves = " ".join(f"save({'abcdefgh'[k]}, {m.nbytes});" for k, m in enumerate(c.arrays))
        check = f"do {{ int s = call; if (s != 0 || *info != 0) {{ printf(\"call {i}: %d, info %d\\n\", s, *info); failed++; }} }} while (0)"
        text.append(f"#undef CHECK\n#define CHECK(call) {check}\nvoid call{i}() {{ {loads} {code} {saves} }}")
    text.append('int main(int argc, char **argv) { in = fopen(argv[1], "rb"); out = fopen(argv[2], "wb"); cudaMallocManaged(&info, 4);'
                "cusolverDnCreate(&h); cusolverDnCreateParams(&params); cusolverDnCreateSyevjInfo(&sj); cusolverDnCreateGesvdjInfo(&gj);"
                + "".join(f"call{i}();" for i in range(len(calls))) + "fclose(out); cusolverDnDestroy(h); return failed != 0; }\n")
    why, after = random_calls.run_program(folder, "\n".join(text), [m for c, _, _, _ in calls for m in c.arrays])
    if why:
        print(f"not ok program\n{why}")
        return {"program"}
    failed = set()
    for i, (c, kind, _, judge) in enumerate(calls):
        why = judge([after(m) for m in c.arrays])
        if why:
            print(f"not ok {kind.__name__} {c.t}, call {i}: {why}")
            failed.add(kind.__name__)
    return failed


def main():
    args = random_calls.options("rounds", 2)
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
            failed |= run(calls, args.keep or folder)
    for kind in KINDS:
        if kind.__name__ not in failed:
            print(f"ok {kind.__name__}: {args.rounds * 4} calls")
    sys.exit(1 if failed else 0)


main()
