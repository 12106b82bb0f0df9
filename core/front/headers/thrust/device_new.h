#pragma once
#include <thrust/device_malloc.h>
