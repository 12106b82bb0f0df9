#pragma once
#include <thrust/detail/core.h>
