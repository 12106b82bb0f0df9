// OpenMP's library: calls that reference programs make beside the directives; the values are those of gcc -fopenmp.
#include <omp.h>
#include <stdio.h>

int main(void) {
    omp_nest_lock_t nest;
    omp_lock_t lock;
    int count = 0, busy = 0;
    omp_init_nest_lock(&nest);
    omp_init_lock(&lock);
    printf("%d ", omp_test_nest_lock(&nest));
    printf("%d\n", omp_test_nest_lock(&nest));
    #pragma omp parallel num_threads(3) reduction(+ : busy)
    {
        if (omp_get_thread_num() == 1) busy += omp_test_nest_lock(&nest) == 0;
        omp_set_lock(&lock);
        count++;
        omp_unset_lock(&lock);
    }
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    printf("%d %d %d\n", omp_test_nest_lock(&nest), count, busy);
    omp_unset_nest_lock(&nest);
    printf("%d %d %d %d\n", omp_get_num_devices(), omp_is_initial_device(), omp_get_num_teams(), omp_get_team_num());
    printf("%d %d\n", omp_get_cancellation(), omp_get_max_task_priority());
    return 0;
}
/* OUTPUT:
1 2
1 3 1
0 1 1 0
0 0
*/
