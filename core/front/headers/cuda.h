/* CUDA's <cuda.h>: what it shares with the runtime's headers is known without a header. */
