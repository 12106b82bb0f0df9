/* CUDA's <channel_descriptor.h>: they are known without a header. */
