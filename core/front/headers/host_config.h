/* CUDA's <host_config.h>: there is nothing to configure. */
