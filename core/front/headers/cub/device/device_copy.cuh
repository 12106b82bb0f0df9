#pragma once
#include <cub/device/device_memcpy.cuh>
