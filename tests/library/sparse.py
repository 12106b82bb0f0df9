#!/usr/bin/env python3
"""cuSPARSE gives NumPy's results: products, triangular systems and conversions of random matrices in all formats, types and index widths.

    tests/library/sparse.py               some hundred calls with another seed each time: what the tests run
    tests/library/sparse.py --calls 3000  the long run; --seed N: where it starts; --keep DIR: the program stays there"""
import random
import sys
import tempfile

import numpy as np

import random_calls
from random_calls import op_of

TYPES = {"s": (np.float32, "CUDA_R_32F"), "d": (np.float64, "CUDA_R_64F"), "c": (np.complex64, "CUDA_C_32F"), "z": (np.complex128, "CUDA_C_64F")}
OPS = ["CUSPARSE_OPERATION_NON_TRANSPOSE", "CUSPARSE_OPERATION_TRANSPOSE", "CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE"]
PRELUDE = """
#include <cusparse.h>
size_t size, size2; int64_t R, C, N;
void *area(size_t bytes) { void *p; cudaMallocManaged(&p, bytes + 16); cudaMemset(p, 0, bytes); return p; }
""" + random_calls.prelude("cusparseHandle_t", "cusparseStatus_t", "cusparseGetErrorName(s)")


class Call:
    def __init__(self, chance):
        self.chance, self.rng = chance, np.random.default_rng(chance.randrange(1 << 30))
        self.dtype, self.ctype = TYPES[chance.choice("sdcz")]
        self.arrays, self.code = [], []

    def size(self):
        return self.chance.choice([1, 2, 3, 5, 9, 20, 40])

    def values(self, *shape):
        return random_calls.values(self.rng, self.dtype, shape)

    def sparse(self, rows, columns):
        return self.values(rows, columns) * (self.rng.uniform(0, 1, (rows, columns)) < self.chance.choice([0, 0.1, 0.3, 1]))

    def add(self, memory):
        self.arrays.append(np.ascontiguousarray(memory))
        return f"m{len(self.arrays) - 1}"

    def matrix(self, name, a, form=None):
        """Code that makes descriptor `name` of a dense array's elements."""
        form = form or self.chance.choice(["Csr", "Csc", "Coo"])
        base, wide = self.chance.choice([0, 1]), self.chance.choice([False, True])
        index, itype = (np.int64, "CUSPARSE_INDEX_64I") if wide else (np.int32, "CUSPARSE_INDEX_32I")
        line, other = np.nonzero(a.T if form == "Csc" else a)
        values = self.add((a.T if form == "Csc" else a)[line, other])
        other_name = self.add((other + base).astype(index))
        m, n = a.shape
        where = f"CUSPARSE_INDEX_BASE_{['ZERO', 'ONE'][base]}, {self.ctype}"
        if form == "Coo":
            lines = self.add((line + base).astype(index))
            self.code.append(f"cusparseSpMatDescr_t {name}; CHECK(cusparseCreateCoo(&{name}, {m}, {n}, {len(line)}, {lines}, {other_name}, {values}, {itype}, {where}));")
        else:
            counts = np.concatenate([[0], np.cumsum(np.bincount(line, minlength=n if form == "Csc" else m))])
            offsets = self.add((counts + base).astype(index))
            self.code.append(f"cusparseSpMatDescr_t {name}; CHECK(cusparseCreate{form}(&{name}, {m}, {n}, {len(line)}, {offsets}, {other_name}, {values}, {itype}, {itype}, {where}));")

    def dense(self, name, a):
        m, n = a.shape
        row_major = self.chance.random() < 0.5
        stored = a if row_major else a.T
        ld = stored.shape[1] + self.chance.randrange(3)
        memory = np.zeros((stored.shape[0], ld), self.dtype)
        memory[:, :stored.shape[1]] = stored
        array = self.add(memory)
        self.code.append(f"cusparseDnMatDescr_t {name}; CHECK(cusparseCreateDnMat(&{name}, {m}, {n}, {ld}, {array}, {self.ctype}, CUSPARSE_ORDER_{'ROW' if row_major else 'COL'}));")
        return lambda after: (lambda v: v if row_major else v.T)(after[int(array[1:])].reshape(memory.shape)[:, :stored.shape[1]])

    def vector(self, name, v):
        array = self.add(v)
        self.code.append(f"cusparseDnVecDescr_t {name}; CHECK(cusparseCreateDnVec(&{name}, {len(v)}, {array}, {self.ctype}));")
        return lambda after: after[int(array[1:])]

    def scalars(self):
        al, be = self.values(1)[0], self.dtype(self.chance.choice([0, self.values(1)[0]]))
        return al, be, self.add(np.array([al, 0], self.dtype)), self.add(np.array([be, 0], self.dtype))


def spmv(c):
    A, op = c.sparse(c.size(), c.size()), c.chance.randrange(3)
    M = op_of(op, A)
    x, y = c.values(M.shape[1]), c.values(M.shape[0])
    c.matrix("A", A)
    c.vector("x", x)
    get = c.vector("y", y)
    al, be, an, bn = c.scalars()
    args = f"h, {OPS[op]}, {an}, A, x, {bn}, y, {c.ctype}, CUSPARSE_SPMV_ALG_DEFAULT"
    c.code.append(f"CHECK(cusparseSpMV_bufferSize({args}, &size)); CHECK(cusparseSpMV({args}, area(size)));")
    return lambda after: (get(after), al * (M @ x) + be * y)


def spmm(c):
    A, op, opb = c.sparse(c.size(), c.size()), c.chance.randrange(3), c.chance.randrange(3)
    M = op_of(op, A)
    n = c.size()
    B = c.values(*((M.shape[1], n) if opb == 0 else (n, M.shape[1])))
    C = c.values(M.shape[0], n)
    c.matrix("A", A)
    c.dense("B", B)
    get = c.dense("C", C)
    al, be, an, bn = c.scalars()
    args = f"h, {OPS[op]}, {OPS[opb]}, {an}, A, B, {bn}, C, {c.ctype}, CUSPARSE_SPMM_ALG_DEFAULT"
    c.code.append(f"CHECK(cusparseSpMM_bufferSize({args}, &size)); CHECK(cusparseSpMM({args}, area(size)));")
    return lambda after: (get(after), al * (M @ op_of(opb, B)) + be * C)


def system(c):
    n, op, lower, unit = c.size(), c.chance.randrange(3), c.chance.random() < 0.5, c.chance.random() < 0.3
    A = (c.sparse(n, n) * 0.3).astype(c.dtype)
    A[range(n), range(n)] = 2 + c.values(n) / 2
    T = np.tril(A) if lower else np.triu(A)
    if unit:
        T[range(n), range(n)] = 1
    M = op_of(op, T)
    c.matrix("A", A)  # the other triangle is not looked at
    c.code.append(f"cusparseFillMode_t fill = CUSPARSE_FILL_MODE_{'LOWER' if lower else 'UPPER'}; CHECK(cusparseSpMatSetAttribute(A, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));"
                  f"cusparseDiagType_t diag = CUSPARSE_DIAG_TYPE_{'UNIT' if unit else 'NON_UNIT'}; CHECK(cusparseSpMatSetAttribute(A, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));")
    al, _, an, _ = c.scalars()
    if c.chance.random() < 0.5:
        x = c.values(n)
        c.vector("x", x)
        get = c.vector("y", c.values(n))
        args, name = f"h, {OPS[op]}, {an}, A, x, y, {c.ctype}, CUSPARSE_SPSV_ALG_DEFAULT, s", "SpSV"
    else:
        opb = c.chance.randrange(3)
        k = c.size()
        x = c.values(*((n, k) if opb == 0 else (k, n)))
        c.dense("B", x)
        x = op_of(opb, x)
        get = c.dense("C", c.values(n, k))
        args, name = f"h, {OPS[op]}, {OPS[opb]}, {an}, A, B, C, {c.ctype}, CUSPARSE_SPSM_ALG_DEFAULT, s", "SpSM"
    c.code.append(f"cusparse{name}Descr_t s; CHECK(cusparse{name}_createDescr(&s)); CHECK(cusparse{name}_bufferSize({args}, &size));"
                  f"CHECK(cusparse{name}_analysis({args}, area(size))); CHECK(cusparse{name}_solve({args})); CHECK(cusparse{name}_destroyDescr(s));")
    return lambda after: (M @ get(after), al * x)


def product(c):
    m, k, n = c.size(), c.size(), c.size()
    A, B = c.sparse(m, k), c.sparse(k, n)
    c.matrix("A", A, "Csr")
    c.matrix("B", B, "Csr")
    get = c.dense("D", np.zeros((m, n), c.dtype))
    al, _, an, bn = c.scalars()
    args = f"h, {OPS[0]}, {OPS[0]}, {an}, A, B, {bn}, C_, {c.ctype}, CUSPARSE_SPGEMM_DEFAULT, g"
    c.code.append(f"int *off = (int *)area(4 * {m + 1}); cusparseSpMatDescr_t C_; CHECK(cusparseCreateCsr(&C_, {m}, {n}, 0, off, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, {c.ctype}));"
                  f"cusparseSpGEMMDescr_t g; CHECK(cusparseSpGEMM_createDescr(&g)); CHECK(cusparseSpGEMM_workEstimation({args}, &size, NULL));"
                  f"CHECK(cusparseSpGEMM_workEstimation({args}, &size, area(size))); CHECK(cusparseSpGEMM_compute({args}, &size2, NULL));"
                  f"CHECK(cusparseSpGEMM_compute({args}, &size2, area(size2))); CHECK(cusparseSpMatGetSize(C_, &R, &C, &N));"
                  f"CHECK(cusparseCsrSetPointers(C_, off, area(4 * N), area(16 * N))); CHECK(cusparseSpGEMM_copy({args})); CHECK(cusparseSpGEMM_destroyDescr(g));"
                  "CHECK(cusparseSparseToDense(h, C_, D, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));")
    return lambda after: (get(after), al * (A @ B))


def sampled(c):
    m, k, n, op, opb = c.size(), c.size(), c.size(), c.chance.randrange(3), c.chance.randrange(3)
    A = c.values(*((m, k) if op == 0 else (k, m)))
    B = c.values(*((k, n) if opb == 0 else (n, k)))
    S = c.sparse(m, n)
    c.dense("A", A)
    c.dense("B", B)
    c.matrix("S", S)
    get = c.dense("D", np.zeros((m, n), c.dtype))
    al, be, an, bn = c.scalars()
    c.code.append(f"CHECK(cusparseSDDMM(h, {OPS[op]}, {OPS[opb]}, {an}, A, B, {bn}, S, {c.ctype}, CUSPARSE_SDDMM_ALG_DEFAULT, NULL));"
                  "CHECK(cusparseSparseToDense(h, S, D, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));")
    return lambda after: (get(after), (S != 0) * (al * (op_of(op, A) @ op_of(opb, B)) + be * S))


def there_and_back(c):
    m, n, form = c.size(), c.size(), c.chance.choice(["Csr", "Csc", "Coo"])
    A = c.sparse(m, n)
    c.dense("A", A)
    get = c.dense("D", c.values(m, n))
    lines = n if form == "Csc" else m
    if form == "Coo":
        make, offsets = f"cusparseCreateCoo(&S, {m}, {n}, 0, NULL, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, {c.ctype})", "area(4 * N)"
    else:
        make = f"cusparseCreate{form}(&S, {m}, {n}, 0, off, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, {c.ctype})"
        offsets = "off"
    c.code.append(f"void *off = area(4 * {lines + 1}); cusparseSpMatDescr_t S; CHECK({make});"
                  "CHECK(cusparseDenseToSparse_analysis(h, A, S, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL)); CHECK(cusparseSpMatGetSize(S, &R, &C, &N));"
                  f"CHECK(cusparse{form}SetPointers(S, {offsets}, area(4 * N), area(16 * N)));"
                  "CHECK(cusparseDenseToSparse_convert(h, A, S, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL));"
                  "CHECK(cusparseSparseToDense(h, S, D, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, NULL));")
    return lambda after: (get(after), A)


def vectors(c):
    n = c.size()
    picked = np.array(sorted(c.chance.sample(range(n), c.chance.randint(0, n))), np.int32)
    x, y = c.values(len(picked)), c.values(n)
    xi, xv = c.add(picked + 1), c.add(x)
    c.code.append(f"cusparseSpVecDescr_t x; CHECK(cusparseCreateSpVec(&x, {n}, {len(picked)}, {xi}, {xv}, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, {c.ctype}));")
    gety = c.vector("y", y)
    r = c.vector("r", np.zeros(1, c.dtype))
    al, be, an, bn = c.scalars()
    result = f"m{len(c.arrays) - 3}"
    c.code.append(f"CHECK(cusparseSpVV(h, {OPS[2]}, x, y, {result}, {c.ctype}, NULL)); CHECK(cusparseAxpby(h, {an}, x, {bn}, y)); CHECK(cusparseGather(h, y, x));")
    full = be * y
    full[picked] += al * x
    return lambda after: (np.concatenate([gety(after), after[1], r(after)]), np.concatenate([full, full[picked], [np.sum(x.conj() * y[picked])]]))


def indices(c):
    c.dtype, c.ctype = np.float32, "CUDA_R_32F"
    m, n = c.size(), c.size()
    A = c.sparse(m, n)
    row, column = np.nonzero(A)
    nnz = len(row)
    rows, columns, values = c.add(row.astype(np.int32)), c.add(column.astype(np.int32)), c.add(A[row, column])
    offsets, back = c.add(np.zeros(m + 1, np.int32)), c.add(np.zeros(nnz, np.int32))
    cp, ci, cv = c.add(np.zeros(n + 1, np.int32)), c.add(np.zeros(nnz, np.int32)), c.add(np.zeros(nnz, np.float32))
    c.code.append(f"CHECK(cusparseXcoo2csr(h, (int *){rows}, {nnz}, {m}, (int *){offsets}, CUSPARSE_INDEX_BASE_ZERO));"
                  f"CHECK(cusparseXcsr2coo(h, (int *){offsets}, {nnz}, {m}, (int *){back}, CUSPARSE_INDEX_BASE_ZERO));"
                  f"CHECK(cusparseCsr2cscEx2(h, {m}, {n}, {nnz}, {values}, (int *){offsets}, (int *){columns}, {cv}, (int *){cp}, (int *){ci}, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, NULL));")
    r2, c2 = np.nonzero(A.T)
    want = [np.concatenate([[0], np.cumsum(np.bincount(row, minlength=m))]), row, np.concatenate([[0], np.cumsum(np.bincount(r2, minlength=n))]), c2, A.T[r2, c2]]
    return lambda after: (np.concatenate(after[3:]), np.concatenate(want))


KINDS = [spmv, spmm, system, product, sampled, there_and_back, vectors, indices]


def run(calls, folder):
    text = [PRELUDE]
    for i, (c, _, _) in enumerate(calls):
        loads = " ".join(f"void *m{k} = load({m.nbytes});" for k, m in enumerate(c.arrays))
        saves = " ".join(f"save(m{k}, {m.nbytes});" for k, m in enumerate(c.arrays))
        text.append(f"#undef CHECK\n#define CHECK(call) status({i}, call)\nvoid call{i}() {{ {loads} {' '.join(c.code)} {saves} }}")
    text.append('int main(int argc, char **argv) { in = fopen(argv[1], "rb"); out = fopen(argv[2], "wb"); cusparseCreate(&h);'
                + "".join(f"call{i}();" for i in range(len(calls))) + "fclose(out); cusparseDestroy(h); return failed != 0; }\n")
    why, after = random_calls.run_program(folder, "\n".join(text), [m for c, _, _ in calls for m in c.arrays])
    if why:
        print(f"not ok program\n{why}")
        return {"program"}
    failed = set()
    for i, (c, kind, judge) in enumerate(calls):
        have, want = judge([after(m) for m in c.arrays])
        bound = (1e-4 if c.dtype in (np.float32, np.complex64) else 1e-11) * (1 + (np.max(np.abs(want)) if want.size else 0))
        if have.shape != want.shape or (want.size and not np.max(np.abs(have - want)) <= bound):
            print(f"not ok {kind.__name__} {c.ctype}, call {i}: {have} instead of {want}")
            failed.add(kind.__name__)
    return failed


def main():
    args = random_calls.options("calls", 160)
    chance, failed = random.Random(args.seed), set()
    for at in range(0, args.calls, 160):
        calls = []
        for i in range(min(160, args.calls - at)):
            c, kind = Call(chance), KINDS[i % len(KINDS)]
            calls.append((c, kind, kind(c)))
        with tempfile.TemporaryDirectory() as folder:
            failed |= run(calls, args.keep or folder)
    for kind in KINDS:
        if kind.__name__ not in failed:
            print(f"ok {kind.__name__}")
    sys.exit(1 if failed else 0)


main()
