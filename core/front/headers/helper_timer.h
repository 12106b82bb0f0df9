/* The stop watch of NVIDIA's samples; times are in milliseconds. */
#ifndef COMMON_HELPER_TIMER_H_
#define COMMON_HELPER_TIMER_H_
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

typedef struct StopWatchInterface {
    double start, total;
    int sessions;
    bool running;
} StopWatchInterface;

static inline double heddle_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}
static inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = (StopWatchInterface *)calloc(1, sizeof(StopWatchInterface));
    return *timer != NULL;
}
static inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    free(*timer);
    *timer = NULL;
    return true;
}
static inline bool sdkStartTimer(StopWatchInterface **timer) {
    (*timer)->start = heddle_milliseconds();
    (*timer)->running = true;
    return true;
}
static inline bool sdkStopTimer(StopWatchInterface **timer) {
    (*timer)->total += heddle_milliseconds() - (*timer)->start;
    (*timer)->sessions++;
    (*timer)->running = false;
    return true;
}
static inline bool sdkResetTimer(StopWatchInterface **timer) {
    (*timer)->total = 0;
    (*timer)->sessions = 0;
    (*timer)->start = heddle_milliseconds();
    return true;
}
static inline float sdkGetTimerValue(StopWatchInterface **timer) {
    double now = (*timer)->running ? heddle_milliseconds() - (*timer)->start : 0;
    return (float)((*timer)->total + now);
}
static inline float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return (*timer)->sessions ? (float)((*timer)->total / (*timer)->sessions) : 0.0f;
}
#endif
