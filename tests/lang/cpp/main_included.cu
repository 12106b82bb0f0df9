// A file whose main comes from an included file is a program.
#include "data/main_body.h"
static int before = printf("before\n");
/* OUTPUT:
before
main 1
*/
