// A header as books have them: it uses exit, EXIT_FAILURE and NULL, and includes <pthread.h> only at its end.
#ifndef HANDLE_H
#define HANDLE_H
#include <stdio.h>

static void handle_error(int err, const char *file, int line)
{
    if (err != 0) {
        printf("%d in %s at line %d\n", err, file, line);
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (handle_error(err, __FILE__, __LINE__))

#include <pthread.h>
typedef pthread_t CUTThread;
#endif
