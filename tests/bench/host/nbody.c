#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <stdint.h>
#include <time.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

struct body { double x, y, z, vx, vy, vz, m; };
static struct body bodies[5] = {
    {0, 0, 0, 0, 0, 0, 39.47},
    {4.84, -1.16, -0.10, 0.606, 2.81, -0.02, 0.037},
    {8.34, 4.12, -0.4, -1.01, 1.82, 0.008, 0.011},
    {12.89, -15.11, -0.22, 1.08, 0.868, -0.01, 0.0017},
    {15.37, -25.9, 0.179, 0.979, 0.594, -0.034, 0.002},
};
static void advance(double dt) {
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++) {
            struct body *a = &bodies[i], *b = &bodies[j];
            double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
            double d2 = dx * dx + dy * dy + dz * dz, mag = dt / (d2 * sqrt(d2));
            a->vx -= dx * b->m * mag, a->vy -= dy * b->m * mag, a->vz -= dz * b->m * mag;
            b->vx += dx * a->m * mag, b->vy += dy * a->m * mag, b->vz += dz * a->m * mag;
        }
    for (int i = 0; i < 5; i++) {
        bodies[i].x += dt * bodies[i].vx;
        bodies[i].y += dt * bodies[i].vy;
        bodies[i].z += dt * bodies[i].vz;
    }
}
int main(void) {
    double t = now();
    for (int i = 0; i < 2000000; i++) advance(0.001);
    printf("%.6f %.3f\n", now() - t, bodies[0].x);
}
