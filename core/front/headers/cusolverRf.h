/* cuSOLVER's sparse direct solvers are not here: the header of a toolkit does not go with our cusolver_common.h. */
#error "cusolverRf (sparse direct solvers) is not available: use cuSPARSE's SpSV and csrilu02/csric02, or cusolverDn on a dense copy of the matrix"
