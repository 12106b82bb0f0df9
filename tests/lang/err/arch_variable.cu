// A variable that is another one in device code than in host code.
#ifdef __CUDA_ARCH__
#define TABLE __device__
#else
#define TABLE
#endif
TABLE int counter;
int main() { return counter; }
// ERROR: `__CUDA_ARCH__` makes this another declaration in device code than in host code
// ERROR: only the bodies of functions may depend on it, and whether a `const` variable is `__constant__`
