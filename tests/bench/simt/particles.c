typedef struct { float x, y, z, vx, vy, vz; } particle;
void run(particle *p, int n, float dt, float g) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        particle q = p[i];
        q.vy -= g * dt;
        q.x += q.vx * dt;
        q.y += q.vy * dt;
        q.z += q.vz * dt;
        if (q.y < 0) {
            q.y = -q.y;
            q.vy = -0.9f * q.vy;
        }
        p[i] = q;
    }
}
