// Sums and extremes of every length about those that vectors take at once: the last element counts, whatever is left over for it.
/* OUTPUT:
int 0 long long 0 short 0 float 0 double 0
*/
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <cstdio>

template <typename T> int wrong() {
    int bad = 0;
    for (int n = 1; n <= 220; n++) {
        thrust::device_vector<T> v(n);
        thrust::sequence(v.begin(), v.end(), (T)1);
        bad += thrust::reduce(v.begin(), v.end()) != (T)(n * (n + 1) / 2);
        bad += thrust::reduce(v.begin(), v.end(), (T)0, thrust::maximum<T>()) != (T)n;
        v[n - 1] = (T)-7;
        bad += thrust::reduce(v.begin(), v.end(), (T)9, thrust::minimum<T>()) != (T)-7;
        thrust::fill(v.begin(), v.end(), (T)1);
        v[n - 1] = (T)3;
        bad += thrust::reduce(v.begin(), v.end(), (T)5, thrust::multiplies<T>()) != (T)15;
    }
    return bad;
}

int main() {
    printf("int %d long long %d short %d", wrong<int>(), wrong<long long>(), wrong<short>());
    printf(" float %d double %d\n", wrong<float>(), wrong<double>());
}
