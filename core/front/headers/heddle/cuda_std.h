/* cuda::std: the names of C++'s library that headers have declared, for host and device. */
#pragma once
#include <stddef.h>
#include <stdint.h>
namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
using ::int8_t;
using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::uint8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uintptr_t;
using ::intptr_t;
using ::size_t;
using ::ptrdiff_t;
}
}
