int f(int) { return 1; } 
static int s(int) { return 1; }
int var;
const int K = 3;
