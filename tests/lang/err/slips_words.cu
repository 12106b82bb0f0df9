// Words that are meant to be CUDA's, C++'s, or are of another language.
// ERROR: unknown word `_global__`
// ERROR: did you mean `__global__`?
_global__ void a(float *x) { x[0] = 1; }
// ERROR: unknown word `global`
// ERROR: did you mean `__global__`?
global void b(float *x) { x[0] = 1; }
// ERROR: unknown word `__Device__`
// ERROR: did you mean `__device__`?
__Device__ float c(float x) { return x; }

__global__ void d(float *x)
{
    // ERROR: unknown word `__shared`
    // ERROR: did you mean `__shared__`?
    __shared float s[3];
    int i = threadIdx.x;
    // ERROR: unknown word `elif`
    // ERROR: write `else if (...)`
    if (i) x[0] = 1; elif (i == 2) x[0] = 3;
}

// ERROR: unknown type name `string`
// ERROR: write `std::string`
string name = "x";

void host(float *h, float *dev, int n)
{
    // ERROR: a comma stands between parts of the `for`
    // ERROR: they are separated by `;`
    for (int i = 0, i < n, i++) h[i] = 0;
    // ERROR: expected `(` after `for`, found `i`
    // ERROR: a loop reads `for (int i = 0; i < n; i++)`
    for i in range(3): h[i] = 0;
    // ERROR: expected `>>>`, found `>>`
    // ERROR: to close this `<<<`
    d<<<1, 32>>(h);
    // ERROR: `std::vecotr` is not in the library
    // ERROR: did you mean `std::vector`?
    std::vecotr<int> v;
}
// ERROR: expected a qualified name after `using`
// ERROR: did you mean `namespace`?
using namspace std;
int main() { return 0; }
