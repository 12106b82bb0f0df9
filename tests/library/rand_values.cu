// What cuRAND's generators on the host give: offsets stay when dimensions are set, MRG32k3a's bits are scaled to 32, and quasi-random floats and doubles begin where cuRAND's do.
/* OUTPUT:
sobol32 from 5: 3758096384 2684354560 536870912
mrg32k3a: 3379073520 653317650 4012281984 4237272334
sobol32 as doubles: 2.3283064365386963e-10 0.50000000023283064
sobol64 as floats: 1.16415322e-10 0.5
sobol64 as normal floats: -6.33796 0.00000 0.67449
*/
// EXIT: 0
#include <curand.h>
#include <cstdio>
int main() {
    unsigned bits[30];
    double wide[30];
    float narrow[30];
    curandGenerator_t g;
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL32);
    curandSetGeneratorOffset(g, 5);
    curandSetQuasiRandomGeneratorDimensions(g, 3);
    curandGenerate(g, bits, 30);
    printf("sobol32 from 5: %u %u %u\n", bits[0], bits[1], bits[2]);
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MRG32K3A);
    curandSetPseudoRandomGeneratorSeed(g, 1234);
    curandGenerate(g, bits, 4);
    printf("mrg32k3a: %u %u %u %u\n", bits[0], bits[1], bits[2], bits[3]);
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL32);
    curandGenerateUniformDouble(g, wide, 2);
    printf("sobol32 as doubles: %.17g %.17g\n", wide[0], wide[1]);
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL64);
    curandGenerateUniform(g, narrow, 2);
    printf("sobol64 as floats: %.9g %.9g\n", narrow[0], narrow[1]);
    curandDestroyGenerator(g);
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL64);
    curandGenerateNormal(g, narrow, 3, 0, 1); // of the upper 32 bits, as floats
    printf("sobol64 as normal floats: %.5f %.5f %.5f\n", narrow[0], narrow[1], narrow[2]);
}
