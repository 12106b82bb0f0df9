/* All of it is in Heddle's <bits/floatn.h>. */
#include <bits/floatn.h>
