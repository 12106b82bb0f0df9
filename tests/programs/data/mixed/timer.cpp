#include "timer.h"
#include <chrono>
namespace app {
static int helper(int x) { return x + 1; }
struct Timer::Impl { std::chrono::high_resolution_clock::time_point t0; };
Timer::Timer() : impl(new Impl) {}
Timer::~Timer() { delete impl; }
void Timer::start() { impl->t0 = std::chrono::high_resolution_clock::now(); g_verbose = helper(g_verbose); }
float Timer::stop() { return std::chrono::duration<float, std::milli>(std::chrono::high_resolution_clock::now() - impl->t0).count(); }
}
