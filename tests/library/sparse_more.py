#!/usr/bin/env python3
"""cuSPARSE's matrices in blocks, batches and narrow types, its banded systems and the functions on arrays of indices give NumPy's results.

    tests/library/sparse_more.py               some calls of each kind with another seed each time: what the tests run
    tests/library/sparse_more.py --calls 2000  the long run; --seed N: where it starts; --keep DIR: the program stays there"""
import random
import sys
import tempfile

import numpy as np

import random_calls
from random_calls import op_of

TYPES = {"S": (np.float32, "float", 0), "D": (np.float64, "double", 1), "C": (np.complex64, "cuComplex", 4), "Z": (np.complex128, "cuDoubleComplex", 5)}
PRELUDE = """
#include <cuda_fp16.h>
#include <cusparse.h>
size_t size, size2, size3;
#define I32 CUSPARSE_INDEX_32I
#define I64 CUSPARSE_INDEX_64I
""" + random_calls.prelude("cusparseHandle_t", "cusparseStatus_t", "cusparseGetErrorName(s)")


class Call:
    def __init__(self, chance, kind):
        self.chance, self.kind = chance, kind
        self.rng = np.random.default_rng(chance.randrange(1 << 30))
        self.letter = chance.choice("SDCZ")
        self.dtype, self.ctype, self.number = TYPES[self.letter]
        self.arrays, self.code, self.want = [], [], {}
        getattr(self, kind)()

    def values(self, *shape):
        return random_calls.values(self.rng, self.dtype, shape)

    def size(self):
        return self.chance.choice([1, 2, 3, 5, 9, 20])

    def add(self, memory, want=None):
        """An array of the call, by name; `want`: what it holds afterwards."""
        name = f"m{len(self.arrays)}"
        self.arrays.append(np.ascontiguousarray(memory))
        if want is not None:
            self.want[len(self.arrays) - 1] = np.ascontiguousarray(want).astype(self.arrays[-1].dtype)
        return name

    def scalar(self, v):
        return self.add(np.array([v], self.dtype))

    def sparse(self, rows, columns, share=None):
        return self.values(rows, columns) * (self.rng.uniform(0, 1, (rows, columns)) < (share or self.chance.choice([0.1, 0.4, 1])))

    def csr(self, a, base=0, pattern=None):
        line, column = np.nonzero(a if pattern is None else pattern)
        offsets = np.concatenate([[0], np.cumsum(np.bincount(line, minlength=a.shape[0]))])
        return (offsets + base).astype(np.int32), (column + base).astype(np.int32), a[line, column]

    # ---- blocks: A as blocks of r x c, some of which are there ----

    def product(self, make, a, n=None):
        """y = alpha op(A) x + beta y, or with n columns."""
        op = self.chance.randrange(3)
        m = op_of(op, a)
        alpha, beta = self.values(2)
        columns = n or 1
        x, y = self.values(m.shape[1], columns), self.values(m.shape[0], columns)
        want = alpha * (m @ x) + beta * y
        al, be = self.scalar(alpha), self.scalar(beta)
        xs, ys = self.add(x.T), self.add(y.T, want.T)
        t = f"(cudaDataType){self.number}"
        if n:
            self.code += [make, f"cusparseDnMatDescr_t x, y; CHECK(cusparseCreateDnMat(&x, {x.shape[0]}, {n}, {x.shape[0]}, {xs}, {t}, CUSPARSE_ORDER_COL));"
                          f"CHECK(cusparseCreateDnMat(&y, {y.shape[0]}, {n}, {y.shape[0]}, {ys}, {t}, CUSPARSE_ORDER_COL));"
                          f"CHECK(cusparseSpMM(h, (cusparseOperation_t){op}, CUSPARSE_OPERATION_NON_TRANSPOSE, {al}, A, x, {be}, y, {t}, CUSPARSE_SPMM_ALG_DEFAULT, {al}));"]
        else:
            self.code += [make, f"cusparseDnVecDescr_t x, y; CHECK(cusparseCreateDnVec(&x, {x.shape[0]}, {xs}, {t})); CHECK(cusparseCreateDnVec(&y, {y.shape[0]}, {ys}, {t}));"
                          f"CHECK(cusparseSpMV(h, (cusparseOperation_t){op}, {al}, A, x, {be}, y, {t}, CUSPARSE_SPMV_ALG_DEFAULT, {al}));"]

    def bsr(self):
        r, c, rows, columns, base, order = self.size(), self.size(), self.size(), self.size(), self.chance.randrange(2), self.chance.choice([1, 2])
        there = self.rng.uniform(0, 1, (rows, columns)) < 0.4
        a = self.values(rows * r, columns * c) * np.kron(there, np.ones((r, c)))
        line, column = np.nonzero(there)
        offsets = np.concatenate([[0], np.cumsum(np.bincount(line, minlength=rows))]) + base
        blocks = np.array([a[i * r:(i + 1) * r, j * c:(j + 1) * c] if order == 2 else a[i * r:(i + 1) * r, j * c:(j + 1) * c].T for i, j in zip(line, column)], self.dtype)
        o, k, v = self.add(offsets.astype(np.int64)), self.add((column + base).astype(np.int32)), self.add(blocks.reshape(-1))
        make = f"cusparseSpMatDescr_t A; CHECK(cusparseCreateBsr(&A, {rows}, {columns}, {len(line)}, {r}, {c}, {o}, {k}, {v}, I64, I32, (cusparseIndexBase_t){base}, (cudaDataType){self.number}, (cusparseOrder_t){order}));"
        self.product(make, a.astype(self.dtype), self.chance.choice([None, 3]))

    def blocked_ell(self):
        b, rows, columns, base = self.size(), self.size(), self.size(), self.chance.randrange(2)
        width = self.chance.randrange(columns + 1)
        a, index, values = np.zeros((rows * b, columns * b), self.dtype), np.full((rows, width), base - 1), np.zeros((rows * b, width * b), self.dtype)
        for i in range(rows):
            there = sorted(self.chance.sample(range(columns), self.chance.randrange(width + 1)))
            for s, j in enumerate(there):
                block = self.values(b, b)
                a[i * b:(i + 1) * b, j * b:(j + 1) * b] = block
                values[i * b:(i + 1) * b, s * b:(s + 1) * b] = block
                index[i, s] = j + base
        dense = self.chance.random() < 0.3
        if dense: # values come from a dense matrix, and go back
            k, v = self.add(index.astype(np.int32)), self.add(np.zeros_like(values), values)
            d, e = self.add(a), self.add(np.ones_like(a), a)
            t = f"(cudaDataType){self.number}"
            self.code = [f"cusparseSpMatDescr_t A; CHECK(cusparseCreateBlockedEll(&A, {rows * b}, {columns * b}, {b}, {width * b}, {k}, {v}, I32, (cusparseIndexBase_t){base}, {t}));"
                         f"cusparseDnMatDescr_t x, y; CHECK(cusparseCreateDnMat(&x, {rows * b}, {columns * b}, {columns * b}, {d}, {t}, CUSPARSE_ORDER_ROW));"
                         f"CHECK(cusparseCreateDnMat(&y, {rows * b}, {columns * b}, {columns * b}, {e}, {t}, CUSPARSE_ORDER_ROW));"
                         f"CHECK(cusparseDenseToSparse_analysis(h, x, A, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, {d})); CHECK(cusparseDenseToSparse_convert(h, x, A, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, {d}));"
                         f"CHECK(cusparseSparseToDense(h, A, y, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, {d}));"]
            return
        k, v = self.add(index.astype(np.int32)), self.add(values)
        make = f"cusparseSpMatDescr_t A; CHECK(cusparseCreateBlockedEll(&A, {rows * b}, {columns * b}, {b}, {width * b}, {k}, {v}, I32, (cusparseIndexBase_t){base}, (cudaDataType){self.number}));"
        self.product(make, a, 4)

    def sliced_ell(self):
        rows, columns, s = self.size(), self.size(), self.chance.choice([1, 2, 4])
        a = self.sparse(rows, columns)
        offsets, index, values = [0], [], []
        for first in range(0, rows, s):
            widths = [np.count_nonzero(a[i]) if i < rows else 0 for i in range(first, first + s)]
            width = max(widths)
            for k in range(width):
                for i in range(first, first + s):
                    there = np.nonzero(a[i])[0] if i < rows else []
                    index.append(there[k] if k < len(there) else -1)
                    values.append(a[i, there[k]] if k < len(there) else 0)
            offsets.append(len(index))
        o, k, v = self.add(np.array(offsets, np.int32)), self.add(np.array(index, np.int32)), self.add(np.array(values, self.dtype))
        make = f"cusparseSpMatDescr_t A; CHECK(cusparseCreateSlicedEll(&A, {rows}, {columns}, {np.count_nonzero(a)}, {len(index)}, {s}, {o}, {k}, {v}, I32, I32, CUSPARSE_INDEX_BASE_ZERO, (cudaDataType){self.number}));"
        self.product(make, a)

    def batch(self):
        count, rows, columns, n = self.chance.choice([2, 3]), self.size(), self.size(), self.size()
        pattern = self.rng.uniform(0, 1, (rows, columns)) < 0.4
        shared = self.chance.random() < 0.5
        matrices = [self.values(rows, columns) * pattern for _ in range(1 if shared else count)]
        offsets, index, _ = self.csr(matrices[0], pattern=pattern)
        values = np.concatenate([self.csr(m, pattern=pattern)[2] for m in matrices])
        x, y = self.values(count, n, columns), self.values(count, n, rows)
        alpha, beta = self.values(2)
        want = np.array([alpha * (matrices[0 if shared else i] @ x[i].T).T + beta * y[i] for i in range(count)])
        o, k, v, al, be, xs, ys = (self.add(m) for m in (offsets, index, values, np.array([alpha]), np.array([beta]), x, y))
        self.want[6] = want.astype(self.dtype)
        t = f"(cudaDataType){self.number}"
        one = "" if shared else f"CHECK(cusparseCsrSetStridedBatch(A, {count}, 0, {len(index)}));"
        if not shared: # the indices are there once, and the values are not
            self.arrays[1] = np.tile(index, count)
        self.code = [f"cusparseSpMatDescr_t A; CHECK(cusparseCreateCsr(&A, {rows}, {columns}, {len(index)}, {o}, {k}, {v}, I32, I32, CUSPARSE_INDEX_BASE_ZERO, {t})); {one}"
                     f"cusparseDnMatDescr_t x, y; CHECK(cusparseCreateDnMat(&x, {columns}, {n}, {columns}, {xs}, {t}, CUSPARSE_ORDER_COL)); CHECK(cusparseCreateDnMat(&y, {rows}, {n}, {rows}, {ys}, {t}, CUSPARSE_ORDER_COL));"
                     f"CHECK(cusparseDnMatSetStridedBatch(x, {count}, {columns * n})); CHECK(cusparseDnMatSetStridedBatch(y, {count}, {rows * n}));"
                     f"CHECK(cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, {al}, A, x, {be}, y, {t}, CUSPARSE_SPMM_ALG_DEFAULT, {al}));"]

    def sampled_batch(self):
        count, rows, columns, k = self.chance.choice([2, 3]), self.size(), self.size(), self.size()
        pattern = self.rng.uniform(0, 1, (rows, columns)) < 0.4
        matrices = [self.values(rows, columns) * pattern for _ in range(count)]
        offsets, index, _ = self.csr(matrices[0], pattern=pattern)
        values = [self.csr(m, pattern=pattern)[2] for m in matrices]
        several = [self.chance.random() < 0.6 for _ in range(2)]
        a, b = self.values(count if several[0] else 1, k, rows), self.values(count if several[1] else 1, columns, k)
        alpha, beta = self.values(2)
        products = [alpha * (a[i if several[0] else 0].T @ b[i if several[1] else 0].T) for i in range(count)]
        want = np.concatenate([self.csr(p, pattern=pattern)[2] + beta * v for p, v in zip(products, values)])
        o, i, v, al, be, x, y = (self.add(m) for m in (offsets, np.tile(index, count), np.concatenate(values), np.array([alpha]), np.array([beta]), a, b))
        self.want[2] = want.astype(self.dtype)
        t = f"(cudaDataType){self.number}"
        batches = "".join(f"CHECK(cusparseDnMatSetStridedBatch({m}, {count}, {n}));" for m, n, s in (("x", rows * k, several[0]), ("y", k * columns, several[1])) if s)
        self.code = [f"cusparseSpMatDescr_t S; CHECK(cusparseCreateCsr(&S, {rows}, {columns}, {len(index)}, {o}, {i}, {v}, I32, I32, CUSPARSE_INDEX_BASE_ZERO, {t})); CHECK(cusparseCsrSetStridedBatch(S, {count}, 0, {len(index)}));"
                     f"cusparseDnMatDescr_t x, y; CHECK(cusparseCreateDnMat(&x, {rows}, {k}, {rows}, {x}, {t}, CUSPARSE_ORDER_COL)); CHECK(cusparseCreateDnMat(&y, {k}, {columns}, {k}, {y}, {t}, CUSPARSE_ORDER_COL)); {batches}"
                     f"CHECK(cusparseSDDMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, {al}, x, y, {be}, S, {t}, CUSPARSE_SDDMM_ALG_DEFAULT, {al}));"]

    def narrow(self):
        self.dtype = np.float32
        rows, columns, n = self.size(), self.size(), self.size()
        integers, wide = self.chance.random() < 0.4, self.chance.random() < 0.5
        small, big = (np.int8, np.int32 if integers else None) if integers else (np.float16, np.float32 if wide else np.float16)
        numbers = (lambda *s: self.rng.integers(-9, 10, s)) if integers else self.values
        a = (numbers(rows, columns) * (self.rng.uniform(0, 1, (rows, columns)) < 0.5)).astype(small)
        x, y = numbers(columns, n).astype(small), numbers(rows, n).astype(big)
        offsets, index, values = self.csr(a)
        alpha, beta = (2, 3) if integers else (np.float32(0.5), np.float32(-1.5))
        want = alpha * (a.astype(np.float64) @ x.astype(np.float64)) + beta * y.astype(np.float64)
        o, k, v, xs, ys = self.add(offsets), self.add(index), self.add(values), self.add(x.T), self.add(y.T, want.T)
        al, be = (self.add(np.array([s], np.int32 if integers else np.float32)) for s in (alpha, beta))
        t, c, compute = ("CUDA_R_8I", "CUDA_R_32I", "CUDA_R_32I") if integers else ("CUDA_R_16F", "CUDA_R_32F" if wide else "CUDA_R_16F", "CUDA_R_32F")
        self.code = [f"cusparseSpMatDescr_t A; CHECK(cusparseCreateCsr(&A, {rows}, {columns}, {len(index)}, {o}, {k}, {v}, I32, I32, CUSPARSE_INDEX_BASE_ZERO, {t}));"
                     f"cusparseDnMatDescr_t x, y; CHECK(cusparseCreateDnMat(&x, {columns}, {n}, {columns}, {xs}, {t}, CUSPARSE_ORDER_COL)); CHECK(cusparseCreateDnMat(&y, {rows}, {n}, {rows}, {ys}, {c}, CUSPARSE_ORDER_COL));"
                     f"CHECK(cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, {al}, A, x, {be}, y, {compute}, CUSPARSE_SPMM_ALG_DEFAULT, {al}));"]

    def reuse(self):
        m, k, n = self.size(), self.size(), self.size()
        a, b, alpha = self.sparse(m, k), self.sparse(k, n), self.values(1)[0]
        there = (a != 0).astype(int) @ (b != 0).astype(int) > 0
        oc, kc, vc = self.csr(alpha * (a @ b), pattern=there)
        names = [self.add(v) for v in self.csr(a) + self.csr(b)]
        t = f"(cudaDataType){self.number}"
        res = [self.add(np.zeros_like(v), v) for v in (oc, kc)] + [self.add(np.zeros(len(kc), self.dtype), vc)]
        al = self.scalar(alpha)
        args = "h, N_, N_, A, B, C, CUSPARSE_SPGEMM_DEFAULT, d"
        self.code = [f"cusparseOperation_t N_ = CUSPARSE_OPERATION_NON_TRANSPOSE; cusparseSpMatDescr_t A, B, C; cusparseSpGEMMDescr_t d; CHECK(cusparseSpGEMM_createDescr(&d));"
                     f"CHECK(cusparseCreateCsr(&A, {m}, {k}, {np.count_nonzero(a)}, {names[0]}, {names[1]}, {names[2]}, I32, I32, CUSPARSE_INDEX_BASE_ZERO, {t}));"
                     f"CHECK(cusparseCreateCsr(&B, {k}, {n}, {np.count_nonzero(b)}, {names[3]}, {names[4]}, {names[5]}, I32, I32, CUSPARSE_INDEX_BASE_ZERO, {t}));"
                     f"CHECK(cusparseCreateCsr(&C, {m}, {n}, 0, {res[0]}, NULL, NULL, I32, I32, CUSPARSE_INDEX_BASE_ZERO, {t}));"
                     f"CHECK(cusparseSpGEMMreuse_workEstimation({args}, &size, NULL)); CHECK(cusparseSpGEMMreuse_workEstimation({args}, &size, {al}));"
                     f"CHECK(cusparseSpGEMMreuse_nnz({args}, &size, NULL, &size2, NULL, &size3, NULL)); CHECK(cusparseSpGEMMreuse_nnz({args}, &size, {al}, &size2, {al}, &size3, {al}));"
                     f"int64_t r, c, nnz; CHECK(cusparseSpMatGetSize(C, &r, &c, &nnz)); if (nnz != {len(kc)}) failed++;"
                     f"CHECK(cusparseCsrSetPointers(C, {res[0]}, {res[1]}, {res[2]})); CHECK(cusparseSpGEMMreuse_copy({args}, &size, NULL)); CHECK(cusparseSpGEMMreuse_copy({args}, &size, {al}));"
                     f"CHECK(cusparseSpGEMMreuse_compute(h, N_, N_, {al}, A, B, {al}, C, {t}, CUSPARSE_SPGEMM_DEFAULT, d)); CHECK(cusparseSpGEMM_destroyDescr(d));"]

    def rotation(self):
        size, nnz = 20, self.chance.randrange(1, 20)
        index = np.sort(self.rng.permutation(size)[:nnz])
        x, y, (c, s) = self.values(nnz), self.values(size), self.values(2)
        want_y = y.copy()
        want_y[index] = c * y[index] - s * x
        k, xs, ys = self.add(index.astype(np.int32)), self.add(x, c * x + s * y[index]), self.add(y, want_y)
        t = f"(cudaDataType){self.number}"
        self.code = [f"cusparseSpVecDescr_t x; cusparseDnVecDescr_t y; CHECK(cusparseCreateSpVec(&x, {size}, {nnz}, {k}, {xs}, I32, CUSPARSE_INDEX_BASE_ZERO, {t})); CHECK(cusparseCreateDnVec(&y, {size}, {ys}, {t}));"
                     f"CHECK(cusparseRot(h, {self.scalar(c)}, {self.scalar(s)}, x, y));"]

    # ---- bands ----

    def band(self, m, d, dominant):
        """The matrix of diagonals d[0] (lowest) to d[-1]; the main one is made large."""
        w = len(d) // 2
        if dominant:
            d[w][...] += np.sign(d[w].real) * 4
        a = np.zeros((m, m), np.complex128)
        for k in range(-w, w + 1):
            for i in range(m):
                if 0 <= i + k < m:
                    a[i, i + k] = d[k + w][i]
        return a

    def near(self, a, b):
        return np.linalg.solve(a, b.astype(np.complex128)).astype(self.dtype) if np.issubdtype(self.dtype, np.complexfloating) else np.linalg.solve(a, b).real

    def tridiagonal(self):
        m, n = self.chance.choice([3, 4, 9, 50]), self.chance.choice([1, 3])
        pivot = self.chance.random() < 0.5
        d = [self.values(m) for _ in range(3)]
        a = self.band(m, d, not pivot or m > 9)
        if pivot and np.linalg.cond(a) > 50:
            a = self.band(m, d, True)
        b = self.values(m, n)
        ld = m + self.chance.randrange(3)
        memory = np.zeros((n, ld), self.dtype)
        memory[:, :m] = b.T
        want = memory.copy()
        want[:, :m] = self.near(a, b).T
        names = [self.add(x) for x in d]
        f = f"cusparse{self.letter}gtsv2{'' if pivot else '_nopivot'}"
        bs = self.add(memory, want)
        self.code = [f"CHECK({f}_bufferSizeExt(h, {m}, {n}, {', '.join(names)}, {bs}, {ld}, &size)); CHECK({f}(h, {m}, {n}, {', '.join(names)}, {bs}, {ld}, {names[0]}));"]

    def many_systems(self):
        m, count, kind = self.chance.choice([5, 6, 17]), self.chance.choice([1, 4]), self.chance.choice(["gtsv2StridedBatch", "gtsvInterleavedBatch", "gpsvInterleavedBatch"])
        bands = 5 if kind[1] == "p" else 3
        d, b, want = [[self.values(m) for _ in range(count)] for _ in range(bands)], [self.values(m) for _ in range(count)], []
        for i in range(count):
            a = self.band(m, [x[i] for x in d], True)
            want.append(self.near(a, b[i]))
        strided = kind == "gtsv2StridedBatch"
        pack = (lambda v: np.array(v)) if strided else (lambda v: np.array(v).T)
        names = [self.add(pack(x)) for x in d] + [self.add(pack(b), pack(want))]
        f = f"cusparse{self.letter}{kind}"
        head, tail = (f"h, {m}", f"{count}, {m}") if strided else (f"h, 0, {m}", f"{count}")
        if kind[1] == "t" and not strided:
            head = f"h, {self.chance.randrange(3)}, {m}"
        for i in range(bands): # they may be used as room for the factors
            self.want.pop(i, None)
        self.code = [f"CHECK({f}_bufferSizeExt({head}, {', '.join(names)}, {tail}, &size)); CHECK({f}({head}, {', '.join(names)}, {tail}, {names[0]}));"]

    # ---- arrays of indices ----

    def descriptor(self, name, base):
        return f"cusparseMatDescr_t {name}; CHECK(cusparseCreateMatDescr(&{name})); CHECK(cusparseSetMatIndexBase({name}, (cusparseIndexBase_t){base}));"

    def sum(self):
        m, n, base, base_c = self.size(), self.size(), self.chance.randrange(2), self.chance.randrange(2)
        a, b, (alpha, beta) = self.sparse(m, n), self.sparse(m, n), self.values(2)
        oc, kc, vc = self.csr(alpha * a + beta * b, base_c, (a != 0) | (b != 0))
        x, y = [self.add(v) for v in self.csr(a, base)], [self.add(v) for v in self.csr(b)]
        c = [self.add(np.zeros_like(oc), oc), self.add(np.zeros_like(kc), kc), self.add(np.zeros(len(kc), self.dtype), vc)]
        al, be = self.scalar(alpha), self.scalar(beta)
        na, nb = np.count_nonzero(a), np.count_nonzero(b)
        self.code = [self.descriptor("da", base), self.descriptor("db", 0), self.descriptor("dc", base_c),
                     f"int nnz = -1; CHECK(cusparseXcsrgeam2Nnz(h, {m}, {n}, da, {na}, {x[0]}, {x[1]}, db, {nb}, {y[0]}, {y[1]}, dc, {c[0]}, &nnz, {al})); if (nnz != {len(kc)}) failed++;"
                     f"CHECK(cusparse{self.letter}csrgeam2(h, {m}, {n}, {al}, da, {na}, {x[2]}, {x[0]}, {x[1]}, {be}, db, {nb}, {y[2]}, {y[0]}, {y[1]}, dc, {c[2]}, {c[0]}, {c[1]}, {al}));"]

    def incomplete(self):
        n, base, ic = self.chance.choice([1, 4, 12]), self.chance.randrange(2), self.chance.random() < 0.5
        a = self.sparse(n, n, 0.3) * 0.2
        if ic:
            a = a + a.conj().T
        a = a - np.diag(np.diag(a)) + np.diag(self.rng.uniform(3, 4, n)).astype(self.dtype)
        a, there = a.astype(self.dtype), a != 0
        f = a.astype(np.complex128)
        if ic: # the lower triangle
            low = np.tril(f)
            for i in range(n):
                for j in range(i + 1):
                    if there[i, j]:
                        s = f[i, j] - low[i, :j] @ low[j, :j].conj()
                        low[i, j] = np.sqrt(s) if i == j else s / low[j, j]
            f = np.where(np.tril(np.ones((n, n))) > 0, low, f)
        else:
            for i in range(1, n):
                for k in range(i):
                    if there[i, k]:
                        f[i, k] /= f[k, k]
                        for j in range(k + 1, n):
                            if there[i, j]:
                                f[i, j] -= f[i, k] * f[k, j]
        if not np.issubdtype(self.dtype, np.complexfloating):
            f = f.real
        o, k, v = self.csr(a, base)
        os_, ks, vs = self.add(o), self.add(k), self.add(v, self.csr(f, base, there)[2])
        name = "csric02" if ic else "csrilu02"
        args = f"h, {n}, {len(k)}, da, {vs}, {os_}, {ks}, info"
        self.code = [self.descriptor("da", base), f"{name}Info_t info; int room, position = 7; CHECK(cusparseCreate{name.capitalize()}Info(&info)); CHECK(cusparse{self.letter}{name}_bufferSize({args}, &room));"
                     f"CHECK(cusparse{self.letter}{name}_analysis({args}, CUSPARSE_SOLVE_POLICY_USE_LEVEL, {vs})); CHECK(cusparse{self.letter}{name}({args}, CUSPARSE_SOLVE_POLICY_USE_LEVEL, {vs}));"
                     f"CHECK(cusparseX{name}_zeroPivot(h, info, &position)); if (position != -1) failed++; CHECK(cusparseDestroy{name.capitalize()}Info(info));"]

    def to_blocks(self):
        m, n, b, base, direction = self.size(), self.size(), self.chance.choice([1, 2, 3]), self.chance.randrange(2), self.chance.randrange(2)
        a = self.sparse(m, n)
        mb, nb = -(-m // b), -(-n // b)
        full = np.zeros((mb * b, nb * b), self.dtype)
        full[:m, :n] = a
        tiles = full.reshape(mb, b, nb, b).swapaxes(1, 2)
        line, column = np.nonzero((tiles != 0).any(axis=(2, 3)))
        offsets = np.concatenate([[0], np.cumsum(np.bincount(line, minlength=mb))]) + base
        blocks = np.array([tiles[i, j] if direction == 0 else tiles[i, j].T for i, j in zip(line, column)], self.dtype).reshape(-1)
        o, k, v = (self.add(x) for x in self.csr(a))
        bo, bk, bv = self.add(np.zeros(mb + 1, np.int32), offsets), self.add(np.zeros(len(line), np.int32), column + base), self.add(np.ones(len(blocks), self.dtype), blocks)
        x, y, (alpha, beta) = self.values(nb * b), self.values(mb * b), self.values(2)
        xs, ys, al, be = self.add(x), self.add(y, alpha * (full @ x) + beta * y), self.scalar(alpha), self.scalar(beta)
        t = self.letter
        every = np.kron(np.isin(np.arange(mb * nb), line * nb + column).reshape(mb, nb), np.ones((b, b))) > 0
        co, ck, cv = (self.add(np.zeros_like(w), w) for w in self.csr(full, 0, every))
        self.code = [self.descriptor("da", 0), self.descriptor("dc", base),
                     f"int nnz = -1; CHECK(cusparseXcsr2bsrNnz(h, (cusparseDirection_t){direction}, {m}, {n}, da, {o}, {k}, {b}, dc, {bo}, &nnz)); if (nnz != {len(line)}) failed++;"
                     f"CHECK(cusparse{t}csr2bsr(h, (cusparseDirection_t){direction}, {m}, {n}, da, {v}, {o}, {k}, {b}, dc, {bv}, {bo}, {bk}));"
                     f"CHECK(cusparse{t}bsrmv(h, (cusparseDirection_t){direction}, CUSPARSE_OPERATION_NON_TRANSPOSE, {mb}, {nb}, {len(line)}, {al}, dc, {bv}, {bo}, {bk}, {b}, {xs}, {be}, {ys}));"
                     f"CHECK(cusparse{t}bsr2csr(h, (cusparseDirection_t){direction}, {mb}, {nb}, dc, {bv}, {bo}, {bk}, {b}, da, {cv}, {co}, {ck}));"]

    def sorting(self):
        m, n, nnz = self.size(), self.size(), self.chance.choice([0, 1, 30])
        rows, columns = self.rng.integers(0, m, nnz).astype(np.int32), self.rng.integers(0, n, nnz).astype(np.int32)
        by_row = self.chance.random() < 0.5
        order = np.lexsort((columns, rows) if by_row else (rows, columns))
        r, c, p = self.add(rows, rows[order]), self.add(columns, columns[order]), self.add(np.zeros(nnz, np.int32), order)
        area = self.add(np.zeros(8, np.int8))
        dense = self.sparse(m, n)
        d, counts = self.add(dense.T), self.add(np.zeros(m, np.int32), np.count_nonzero(dense, axis=1))
        self.code = [self.descriptor("da", 0), f"CHECK(cusparseXcoosort_bufferSizeExt(h, {m}, {n}, {nnz}, {r}, {c}, &size)); CHECK(cusparseCreateIdentityPermutation(h, {nnz}, {p}));"
                     f"CHECK(cusparseXcoosortBy{'Row' if by_row else 'Column'}(h, {m}, {n}, {nnz}, {r}, {c}, {p}, {area}));"
                     f"int nnz = -1; CHECK(cusparse{self.letter}nnz(h, CUSPARSE_DIRECTION_ROW, {m}, {n}, da, {d}, {m}, {counts}, &nnz)); if (nnz != {np.count_nonzero(dense)}) failed++;"]


KINDS = ["bsr", "blocked_ell", "sliced_ell", "batch", "sampled_batch", "narrow", "reuse", "rotation", "tridiagonal", "many_systems", "sum", "incomplete", "to_blocks", "sorting"]
SCRATCH = {"many_systems"}


def main():
    options = random_calls.options("calls", 130)
    chance = random.Random(options.seed)
    calls, text = [Call(chance, KINDS[i % len(KINDS)]) for i in range(options.calls)], [PRELUDE]
    names = {np.dtype(v): k for k, v in (("float", np.float32), ("double", np.float64), ("cuComplex", np.complex64), ("cuDoubleComplex", np.complex128), ("int", np.int32),
                                         ("int64_t", np.int64), ("signed char", np.int8), ("__half", np.float16))}
    for i, call in enumerate(calls):
        lines = [f"{names[a.dtype]} *m{k} = ({names[a.dtype]} *)load({a.nbytes});" for k, a in enumerate(call.arrays)]
        lines += [line.replace("CHECK(", f"status({i}, ") for line in call.code]
        lines += [f"save(m{k}, {a.nbytes});" for k, a in enumerate(call.arrays)]
        text.append(f"void call{i}() {{ {' '.join(lines)} }}")
    body = " ".join(f"call{i}(); if (failed && !told) {{ told = 1; printf(\"call {i}\\n\"); }}" for i in range(len(calls)))
    text.append(f'int main(int argc, char **argv) {{ int told = 0; in = fopen(argv[1], "rb"); out = fopen(argv[2], "wb"); cusparseCreate(&h); {body} '
                "fclose(out); cusparseDestroy(h); return failed != 0; }")
    folder = options.keep or tempfile.mkdtemp()
    why, after = random_calls.run_program(folder, "\n".join(text), [a for call in calls for a in call.arrays])
    problems = {"the program": why} if why else {}
    for i, call in enumerate(calls):
        for k, before in enumerate(call.arrays):
            got = after(before).reshape(-1)
            want = call.want.get(k)
            if want is None and call.kind in SCRATCH:
                continue
            want = (before if want is None else want).reshape(-1)
            close = {2: 4e-3, 4: 2e-4}.get(want.dtype.itemsize if want.dtype.kind == "f" else 0, 2e-4 if want.dtype == np.complex64 else 1e-9)
            if not np.allclose(got, want, rtol=close, atol=close):
                problems.setdefault(call.kind, f"call {i}: array {k}: expected {want}, got {got}\n{call.code}")
    for name in sorted(set(KINDS) | set(problems)):
        print(f"{'not ok' if name in problems else 'ok'} {name}")
        if name in problems:
            print("# " + problems[name].replace("\n", "\n# "))
    sys.exit(bool(problems))


main()
