// Where Thrust's algorithms run: thrust::host, thrust::device, thrust::seq, thrust::cuda::par.on(stream).
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

// One element after the other, on the host.
static constexpr __policy<__on_host> host = {};
// One element after the other, where the call stands: also in kernels.
static constexpr __policy<__on_host> seq = {};
// By kernels.
static constexpr __policy<__on_device> device = {};

namespace cuda {
typedef device_system_tag tag;
// By kernels, on a stream: thrust::cuda::par.on(stream).
static constexpr __policy<__on_device> par = {};
// The same; the call may return before they have ended. Here it does not.
static constexpr __policy<__on_device> par_nosync = {};
}
namespace cpp { static constexpr __policy<__on_host> par = {}; }
namespace omp { static constexpr __policy<__on_host> par = {}; }
namespace tbb { static constexpr __policy<__on_host> par = {}; }
namespace system {
namespace cuda { using thrust::cuda::par; using thrust::cuda::par_nosync; using thrust::cuda::tag; }
namespace cpp { using thrust::cpp::par; }
namespace omp { using thrust::omp::par; }
namespace tbb { using thrust::tbb::par; }
}

}
