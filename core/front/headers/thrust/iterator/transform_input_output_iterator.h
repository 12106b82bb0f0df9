#pragma once
#include <thrust/iterator/transform_output_iterator.h>
