/* CUDA's <device_launch_parameters.h>: threadIdx and its kin are known without it. Launches with attributes are templates. */
#ifndef HEDDLE_DEVICE_LAUNCH_PARAMETERS_H
#define HEDDLE_DEVICE_LAUNCH_PARAMETERS_H
#ifdef __CUDACC__
template <class... P> struct __heddle_launch_ex {
    static __host__ cudaError_t launch(const cudaLaunchConfig_t *config, void (*kernel)(P...), P... arguments)
    {
        void *list[] = {(void *)&arguments..., (void *)0};
        return cudaLaunchKernelExC(config, (const void *)kernel, list);
    }
};
/* Launches a kernel with attributes; the arguments are converted to the kernel's parameters. */
template <class... P, class... A> static __inline__ __host__ cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...arguments)
{
    return __heddle_launch_ex<P...>::launch(config, kernel, arguments...);
}
#endif
#endif
