#!/usr/bin/env python3
# NEEDS: libopenblas.so.0
"""Random products and transforms of cublasLt give NumPy's results: types, orders, operations, batches, epilogues, scales.

    tests/library/blas_lt.py                     some hundred calls with another seed each time: what the tests run
    tests/library/blas_lt.py --calls 20000       the long run; --seed N: where it starts

A call is a row of numbers in a file, with its arrays behind it; one program makes them all and writes the arrays back. Elements
between lines and matrices must keep what they have. Prints `ok NAME` and `not ok NAME` lines, a line for each kind of product."""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import numpy as np

HEDDLE = os.environ.get("HEDDLE", "heddle")
F32, F64, F16, I8, C32, C64, I32, B16, E4M3, E5M2 = 0, 1, 2, 3, 4, 5, 10, 14, 28, 29
SIZE = {F32: 4, F64: 8, F16: 2, I8: 1, C32: 8, C64: 16, I32: 4, B16: 2, E4M3: 1, E5M2: 1}
NUMPY = {F32: np.float32, F64: np.float64, F16: np.float16, I8: np.int8, C32: np.complex64, C64: np.complex128, I32: np.int32}
# name: (compute, scale, A, B, C, D); how exact the results are
KINDS = {"float": (68, F32, F32, F32, F32, F32), "tf32": (77, F32, F32, F32, F32, F32), "double": (70, F64, F64, F64, F64, F64),
         "complex": (68, C32, C32, C32, C32, C32), "double complex": (70, C64, C64, C64, C64, C64),
         "half": (68, F32, F16, F16, F16, F16), "half in half": (64, F16, F16, F16, F16, F16),
         "half to float": (68, F32, F16, F16, F32, F32), "bfloat16": (68, F32, B16, B16, B16, B16),
         "bfloat16 to float": (68, F32, B16, B16, F32, F32), "int8 to int": (72, I32, I8, I8, I32, I32),
         "int8 to int8": (72, F32, I8, I8, I8, I8), "int8 to float": (68, F32, I8, I8, F32, F32),
         "fp8 to half": (68, F32, E4M3, E5M2, F16, F16), "fp8 to fp8": (68, F32, E4M3, E4M3, B16, E4M3)}
CLOSE = {F32: 2e-4, F64: 1e-10, C32: 2e-4, C64: 1e-10, F16: 4e-3, B16: 2e-2, I32: 0, I8: 1, E4M3: 0.13, E5M2: 0.26}
EPILOGUES = [1, 2, 4, 6, 32, 36, 130, 134, 136, 152, 160, 164, 192, 208, 256, 512]

PROGRAM = r"""
#include <cublasLt.h>
#include <stdio.h>
FILE *in, *out;
typedef long long word;
word next() { word v = 0; if (fread(&v, 8, 1, in) != 1) exit(1); return v; }
struct array { char *p; size_t size; };
array load() { array a; a.size = (size_t)next(); cudaMallocManaged(&a.p, a.size + 16); if (a.size && fread(a.p, 1, a.size, in) != a.size) exit(2); return a; }
void save(array a) { fwrite(a.p, 1, a.size, out); cudaFree(a.p); }
template <typename T> void set(cublasLtMatmulDesc_t d, cublasLtMatmulDescAttributes_t a, T v) {
    if (cublasLtMatmulDescSetAttribute(d, a, &v, sizeof v)) { printf("attribute %d\n", (int)a); exit(3); }
}
cublasLtMatrixLayout_t layout() {
    cublasLtMatrixLayout_t l;
    word type = next(), order = next(), rows = next(), columns = next(), ld = next(), batch = next(), stride = next();
    cublasLtMatrixLayoutCreate(&l, (cudaDataType)type, rows, columns, ld);
    int32_t o = order, b = batch;
    if (cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &o, sizeof o)) exit(4);
    if (cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &b, sizeof b)) exit(4);
    if (cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride)) exit(4);
    return l;
}
int main(int argc, char **argv) {
    in = fopen(argv[1], "rb"); out = fopen(argv[2], "wb");
    cublasLtHandle_t h; cublasLtCreate(&h);
    cublasLtMatmulPreference_t pref; cublasLtMatmulPreferenceCreate(&pref);
    int bad = 0;
    for (word calls = next(), i = 0; i < calls; i++) {
        word transform = next(), compute = next(), scale = next(), transa = next(), transb = next(), epilogue = next(), mode = next();
        word in_place = next(), ld = next(), bias_stride = next(), aux_stride = next(), scales = next(), bias_type = next();
        cublasLtMatrixLayout_t a = layout(), b = layout(), c = layout(), d = layout();
        array A = load(), B = load(), C = load(), D = load(), alpha = load(), beta = load(), bias = load(), aux = load(), s = load(), amax = load();
        cublasStatus_t status;
        if (transform) {
            cublasLtMatrixTransformDesc_t t;
            cublasLtMatrixTransformDescCreate(&t, (cudaDataType)scale);
            int32_t ta = transa, tb = transb;
            cublasLtMatrixTransformDescSetAttribute(t, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &ta, 4);
            cublasLtMatrixTransformDescSetAttribute(t, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, &tb, 4);
            status = cublasLtMatrixTransform(h, t, alpha.p, A.p, a, beta.p, B.p, b, D.p, d, 0);
            cublasLtMatrixTransformDescDestroy(t);
        } else {
            cublasLtMatmulDesc_t op;
            cublasLtMatmulDescCreate(&op, (cublasComputeType_t)compute, (cudaDataType_t)scale);
            set(op, CUBLASLT_MATMUL_DESC_TRANSA, (int32_t)transa); set(op, CUBLASLT_MATMUL_DESC_TRANSB, (int32_t)transb);
            set(op, CUBLASLT_MATMUL_DESC_EPILOGUE, (uint32_t)epilogue); set(op, CUBLASLT_MATMUL_DESC_POINTER_MODE, (int32_t)mode);
            if (bias.size) { set(op, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)bias.p); set(op, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, (int64_t)bias_stride); }
            if (bias_type >= 0) set(op, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, (int32_t)bias_type);
            if (aux.size) { set(op, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void *)aux.p); set(op, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)ld);
                            set(op, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, (int64_t)aux_stride); }
            if (scales) {
                set(op, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (void *)s.p); set(op, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (void *)(s.p + 4));
                set(op, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, (void *)(s.p + 8)); set(op, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, (void *)amax.p);
            }
            cublasLtMatmulHeuristicResult_t r; int found = 0;
            status = cublasLtMatmulAlgoGetHeuristic(h, op, a, b, c, d, pref, 1, &r, &found);
            if (!status && found == 1) status = cublasLtMatmul(h, op, alpha.p, A.p, a, B.p, b, beta.p, in_place ? D.p : C.p, c, D.p, d, &r.algo, NULL, 0, 0);
            cublasLtMatmulDescDestroy(op);
        }
        if (status) { printf("call %lld: %s\n", i, cublasLtGetStatusName(status)); bad++; }
        save(A); save(B); save(C); save(D); save(alpha); save(beta); save(bias); save(aux); save(s); save(amax);
        cublasLtMatrixLayoutDestroy(a); cublasLtMatrixLayoutDestroy(b); cublasLtMatrixLayoutDestroy(c); cublasLtMatrixLayoutDestroy(d);
    }
    fclose(out); cublasLtMatmulPreferenceDestroy(pref); cublasLtDestroy(h);
    return bad != 0;
}
"""


def fp8_table(t):
    fraction, bias = (3, 7) if t == E4M3 else (2, 15)
    values = []
    for b in range(128):
        e, f = b >> fraction, b & ((1 << fraction) - 1)
        v = f * 2.0 ** (1 - bias - fraction) if e == 0 else (f + (1 << fraction)) * 2.0 ** (e - bias - fraction)
        if t == E4M3 and b == 127 or t == E5M2 and e == 31:
            v = np.nan
        values.append(v)
    return np.array(values + [-v for v in values])


TABLE = {t: fp8_table(t) for t in (E4M3, E5M2)}


def decode(t, raw):
    """Bytes as numbers."""
    if t == B16:
        return (np.frombuffer(raw, np.uint16).astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if t in TABLE:
        return TABLE[t][np.frombuffer(raw, np.uint8)]
    v = np.frombuffer(raw, NUMPY[t])
    return v.astype(np.complex128 if t in (C32, C64) else np.float64)


def encode(t, v):
    """Numbers as bytes, to the nearest."""
    v = np.asarray(v)
    if t == B16:
        bits = v.astype(np.float32).view(np.uint32)
        return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype(np.uint16).tobytes()
    if t in TABLE:
        finite = np.where(np.isnan(TABLE[t]), np.inf, TABLE[t])
        return np.abs(v.reshape(-1, 1) - finite).argmin(axis=1).astype(np.uint8).tobytes()
    if t in (I8, I32):
        v = np.rint(v)
    return v.astype(NUMPY[t]).tobytes()


class Matrix:
    def __init__(self, call, t, rows, columns, batch):
        self.t, self.rows, self.columns, self.batch = t, rows, columns, batch
        self.order = call.chance.randrange(2)
        self.lines, self.line = (columns, rows) if self.order == 0 else (rows, columns)
        self.ld = self.line + call.chance.randrange(3)
        size = self.lines * self.ld
        self.stride = size + call.chance.randrange(4) if batch > 1 else 0
        self.raw = encode(t, call.numbers(t, self.stride * (batch - 1) + size))

    def views(self, v):
        """The matrices in an array of the elements."""
        out = []
        for i in range(self.batch):
            m = v[i * self.stride:i * self.stride + self.lines * self.ld].reshape(self.lines, self.ld)[:, :self.line]
            out.append(m if self.order else m.T)
        return out

    def words(self):
        return [self.t, self.order, self.rows, self.columns, self.ld, self.batch, self.stride]


def op_of(op, a):
    return a if op == 0 else a.T if op == 1 else a.conj().T


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))


def gelu_slope(x):
    h = 1e-5
    return (gelu(x + h) - gelu(x - h)) / (2 * h)


class Call:
    def __init__(self, chance, name):
        self.chance, self.name = chance, name
        self.rng = np.random.default_rng(chance.randrange(1 << 30))
        if name == "transform":
            self.transform()
        else:
            self.product(KINDS[name])

    def numbers(self, t, n):
        if t in (I8, I32):
            return self.rng.integers(-9, 10, n)
        v = self.rng.uniform(-1, 1, n)
        return v + 1j * self.rng.uniform(-1, 1, n) if t in (C32, C64) else v

    def matrix(self, t, rows, columns, op, batch=1):
        return Matrix(self, t, columns if op else rows, rows if op else columns, batch)

    def finish(self, words, layouts, arrays, checks):
        """checks: {index of an array: (type, what its elements are to be)}; the others stay."""
        self.head = words + [w for l in layouts for w in l.words()]
        self.arrays, self.checks = arrays, checks

    def transform(self):
        t = self.chance.choice([F32, F64, F16, I8, C32])
        scale = t if t in (F64, C32) else F32
        batch, rows, columns = self.chance.choice([1, 1, 3]), self.chance.randrange(1, 9), self.chance.randrange(1, 9)
        ops = [self.chance.randrange(3) for _ in range(2)]
        a, b = (self.matrix(t, rows, columns, op, batch) for op in ops)
        c = self.matrix(t, rows, columns, 0, batch)
        factors = [encode(scale, self.numbers(scale, 1)) for _ in range(2)]
        x, y = (decode(scale, f)[0] for f in factors)
        want = decode(t, c.raw).copy()
        for d, p, q in zip(c.views(want), a.views(decode(t, a.raw)), b.views(decode(t, b.raw))):
            d[...] = x * op_of(ops[0], p) + y * op_of(ops[1], q)
        self.finish([1, 68, scale, *ops, 1, 0, 0, 0, 0, 0, 0, -1], [a, b, c, c], [a.raw, b.raw, b"", c.raw, *factors, b"", b"", b"", b""], {3: (t, want)})

    def product(self, kind):
        compute, scale, ta, tb, tc, td = kind
        chance = self.chance
        m, n, k = (chance.choice([1, 2, 3, 5, 8, 17]) for _ in range(3))
        batch, complex_ = chance.choice([1, 1, 1, 3]), scale in (C32, C64)
        ops = [chance.randrange(3) for _ in range(2)]
        a, b = self.matrix(ta, m, k, ops[0], batch), self.matrix(tb, k, n, ops[1], batch)
        c, d = self.matrix(tc, m, n, 0, batch), self.matrix(td, m, n, 0, batch)
        in_place = tc == td and chance.random() < 0.4
        if in_place:
            c = d
        floats = td != F64 and not complex_ and not (compute == 72 and scale == I32)
        epilogue = chance.choice(EPILOGUES) if floats and compute != 64 and chance.random() < 0.7 else 1
        mode = chance.choice([0, 0, 0, 2, 3, 4]) if epilogue == 1 and ta not in TABLE else 0
        count = m if mode >= 2 else 1
        alpha = encode(scale, self.numbers(scale, count))
        beta = encode(scale, self.numbers(scale, m if mode == 2 else 1) * (chance.random() < 0.7))
        scales = ta in TABLE or (chance.random() < 0.2 and tc == td == F16 and compute == 68)
        factors = encode(F32, self.rng.uniform(0.5, 2, 3)) if scales else b""
        bias_type = tc if td in (E4M3, I8) else td
        bias_type = F32 if bias_type == I8 else bias_type
        if chance.random() < 0.3 and epilogue != 1:
            bias_type = given = F32
        else:
            given = -1
        aux_type = F32 if td == I8 else tc if td == E4M3 else td
        lanes = (512 & epilogue and n) or m
        bias = aux = b""
        bias_stride = aux_stride = ld = 0
        if epilogue & (4 | 16 | 256 | 512):
            bias_stride = lanes if batch > 1 else 0
            bias = encode(bias_type, self.numbers(bias_type, lanes * batch))
        bits = epilogue & 128 and not epilogue & (32 | 64)
        if epilogue & 128:
            line, lines = (m, n) if d.order == 0 else (n, m)
            ld = 128 if bits else line + chance.randrange(3)
            aux_stride = ld * lines
            aux = self.rng.integers(0, 256, aux_stride * batch // 8, np.uint8).tobytes() if bits else encode(aux_type, self.numbers(aux_type, aux_stride * batch))
        want, checks = decode(td, d.raw).copy(), {}
        x, y = decode(scale, alpha), decode(scale, beta)
        f = decode(F32, factors) if scales else [1, 1, 1]
        want_bias = decode(bias_type, bias).copy() if bias else None
        aux_bits = np.unpackbits(np.frombuffer(aux, np.uint8), bitorder="little") if bits else None
        want_aux = aux_bits.copy() if bits else decode(aux_type, aux).copy() if aux else None
        most = 0
        for i in range(batch):
            p, q = op_of(ops[0], a.views(decode(ta, a.raw))[i]), op_of(ops[1], b.views(decode(tb, b.raw))[i])
            old = c.views(decode(tc, c.raw))[i]
            r = (x.reshape(-1, 1) * f[0] * f[1]) * (p @ q)
            if mode != 3:
                r = r + y.reshape(-1, 1) * old
            here = slice(i * lanes, (i + 1) * lanes)
            if epilogue & 4:
                r = r + want_bias[here].reshape(-1, 1)
            if aux:
                lines = aux_stride // ld
                part = want_aux[i * aux_stride:(i + 1) * aux_stride].reshape(lines, ld)
                part = part[:, :m].T if d.order == 0 else part[:, :n]
            if epilogue & 2:
                if bits:
                    part[...] = r > 0
                r = np.maximum(r, 0)
            if epilogue & 32:
                if aux:
                    part[...] = r
                r = gelu(r)
            if epilogue & 8:
                r = np.where(part, r, 0)
            if epilogue & 64:
                r = r * gelu_slope(part)
            if epilogue & 16:
                want_bias[here] = r.sum(axis=1)
            if epilogue & 256:
                want_bias[here] = p.sum(axis=1)
            if epilogue & 512:
                want_bias[here] = q.sum(axis=0)
            if i == batch - 1:
                most = np.abs(r).max()
            d.views(want)[i][...] = np.clip(np.rint(r), -128, 127) if td == I8 else r * f[2]
        checks[3] = (td, want)
        if epilogue & (16 | 256 | 512):
            checks[6] = (bias_type, want_bias)
        if bits and epilogue & 2:
            checks[7] = ("bits", want_aux)
        elif aux and epilogue & 32:
            checks[7] = (aux_type, want_aux)
        if scales:
            checks[9] = (F32, np.array([most]))
        self.finish([0, compute, scale, *ops, epilogue, mode, in_place, ld, bias_stride, aux_stride, scales, given], [a, b, c, d],
                    [a.raw, b.raw, b"" if in_place else c.raw, d.raw, alpha, beta, bias, aux, factors, b"\0\0\0\0" if scales else b""], checks)


def problem_of(call, got):
    for i, (before, after) in enumerate(zip(call.arrays, got)):
        if i not in call.checks:
            if before != after:
                return f"array {i} changed"
            continue
        t, want = call.checks[i]
        have = np.unpackbits(np.frombuffer(after, np.uint8), bitorder="little") if t == "bits" else decode(t, after)
        close = 0 if t == "bits" else CLOSE[t]
        if len(have) != len(want) or not np.allclose(have, want, rtol=0 if t == I8 else close, atol=max(close, 1e-12)):
            return f"array {i}: expected {want}, got {have}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    chance = random.Random(options.seed)
    print(f"# seed {options.seed}")
    names = list(KINDS) + ["transform"]
    calls = [Call(chance, names[i % len(names)]) for i in range(options.calls)]
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, n) for n in ("calls.cu", "in", "out")]
        with open(paths[0], "w") as file:
            file.write(PROGRAM)
        with open(paths[1], "wb") as file:
            file.write(np.int64(len(calls)).tobytes())
            for call in calls:
                file.write(np.array(call.head, np.int64).tobytes())
                for a in call.arrays:
                    file.write(np.int64(len(a)).tobytes() + a)
        run = subprocess.run([HEDDLE] + paths, capture_output=True, timeout=600)
        data = open(paths[2], "rb").read() if os.path.exists(paths[2]) else b""
    problems = {}
    if run.returncode:
        problems["the program"] = (run.stdout + run.stderr).decode("utf-8", "replace")[-1500:]
    at = 0
    for i, call in enumerate(calls):
        got = []
        for a in call.arrays:
            got.append(data[at:at + len(a)])
            at += len(a)
        problem = problem_of(call, got)
        if problem:
            problems.setdefault(call.name, f"call {i} {call.head}: {problem}")
    for name in sorted(set(names) | set(problems)):
        print(f"{'not ok' if name in problems else 'ok'} {name}")
        if name in problems:
            print("# " + problems[name].replace("\n", "\n# "))
    sys.exit(bool(problems))


main()
