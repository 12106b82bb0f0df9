// A ray tracer with a vector class, as textbooks have it: operators, constructors, member functions, spheres in constant
// memory; one thread per pixel. The host traces the same picture with the same functions.
// CHECK: as on the host
#include <cmath>
#include <cstdio>

class Vec3 {
public:
    float x, y, z;
    __host__ __device__ Vec3() : x(0), y(0), z(0) {}
    __host__ __device__ Vec3(float x, float y, float z) : x(x), y(y), z(z) {}
    __host__ __device__ inline Vec3 operator-() const { return Vec3(-x, -y, -z); }
    __host__ __device__ inline float operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    __host__ __device__ inline Vec3 &operator+=(const Vec3 &v);
    __host__ __device__ inline Vec3 &operator*=(float t);
    __host__ __device__ inline float length() const { return sqrtf(squared_length()); }
    __host__ __device__ inline float squared_length() const { return x * x + y * y + z * z; }
    __host__ __device__ inline Vec3 unit() const;
};

__host__ __device__ inline Vec3 operator+(const Vec3 &a, const Vec3 &b) { return Vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
__host__ __device__ inline Vec3 operator-(const Vec3 &a, const Vec3 &b) { return Vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
__host__ __device__ inline Vec3 operator*(const Vec3 &a, const Vec3 &b) { return Vec3(a.x * b.x, a.y * b.y, a.z * b.z); }
__host__ __device__ inline Vec3 operator*(float t, const Vec3 &v) { return Vec3(t * v.x, t * v.y, t * v.z); }
__host__ __device__ inline Vec3 operator*(const Vec3 &v, float t) { return t * v; }
__host__ __device__ inline Vec3 operator/(Vec3 v, float t) { return v * (1.0f / t); }
__host__ __device__ inline float dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline Vec3 &Vec3::operator+=(const Vec3 &v) { x += v.x; y += v.y; z += v.z; return *this; }
__host__ __device__ inline Vec3 &Vec3::operator*=(float t) { x *= t; y *= t; z *= t; return *this; }
__host__ __device__ inline Vec3 Vec3::unit() const { return *this / length(); }

struct Ray {
    Vec3 origin, direction;
    __host__ __device__ Ray(const Vec3 &o, const Vec3 &d) : origin(o), direction(d) {}
    __host__ __device__ Vec3 at(float t) const { return origin + t * direction; }
};

struct Hit {
    float t = 1e30f;
    Vec3 point, normal, color;
    __host__ __device__ bool any() const { return t < 1e30f; }
};

struct Sphere {
    Vec3 center, color;
    float radius = 1;
    __host__ __device__ void intersect(const Ray &r, Hit &hit) const
    {
        Vec3 oc = r.origin - center;
        float a = dot(r.direction, r.direction), b = dot(oc, r.direction), c = dot(oc, oc) - radius * radius;
        float discriminant = b * b - a * c;
        if (discriminant <= 0) return;
        float t = (-b - sqrtf(discriminant)) / a;
        if (t < 0.001f || t >= hit.t) return;
        hit.t = t;
        hit.point = r.at(t);
        hit.normal = (hit.point - center) / radius;
        hit.color = color;
    }
};

struct Camera {
    Vec3 corner, across, up, origin;
    __host__ __device__ Camera(float aspect) : corner(-aspect, -1, -1), across(2 * aspect, 0, 0), up(0, 2, 0) {}
    __host__ __device__ Ray ray(float u, float v) const { return Ray(origin, corner + u * across + v * up - origin); }
};

enum { WIDTH = 48, HEIGHT = 24, SPHERES = 3 };

struct Scene { // plain data: it goes to constant memory as a whole
    float data[SPHERES][7];
    __host__ __device__ Sphere sphere(int i) const
    {
        const float *d = data[i];
        Sphere s;
        s.center = Vec3(d[0], d[1], d[2]);
        s.color = Vec3(d[3], d[4], d[5]);
        s.radius = d[6];
        return s;
    }
};
__constant__ Scene scene;

__host__ __device__ Vec3 trace(const Scene &world, Ray ray)
{
    Vec3 light = Vec3(1, 2, 1).unit(), weight(1, 1, 1), color;
    for (int bounce = 0; bounce < 3; bounce++) {
        Hit hit;
        for (int i = 0; i < SPHERES; i++) world.sphere(i).intersect(ray, hit);
        if (!hit.any()) {
            float t = 0.5f * (ray.direction.unit().y + 1);
            color += weight * ((1 - t) * Vec3(1, 1, 1) + t * Vec3(0.5f, 0.7f, 1));
            break;
        }
        Hit shadow;
        for (int i = 0; i < SPHERES; i++) world.sphere(i).intersect(Ray(hit.point, light), shadow);
        float lit = shadow.any() ? 0.1f : 0.1f + 0.9f * fmaxf(0, dot(hit.normal, light));
        color += 0.7f * lit * weight * hit.color;
        weight *= 0.3f;
        Vec3 d = ray.direction.unit();
        ray = Ray(hit.point, d - 2 * dot(d, hit.normal) * hit.normal);
    }
    return color;
}

__host__ __device__ int shade(const Scene &world, int x, int y)
{
    const Camera camera((float)WIDTH / HEIGHT / 2);
    Vec3 c = trace(world, camera.ray((x + 0.5f) / WIDTH, (y + 0.5f) / HEIGHT));
    float brightness = (c[0] + c[1] + c[2]) / 3;
    return (int)fminf(9, brightness * 10);
}

__global__ void render(int *picture)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < WIDTH && y < HEIGHT) picture[y * WIDTH + x] = shade(scene, x, y);
}

int main()
{
    Scene world = {{{0, 0, -2, 0.9f, 0.3f, 0.3f, 0.6f}, {1, 0.3f, -2.5f, 0.3f, 0.9f, 0.3f, 0.5f},
                    {0, -100.7f, -2, 0.8f, 0.8f, 0.2f, 100}}};
    int *picture, different = 0;
    cudaMemcpyToSymbol(scene, &world, sizeof world);
    cudaMallocManaged(&picture, WIDTH * HEIGHT * sizeof(int));
    dim3 block(16, 8), grid((WIDTH + block.x - 1) / block.x, (HEIGHT + block.y - 1) / block.y);
    render<<<grid, block>>>(picture);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (int y = HEIGHT - 1; y >= 0; y--) {
        for (int x = 0; x < WIDTH; x++) {
            putchar(" .:-=+*#%@"[picture[y * WIDTH + x]]);
            different += picture[y * WIDTH + x] != shade(world, x, y);
        }
        putchar('\n');
    }
    printf("%s\n", different <= 2 ? "as on the host" : "not as on the host");
    cudaFree(picture);
    return 0;
}
