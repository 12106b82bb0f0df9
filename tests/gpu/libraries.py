#!/usr/bin/env python3
"""Calls of CUDA's libraries while kernels run on a GPU: to NVIDIA's own (stand-ins here), with session arrays that move by themselves."""

import os

from harness import BUILD, check, finish, run

REAL = {"HEDDLE_CUDA_LIBRARIES": os.path.join(BUILD, "tests", "gpu")}

BLAS = """#include <cublas_v2.h>
cublasHandle_t h; cublasCreate(&h)
"""
out, _ = run(BLAS + """float x[2000], y[2000], r = 0; float a = 2;
__global__ void fill(float *p, float v) { p[threadIdx.x] = v + threadIdx.x; }
fill<<<1, 1000>>>(x, 1); fill<<<1, 1000>>>(y, 0);
cublasSaxpy(h, 1000, &a, x, 1, y, 1)
y[999]
y[3] = 100;
cublasSaxpy(h, 1000, &a, x, 1, y, 1)
y[3]
fill<<<1, 1000>>>(x, 0); fill<<<1, 1000>>>(y, 0);
cublasSdot(h, 4, x, 1, y, 1, &r)
r
%transfers
""", env=REAL)
check("session_arrays", out, "[real cublasCreate]", "CUBLAS_STATUS_SUCCESS", "[real cublasSaxpy]", "2999.0", "[real cublasSaxpy]", "108.0", "[real cublasSdot]", "14.0",
      "y ", "GPU", "launch of `cublasSaxpy`")

out, _ = run(BLAS + """float x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, r, a = 3;
cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE)
cublasSdot(h, 8, x, 1, x, 1, &r)
r
float *d; cudaMalloc(&d, 32); cudaMemcpy(d, x, 32, cudaMemcpyHostToDevice);
cublasSaxpy(h, 8, &a, d, 1, x, 1)
x[7]
cublasSdot(h, 8, d, 1, d, 1, &r)
r
""", env=REAL)
check("device_scalars", out, "[real cublasSdot]", "204.0", "[real cublasSaxpy]", "32.0", "204.0")

out, _ = run(BLAS + """float A[3][4], B[3][4], C[3][4], one = 1, zero = 0;
for (int i = 0; i < 12; i++) { A[i / 4][i % 4] = i; B[i / 4][i % 4] = i % 4 == 0 || i % 4 == 3; C[i / 4][i % 4] = -1; }
cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, A[0], 2, 4, B[0], 2, 4, &zero, C[0], 2, 4, 3)
C[2][3]
cudaStream_t s; cudaStreamCreate(&s); cublasSetStream(h, s)
cudaStream_t t; cublasGetStream(h, &t); t == s
cublasSetStream(h, (cudaStream_t)12345)
cublasDestroy(h)
cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, A[0], 2, 4, B[0], 2, 4, &zero, C[0], 2, 4, 3)
""", env=REAL)
check("stack_arguments_and_streams", out, "[real cublasSgemmStridedBatched]", "11.0", "[real cublasSetStream a stream]", "true", "cublasSetStream: 0x3039 is no stream",
      "CUBLAS_STATUS_EXECUTION_FAILED", "[real cublasDestroy]", "cublasSgemmStridedBatched: the handle", "CUBLAS_STATUS_NOT_INITIALIZED")

out, _ = run(BLAS + """float x[8] = {1, 2, 3}, r;
float *m = (float *)malloc(32);
cublasSdot(h, 8, m, 1, x, 1, &r)
%device cpu
cublasHandle_t c; cublasCreate(&c)
cublasSdot(c, 3, x, 1, x, 1, &r)
r
cublasSdot(h, 3, x, 1, x, 1, &r)
cublasSscal(h, 3, &r, x, 1)
""", env=REAL)
check("handles_stay_where_made", out, "cublasSdot: argument 3 is memory of the host, which gpu:0 cannot reach", "CUBLAS_STATUS_EXECUTION_FAILED", "14.0", "[real cublasSdot]",
      "cublasSscal: ", "has no such function")

out, _ = run("""#include <cufft.h>
#include <curand.h>
#include <cusparse.h>
cufftHandle p, q; cufftPlan1d(&p, 8, CUFFT_C2C, 1)
%device cpu
cufftPlan1d(&q, 8, CUFFT_C2C, 1)
%device gpu
cufftComplex v[8]; for (int i = 0; i < 8; i++) v[i] = {1.f, 0.f};
cufftExecC2C(p, v, v, CUFFT_FORWARD)
v[0].x
cufftExecC2C(q, v, v, CUFFT_FORWARD)
v[5].x
cufftDestroy(p) + cufftDestroy(q)
cufftExecC2C(p, v, v, CUFFT_FORWARD)
curandGenerator_t g; curandCreateGenerator(&g, CURAND_RNG_PSEUDO_XORWOW)
float n[4]; curandGenerateNormal(g, n, 4, 1.5f, 0.25f)
n[3]
curandGenerator_t gh; curandCreateGeneratorHost(&gh, CURAND_RNG_PSEUDO_PHILOX4_32_10)
curandGenerateNormal(gh, n, 4, 0, 1)
""", env=REAL)
check("fft_and_random", out, "[real cufftPlan1d]", "[real cufftExecC2C]", "8.0", "8.0", "CUFFT_INVALID_PLAN", "[real curandGenerateNormal]", "2.25", "CURAND_STATUS_SUCCESS",
      "CURAND_STATUS_SUCCESS")

out, _ = run("""#include <cusparse.h>
cusparseHandle_t h; cusparseCreate(&h)
int offsets[] = {0, 2, 3, 4}, columns[] = {0, 2, 1, 2}; float values[] = {1, 2, 3, 4}, x[] = {1, 1, 1}, y[3], one = 1, zero = 0;
cusparseSpMatDescr_t A; cusparseCreateCsr(&A, 3, 3, 4, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)
cusparseDnVecDescr_t vx, vy; cusparseCreateDnVec(&vx, 3, x, CUDA_R_32F); cusparseCreateDnVec(&vy, 3, y, CUDA_R_32F)
cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL)
y[0] * 100 + y[1] * 10 + y[2]
x[2] = 2;
cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, vx, &one, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL)
y[0] * 100 + y[1] * 10 + y[2]
""", env=REAL)
check("descriptors", out, "[real cusparseSpMV]", "334.0", "[real cusparseSpMV]", "872.0")

out, _ = run("""#include <cublasLt.h>
cublasLtHandle_t h; cublasLtCreate(&h)
cublasLtMatmulDesc_t op; cublasLtMatmulDescCreate(&op, CUBLAS_COMPUTE_32F, CUDA_R_32F)
cublasLtMatrixLayout_t a, b, d; cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 2, 3, 2); cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, 3, 2, 3); cublasLtMatrixLayoutCreate(&d, CUDA_R_32F, 2, 2, 2);
float A[6] = {1, 2, 3, 4, 5, 6}, B[6] = {1, 0, 0, 0, 1, 1}, D[4], bias[2] = {100, 200}, one = 1, zero = 0; float *p = bias;
cublasLtEpilogue_t e = CUBLASLT_EPILOGUE_BIAS; cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_EPILOGUE, &e, sizeof e)
cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &p, sizeof p)
cublasLtMatmul(h, op, &one, A, a, B, b, &zero, D, d, D, d, NULL, NULL, 0, 0)
D[3] * 1000 + D[0]
bias[0] = 300;
cublasLtMatmul(h, op, &one, A, a, B, b, &zero, D, d, D, d, NULL, NULL, 0, 0)
D[3] * 1000 + D[0]
cublasLtMatmulAlgo_t algo; int id = 1; cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &id, 4)
""", env=REAL)
check("attributes_are_arrays", out, "[real cublasLtMatmul]", "210101.0", "[real cublasLtMatmul]", "210301.0", "[real cublasLtMatmulAlgoConfigSetAttribute]")

out, _ = run("""#include <cusolverDn.h>
cusolverDnHandle_t h; cusolverDnCreate(&h)
float A[4] = {4, 2, 2, 10}, work[2]; int n, info = 7;
cusolverDnSpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, 2, A, 2, &n)
cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, A, 2, work, n, &info)
A[0] * 1000 + A[1] * 100 + A[3] * 10 + info
""", env=REAL)
check("solver", out, "[real cusolverDnSpotrf]", "2130.0")

out, _ = run(BLAS, env={"HEDDLE_CUDA_LIBRARIES": "/nowhere", "HEDDLE_CUDA": "/nowhere"})
check("missing", out, "cublasCreate: on gpu:0 this is done by NVIDIA's libcublas.so, and it was not found", "pip install nvidia-cublas", "%device cpu does without",
      "CUBLAS_STATUS_NOT_INITIALIZED")
out, _ = run("%doctor\n", env=REAL)
check("doctor", out, "cuBLAS: on the CPU by OpenBLAS ", "on a GPU by ", "libcublas.so", "Thrust and CUB")
finish()
