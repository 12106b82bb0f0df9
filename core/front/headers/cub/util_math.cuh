#pragma once
#include <cub/detail/common.h>
