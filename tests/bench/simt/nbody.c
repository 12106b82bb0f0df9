#include <math.h>
#define SOFTENING 1e-3f

struct float4 {
    float x, y, z, w;
};

void run(const struct float4 *pos, struct float4 *acc, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float x = 0, y = 0, z = 0;
        for (int k = 0; k < n; k++) {
            float rx = pos[k].x - pos[i].x, ry = pos[k].y - pos[i].y, rz = pos[k].z - pos[i].z;
            float inv = 1.0f / sqrtf(rx * rx + ry * ry + rz * rz + SOFTENING), s = pos[k].w * inv * inv * inv;
            x += rx * s;
            y += ry * s;
            z += rz * s;
        }
        acc[i] = (struct float4){x, y, z, 0};
    }
}
