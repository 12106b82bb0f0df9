/* CUDA's <device_double_functions.hpp>: functions on doubles are known without a header. */
#define __DEVICE_DOUBLE_FUNCTIONS_HPP__
