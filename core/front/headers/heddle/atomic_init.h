// The macro of <atomic>, which cannot wait (names/waiting.c).
#pragma once
#define ATOMIC_FLAG_INIT {false}
