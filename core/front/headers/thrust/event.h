#pragma once
#include <thrust/future.h>
