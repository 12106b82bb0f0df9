#!/usr/bin/env python3
"""Random calls of cuBLAS, cuSOLVER and cuSPARSE against SciPy's BLAS, LAPACK and sparse matrices. Without SciPy (pip install scipy) it is skipped."""
import os
import subprocess
import sys
import tempfile

import numpy as np

try:
    import scipy.linalg
    import scipy.sparse as sp
    import scipy.sparse.linalg
    from scipy.linalg import blas, lapack
except ImportError:
    print("ok skipped, for SciPy is not installed")
    sys.exit(0)

HEDDLE = os.environ.get("HEDDLE", "heddle")
PROGRAM = r"""
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <string>
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cusparse.h>
static FILE *in, *out;
static bool word(std::string &w) { char b[64]; if (fscanf(in, "%63s", b) != 1) return false; w = b; return true; }
static int integer() { int i; if (fscanf(in, "%d", &i) != 1) exit(9); return i; }
static double number() { double d; if (fscanf(in, "%lf", &d) != 1) exit(9); return d; }
template <typename T = double> struct Array {
    T *p; size_t n;
    Array(size_t n, bool read = true) : n(n) { cudaMallocManaged(&p, (n + 1) * sizeof(T)); for (size_t i = 0; i < n; i++) p[i] = read ? (T)number() : (T)0; }
    ~Array() { cudaFree(p); }
    void write() { cudaDeviceSynchronize(); for (size_t i = 0; i < n; i++) fprintf(out, "%.17g ", (double)p[i]); fprintf(out, "\n"); }
};
static cublasOperation_t op(int t) { return t ? CUBLAS_OP_T : CUBLAS_OP_N; }
int main(int argc, char **argv) {
    in = fopen(argv[1], "r"); out = fopen(argv[2], "w");
    cublasHandle_t h; cublasCreate(&h); cusolverDnHandle_t s; cusolverDnCreate(&s); cusparseHandle_t c; cusparseCreate(&c);
    std::string w;
    while (word(w)) {
        if (w == "gemm") { int ta = integer(), tb = integer(), m = integer(), n = integer(), k = integer(); double al = number(), be = number(); Array<> A((size_t)m * k), B((size_t)k * n), C((size_t)m * n);
            fprintf(out, "%d ", cublasDgemm(h, op(ta), op(tb), m, n, k, &al, A.p, ta ? k : m, B.p, tb ? n : k, &be, C.p, m)); C.write(); }
        else if (w == "trsm" || w == "trmm") { int side = integer(), up = integer(), t = integer(), unit = integer(), m = integer(), n = integer(); double al = number(); int k = side ? n : m; Array<> A((size_t)k * k), B((size_t)m * n), C((size_t)m * n, false);
            cublasSideMode_t sd = side ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT; cublasFillMode_t f = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER; cublasDiagType_t d = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
            if (w == "trsm") { fprintf(out, "%d ", cublasDtrsm(h, sd, f, op(t), d, m, n, &al, A.p, k, B.p, m)); B.write(); }
            else { fprintf(out, "%d ", cublasDtrmm(h, sd, f, op(t), d, m, n, &al, A.p, k, B.p, m, C.p, m)); C.write(); } }
        else if (w == "symm" || w == "syrk" || w == "syr2k") { int side = integer(), up = integer(), m = integer(), n = integer(); double al = number(), be = number(); cublasFillMode_t f = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            if (w == "symm") { int k = side ? n : m; Array<> A((size_t)k * k), B((size_t)m * n), C((size_t)m * n); fprintf(out, "%d ", cublasDsymm(h, side ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT, f, m, n, &al, A.p, k, B.p, m, &be, C.p, m)); C.write(); }
            else { Array<> A((size_t)m * n), B((size_t)m * n), C((size_t)m * m); int r = w == "syrk" ? cublasDsyrk(h, f, op(side), m, n, &al, A.p, side ? n : m, &be, C.p, m) : cublasDsyr2k(h, f, op(side), m, n, &al, A.p, side ? n : m, B.p, side ? n : m, &be, C.p, m); fprintf(out, "%d ", r); C.write(); } }
        else if (w == "gemv" || w == "gbmv") { int t = integer(), m = integer(), n = integer(), kl = integer(), ku = integer(); double al = number(), be = number(); int l = w == "gemv" ? m : kl + ku + 1; Array<> A((size_t)l * n), x(t ? m : n), y(t ? n : m);
            fprintf(out, "%d ", w == "gemv" ? cublasDgemv(h, op(t), m, n, &al, A.p, l, x.p, 1, &be, y.p, 1) : cublasDgbmv(h, op(t), m, n, kl, ku, &al, A.p, l, x.p, 1, &be, y.p, 1)); y.write(); }
        else if (w == "level1") { int n = integer(); Array<> x(n), y(n); Array<> r(5, false); double a, b, cc; int i, j; cublasDdot(h, n, x.p, 1, y.p, 1, &a); cublasDnrm2(h, n, x.p, 1, &b); cublasDasum(h, n, x.p, 1, &cc); cublasIdamax(h, n, x.p, 1, &i); cublasIdamin(h, n, x.p, 1, &j); r.p[0] = a; r.p[1] = b; r.p[2] = cc; r.p[3] = i; r.p[4] = j; fprintf(out, "0 "); r.write(); }
        else if (w == "rotg") { double a = number(), b = number(), cs, sn; Array<> r(4, false); int st = cublasDrotg(h, &a, &b, &cs, &sn); r.p[0] = a; r.p[1] = b; r.p[2] = cs; r.p[3] = sn; fprintf(out, "%d ", st); r.write(); }
        else if (w == "getrf") { int m = integer(), n = integer(), k = m < n ? m : n, lw; Array<> A((size_t)m * n); Array<int> piv(k, false), info(1, false); cusolverDnDgetrf_bufferSize(s, m, n, A.p, m, &lw); Array<> work(lw, false); fprintf(out, "%d ", cusolverDnDgetrf(s, m, n, A.p, m, work.p, piv.p, info.p)); A.write(); fprintf(out, "0 "); piv.write(); }
        else if (w == "potrf") { int up = integer(), n = integer(), lw; Array<> A((size_t)n * n); Array<int> info(1, false); cublasFillMode_t f = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER; cusolverDnDpotrf_bufferSize(s, f, n, A.p, n, &lw); Array<> work(lw, false); fprintf(out, "%d ", cusolverDnDpotrf(s, f, n, A.p, n, work.p, lw, info.p)); A.write(); }
        else if (w == "geqrf") { int m = integer(), n = integer(), k = m < n ? m : n, lw; Array<> A((size_t)m * n), tau(k, false); Array<int> info(1, false); cusolverDnDgeqrf_bufferSize(s, m, n, A.p, m, &lw); Array<> work(lw, false); fprintf(out, "%d ", cusolverDnDgeqrf(s, m, n, A.p, m, tau.p, work.p, lw, info.p)); A.write(); fprintf(out, "0 "); tau.write(); }
        else if (w == "sytrf") { int up = integer(), n = integer(), lw; Array<> A((size_t)n * n); Array<int> info(1, false), piv(n, false); cublasFillMode_t f = up ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER; cusolverDnDsytrf_bufferSize(s, n, A.p, n, &lw); Array<> work(lw, false); fprintf(out, "%d ", cusolverDnDsytrf(s, f, n, A.p, n, piv.p, work.p, lw, info.p)); A.write(); fprintf(out, "0 "); piv.write(); }
        else if (w == "syevd" || w == "sygvd") { int n = integer(), lw; Array<> A((size_t)n * n), B(w == "sygvd" ? (size_t)n * n : 0), W(n, false); Array<int> info(1, false);
            if (w == "syevd") { cusolverDnDsyevd_bufferSize(s, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, A.p, n, W.p, &lw); Array<> work(lw, false); fprintf(out, "%d ", cusolverDnDsyevd(s, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, A.p, n, W.p, work.p, lw, info.p)); }
            else { cusolverDnDsygvd_bufferSize(s, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, A.p, n, B.p, n, W.p, &lw); Array<> work(lw, false); fprintf(out, "%d ", cusolverDnDsygvd(s, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, A.p, n, B.p, n, W.p, work.p, lw, info.p)); }
            W.write(); }
        else if (w == "gesvd") { int m = integer(), n = integer(), lw; Array<> A((size_t)m * n), S(n, false), U((size_t)m * m, false), V((size_t)n * n, false); Array<int> info(1, false); cusolverDnDgesvd_bufferSize(s, m, n, &lw); Array<> work(lw, false), rw(n, false); fprintf(out, "%d ", cusolverDnDgesvd(s, 'A', 'A', m, n, A.p, m, S.p, U.p, m, V.p, n, work.p, lw, rw.p, info.p)); S.write(); }
        else { // sparse: m n nnz, rows, columns, values of A
            int m = integer(), n = integer(), z = integer(); Array<int> ro(m + 1), co(z); Array<> va(z); cusparseSpMatDescr_t A; cusparseCreateCsr(&A, m, n, z, ro.p, co.p, va.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
            size_t bytes; void *buffer = nullptr;
            if (w == "spmv") { int t = integer(); double al = number(), be = number(); Array<> x(t ? m : n), y(t ? n : m); cusparseDnVecDescr_t X, Y; cusparseCreateDnVec(&X, x.n, x.p, CUDA_R_64F); cusparseCreateDnVec(&Y, y.n, y.p, CUDA_R_64F); cusparseOperation_t o = t ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
                cusparseSpMV_bufferSize(c, o, &al, A, X, &be, Y, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes); cudaMalloc(&buffer, bytes); fprintf(out, "%d ", cusparseSpMV(c, o, &al, A, X, &be, Y, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, buffer)); y.write(); }
            else if (w == "spmm") { int t = integer(), k = integer(); double al = number(), be = number(); int r = t ? n : m, q = t ? m : n; Array<> B((size_t)q * k), C((size_t)r * k); cusparseDnMatDescr_t X, Y; cusparseCreateDnMat(&X, q, k, q, B.p, CUDA_R_64F, CUSPARSE_ORDER_COL); cusparseCreateDnMat(&Y, r, k, r, C.p, CUDA_R_64F, CUSPARSE_ORDER_COL); cusparseOperation_t o = t ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
                cusparseSpMM_bufferSize(c, o, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, X, &be, Y, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes); cudaMalloc(&buffer, bytes); fprintf(out, "%d ", cusparseSpMM(c, o, CUSPARSE_OPERATION_NON_TRANSPOSE, &al, A, X, &be, Y, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, buffer)); C.write(); }
            else if (w == "spsv") { int up = integer(), unit = integer(), t = integer(); double al = number(); Array<> x(m), y(m, false); cusparseFillMode_t f = up ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER; cusparseDiagType_t d = unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT; cusparseSpMatSetAttribute(A, CUSPARSE_SPMAT_FILL_MODE, &f, sizeof f); cusparseSpMatSetAttribute(A, CUSPARSE_SPMAT_DIAG_TYPE, &d, sizeof d);
                cusparseOperation_t o = t ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE; cusparseDnVecDescr_t X, Y; cusparseCreateDnVec(&X, m, x.p, CUDA_R_64F); cusparseCreateDnVec(&Y, m, y.p, CUDA_R_64F); cusparseSpSVDescr_t D; cusparseSpSV_createDescr(&D); cusparseSpSV_bufferSize(c, o, &al, A, X, Y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, D, &bytes); cudaMalloc(&buffer, bytes);
                cusparseSpSV_analysis(c, o, &al, A, X, Y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, D, buffer); fprintf(out, "%d ", cusparseSpSV_solve(c, o, &al, A, X, Y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, D)); y.write(); }
            else if (w == "csr2csc") { Array<> cv(z, false); Array<int> cp(n + 1, false), ri(z, false); cusparseCsr2cscEx2_bufferSize(c, m, n, z, va.p, ro.p, co.p, cv.p, cp.p, ri.p, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, &bytes); cudaMalloc(&buffer, bytes);
                fprintf(out, "%d ", cusparseCsr2cscEx2(c, m, n, z, va.p, ro.p, co.p, cv.p, cp.p, ri.p, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, buffer)); cv.write(); fprintf(out, "0 "); cp.write(); fprintf(out, "0 "); ri.write(); }
            else if (w == "spgemm") { int k = integer(), z2 = integer(); Array<int> r2(n + 1), c2(z2); Array<> v2(z2); cusparseSpMatDescr_t B, C; cusparseCreateCsr(&B, n, k, z2, r2.p, c2.p, v2.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F); Array<int> r3(m + 1, false); cusparseCreateCsr(&C, m, k, 0, r3.p, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
                cusparseSpGEMMDescr_t D; cusparseSpGEMM_createDescr(&D); double al = 1, be = 0; size_t b1 = 0, b2 = 0; void *p1 = 0, *p2 = 0; auto o = CUSPARSE_OPERATION_NON_TRANSPOSE; cusparseSpGEMM_workEstimation(c, o, o, &al, A, B, &be, C, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, D, &b1, 0); cudaMalloc(&p1, b1); cusparseSpGEMM_workEstimation(c, o, o, &al, A, B, &be, C, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, D, &b1, p1);
                cusparseSpGEMM_compute(c, o, o, &al, A, B, &be, C, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, D, &b2, 0); cudaMalloc(&p2, b2); cusparseSpGEMM_compute(c, o, o, &al, A, B, &be, C, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, D, &b2, p2); int64_t mm, kk, zz; cusparseSpMatGetSize(C, &mm, &kk, &zz); Array<int> c3(zz, false); Array<> v3(zz, false); cusparseCsrSetPointers(C, r3.p, c3.p, v3.p);
                fprintf(out, "%d ", cusparseSpGEMM_copy(c, o, o, &al, A, B, &be, C, CUDA_R_64F, CUSPARSE_SPGEMM_DEFAULT, D)); r3.write(); fprintf(out, "0 "); c3.write(); fprintf(out, "0 "); v3.write(); }
            cudaFree(buffer); cusparseDestroySpMat(A);
        }
    }
    fclose(out);
}
"""


def dense(r, *shape):
    return np.asfortranarray(r.standard_normal(shape))


def text(*things):
    out = []
    for t in things:
        if sp.issparse(t):
            out += [t.indptr, t.indices, t.data]
        else:
            out.append(np.ravel(np.asarray(t), order="F"))
    return " ".join(" ".join(repr(x) for x in a.tolist()) for a in out)


def cases(r, count):
    """Lines for the program, and for each result what SciPy says and which elements of it are compared."""
    names = ["gemm", "trsm", "trmm", "symm", "syrk", "syr2k", "gemv", "gbmv", "level1", "rotg", "getrf", "potrf", "geqrf", "sytrf", "syevd", "sygvd", "gesvd",
             "spmv", "spmm", "spsv", "csr2csc", "spgemm"]
    for i in range(count):
        w = names[i % len(names)]
        m, n, k = (int(x) for x in r.integers(1, 24, 3))
        al, be = float(r.standard_normal()), float(r.choice([0.0, 1.0, -0.5]))
        t, up, unit, side = (int(x) for x in r.integers(0, 2, 4))
        if w == "gemm":
            A, B, C = dense(r, k, m) if t else dense(r, m, k), dense(r, n, k) if up else dense(r, k, n), dense(r, m, n)
            yield w, f"{w} {t} {up} {m} {n} {k} {al!r} {be!r} {text(A, B, C)}", [blas.dgemm(al, A, B, be, C, t, up)]
        elif w in ("trsm", "trmm"):
            q = n if side else m
            A, B = dense(r, q, q) + 5 * np.eye(q), dense(r, m, n)
            yield w, f"{w} {side} {up} {t} {unit} {m} {n} {al!r} {text(A, B)}", \
                [getattr(blas, "d" + w)(al, A, B, side=side, lower=1 - up, trans_a=t, diag=unit)]
        elif w == "symm":
            q = n if side else m
            A, B, C = dense(r, q, q), dense(r, m, n), dense(r, m, n)
            yield w, f"{w} {side} {up} {m} {n} {al!r} {be!r} {text(A, B, C)}", [blas.dsymm(al, A, B, be, C, side=side, lower=1 - up)]
        elif w in ("syrk", "syr2k"):
            A, B, C = (dense(r, n, m) if t else dense(r, m, n) for _ in range(3))
            C = dense(r, m, m)
            want = blas.dsyrk(al, A, be, C, trans=t, lower=1 - up) if w == "syrk" else blas.dsyr2k(al, A, B, be, C, trans=t, lower=1 - up)
            tri = np.triu if up else np.tril
            yield w, f"{w} {t} {up} {m} {n} {al!r} {be!r} {text(A, B, C)}", [tri(want) + (C - tri(C))]
        elif w in ("gemv", "gbmv"):
            kl, ku = min(int(r.integers(0, 4)), m - 1), min(int(r.integers(0, 4)), n - 1)
            A = dense(r, m, n) if w == "gemv" else dense(r, kl + ku + 1, n)
            x, y = dense(r, m if t else n), dense(r, n if t else m)
            D = A if w == "gemv" else sp.dia_matrix((A, np.arange(ku, -kl - 1, -1)), shape=(m, n)).toarray() # a band's row is a diagonal
            want = blas.dgemv(al, D, x, be, y, trans=t)
            yield w, f"{w} {t} {m} {n} {kl} {ku} {al!r} {be!r} {text(A, x, y)}", [want]
        elif w == "level1":
            x, y = dense(r, n), dense(r, n)
            yield w, f"{w} {n} {text(x, y)}", [[blas.ddot(x, y), blas.dnrm2(x), blas.dasum(x), blas.idamax(x) + 1, np.argmin(np.abs(x)) + 1]]
        elif w == "rotg":
            a, b = (float(r.choice([0.0, 1.0, -2.0, al, be])) for _ in range(2))
            c, s = blas.drotg(a, b)
            z = 0.0 if a == 0 == b else s if abs(a) > abs(b) else 1 / c if c != 0 else 1.0
            yield w, f"{w} {a!r} {b!r}", [[c * a + s * b, z, c, s]]
        elif w == "getrf":
            A = dense(r, m, n)
            lu, piv, _ = lapack.dgetrf(A)
            yield w, f"{w} {m} {n} {text(A)}", [lu, piv + 1]
        elif w == "potrf":
            A = dense(r, n, n)
            A = A @ A.T + np.eye(n)
            yield w, f"{w} {up} {n} {text(A)}", [lapack.dpotrf(A, lower=1 - up, clean=0)[0]]
        elif w == "geqrf":
            A = dense(r, m, n)
            qr, tau = lapack.dgeqrf(A)[:2]
            yield w, f"{w} {m} {n} {text(A)}", [qr, tau]
        elif w == "sytrf":
            A = dense(r, n, n)
            ldu, piv = lapack.dsytrf(A, lower=1 - up)[:2]
            tri = np.triu if up else np.tril
            yield w, f"{w} {up} {n} {text(A)}", [tri(ldu) + (A - tri(A)), piv]
        elif w == "syevd":
            A = dense(r, n, n)
            A = A + A.T
            yield w, f"{w} {n} {text(A)}", [scipy.linalg.eigh(A, eigvals_only=True)]
        elif w == "sygvd":
            A, B = dense(r, n, n), dense(r, n, n)
            A, B = A + A.T, B @ B.T + np.eye(n)
            yield w, f"{w} {n} {text(A, B)}", [scipy.linalg.eigh(A, B, eigvals_only=True)]
        elif w == "gesvd":
            m = max(m, n)
            A = dense(r, m, n)
            yield w, f"{w} {m} {n} {text(A)}", [scipy.linalg.svdvals(A)]
        else:
            S = sp.random(m, n, float(r.choice([0.0, 0.1, 0.5, 1.0])), "csr", rng=r, data_rvs=r.standard_normal)
            if w == "spsv":
                S = sp.csr_matrix(S.toarray()[:min(m, n), :min(m, n)] + 5 * np.eye(min(m, n)))
                m = n = min(m, n)
            S.sort_indices()
            line = f"{w} {m} {n} {S.nnz} {text(S)}"
            if w == "spmv":
                x, y = dense(r, m if t else n), dense(r, n if t else m)
                yield w, f"{line} {t} {al!r} {be!r} {text(x, y)}", [al * ((S.T if t else S) @ x) + be * y]
            elif w == "spmm":
                B, C = dense(r, m if t else n, k), dense(r, n if t else m, k)
                yield w, f"{line} {t} {k} {al!r} {be!r} {text(B, C)}", [al * ((S.T if t else S) @ B) + be * C]
            elif w == "spsv":
                x = dense(r, m)
                T = (sp.triu if up else sp.tril)(S, format="csr")
                T = sp.csr_matrix(T.T) if t else T
                yield w, f"{line} {up} {unit} {t} {al!r} {text(x)}", [scipy.sparse.linalg.spsolve_triangular(T, al * x, lower=bool(up) == bool(t), unit_diagonal=bool(unit))]
            elif w == "csr2csc":
                T = S.tocsc()
                T.sort_indices()
                yield w, line, [T.data, T.indptr, T.indices]
            else:
                B = sp.random(n, k, 0.4, "csr", rng=r, data_rvs=r.standard_normal)
                B.sort_indices()
                C = S @ B
                C.sort_indices()
                yield w, f"{line} {k} {B.nnz} {text(B)}", [C.indptr, C.indices, C.data]


def main():
    count = int(sys.argv[sys.argv.index("--calls") + 1]) if "--calls" in sys.argv else 460
    seed = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1
    all_cases = list(cases(np.random.default_rng(seed), count))
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/p.cu", "w").write(PROGRAM)
        open(f"{folder}/in", "w").write("\n".join(line for _, line, _ in all_cases) + "\n")
        p = subprocess.run([HEDDLE, f"{folder}/p.cu", f"{folder}/in", f"{folder}/out"], capture_output=True, text=True, timeout=300)
        lines = open(f"{folder}/out").read().split("\n") if os.path.exists(f"{folder}/out") else []
    if p.returncode:
        sys.exit(f"not ok program\n# {p.stdout[-1000:]}{p.stderr[-1000:]}")
    at, wrong, done = 0, {}, {}
    for name, line, wants in all_cases:
        done[name] = done.get(name, 0) + 1
        for want in wants:
            got = np.array([float(x) for x in lines[at].split()])
            at += 1
            want = np.ravel(np.asarray(want, float), order="F")
            if got[0] != 0 or len(got) != 1 + len(want) or not np.allclose(got[1:], want, rtol=1e-9, atol=1e-9):
                wrong.setdefault(name, f"{line[:300]}\n# {got[:12]}\n# {want[:11]}")
    for name in done:
        print(f"not ok {name} as SciPy's: {wrong[name]}" if name in wrong else f"ok {name} as SciPy's ({done[name]})")
    sys.exit(bool(wrong))


main()
