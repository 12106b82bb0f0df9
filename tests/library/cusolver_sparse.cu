// A header that is not there says so and what there is, also beside an installed toolkit, whose own would not go with ours.
// ERROR: cusolverSp (sparse direct solvers) is not available: use cuSPARSE's SpSV and csrilu02/csric02, or cusolverDn
// ERROR: cusolverRf (sparse direct solvers) is not available
#include <cusolverSp.h>
#include <cusolverRf.h>
int main() {}
