#pragma once
#include <thrust/iterator/iterator_facade.h>
