#pragma once
#include <thrust/detail/vector.h>
