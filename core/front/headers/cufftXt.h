/* cuFFT's extended interface: plans by the types of their elements. What spreads a transform over several GPUs, or calls
   back into device code, is declared and answers CUFFT_NOT_IMPLEMENTED. */
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_
#include <cufft.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cufftXtCallbackType_t {
    CUFFT_CB_LD_COMPLEX = 0, CUFFT_CB_LD_COMPLEX_DOUBLE = 1, CUFFT_CB_LD_REAL = 2, CUFFT_CB_LD_REAL_DOUBLE = 3,
    CUFFT_CB_ST_COMPLEX = 4, CUFFT_CB_ST_COMPLEX_DOUBLE = 5, CUFFT_CB_ST_REAL = 6, CUFFT_CB_ST_REAL_DOUBLE = 7,
    CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;
typedef enum cufftXtWorkAreaPolicy_t {
    CUFFT_WORKAREA_MINIMAL = 0, CUFFT_WORKAREA_USER = 1, CUFFT_WORKAREA_PERFORMANCE = 2
} cufftXtWorkAreaPolicy;

/* inputtype, outputtype, executiontype: CUDA_C_32F, CUDA_R_32F, CUDA_C_64F or CUDA_R_64F */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, cudaDataType inputtype, long long *onembed, long long ostride,
                                long long odist, cudaDataType outputtype, long long batch, size_t *workSize,
                                cudaDataType executiontype);
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                               long long idist, cudaDataType inputtype, long long *onembed, long long ostride,
                               long long odist, cudaDataType outputtype, long long batch, size_t *workSize,
                               cudaDataType executiontype);
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction);
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t *workSize);
cufftResult cufftXtSetGPUs(cufftHandle plan, int nGPUs, int *whichGPUs);
cufftResult cufftXtSetCallback(cufftHandle plan, void **callbacks, cufftXtCallbackType type, void **info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t size);

/* ---- Declared only: what runs on GPUs alone. On the CPU these return CUFFT_NOT_IMPLEMENTED, and stderr says what to call instead ---- */
#define MAX_CUDA_DESCRIPTOR_GPUS 64
typedef enum libFormat_t { LIB_FORMAT_CUFFT = 0, LIB_FORMAT_UNDEFINED = 1 } libFormat;
typedef struct cudaXtDesc_t {
    int version, nGPUs, GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void *cudaXtState;
} cudaXtDesc;
typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc *descriptor;
    libFormat library;
    int subFormat;
    void *libDescriptor;
} cudaLibXtDesc;
typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT = 0, CUFFT_XT_FORMAT_OUTPUT = 1, CUFFT_XT_FORMAT_INPLACE = 2, CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4, CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5, CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
    CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE = 0, CUFFT_COPY_DEVICE_TO_HOST = 1, CUFFT_COPY_DEVICE_TO_DEVICE = 2, CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;
typedef enum cufftXtQueryType_t { CUFFT_QUERY_1D_FACTORS = 0, CUFFT_QUERY_UNDEFINED = 1 } cufftXtQueryType;
typedef struct cufftXt1dFactors_t {
    long long size, stringCount, stringLength, subStringLength, factor1, factor2, stringMask, substringMask, factor1Mask, factor2Mask;
    int stringShift, substringShift, factor1Shift, factor2Shift;
} cufftXt1dFactors;
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format);
cufftResult cufftXtMemcpy(cufftHandle plan, void *dstPointer, void *srcPointer, cufftXtCopyType type);
cufftResult cufftXtFree(cudaLibXtDesc *descriptor);
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **workArea);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output, int direction);
cufftResult cufftXtQueryPlan(cufftHandle plan, void *queryStruct, cufftXtQueryType queryType);
cufftResult cufftXtSetJITCallback(cufftHandle plan, const char *lto_callback_symbol_name, const void *lto_callback_fatbin,
                                  size_t lto_callback_fatbin_size, cufftXtCallbackType type, void **caller_info);

#ifdef __cplusplus
}
#endif
#endif
