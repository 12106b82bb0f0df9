// Placeholders come along with any of Thrust's algorithms: <thrust/functional.h> need not be named.
// CHECK: 2 of 4, 20 30
// EXIT: 0
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/partition.h>
#include <thrust/transform.h>
int main() {
    thrust::device_vector<int> v{20, 3, 30, 4};
    auto middle = thrust::stable_partition(v.begin(), v.end(), thrust::placeholders::_1 > 10);
    printf("%d of %d, %d %d\n", (int)(middle - v.begin()), (int)v.size(), (int)v[0], (int)v[1]);
}
