struct particle {
    float x, y, z, vx, vy, vz;
};
__global__ void move(particle *p, int n, float dt, float g) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
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
