// Calls: number of arguments, overloads, ambiguity.
// RUN: heddle-engine --check FILE
// EXIT: 1
float area(float width, float height);
int pick(int a);
float pick(float a);
float scale(float x, float factor = 2.0f);

int main(void)
{
    // CHECK: error: `area` takes 2 arguments, and 1 is given
    // CHECK: `float area(float, float)` is declared here
    area(1.0f);
    // CHECK: error: `area` takes 2 arguments, and 3 are given
    area(1, 2, 3);
    // CHECK: error: it is not clear which `pick` is meant for the arguments (double)
    // CHECK: `int pick(int)`
    // CHECK: `float pick(float)`
    pick(1.5);
    // CHECK: error: no `pick` takes the arguments (const char *)
    // CHECK: which is no `int`
    pick("three" + 0);
    // CHECK: error: `scale` takes at most 2 arguments, and 3 are given
    scale(1, 2, 3);
    // CHECK: error: `scale` takes at least 1 argument, and 0 are given
    scale();
    pick(1);
    pick(1.0f);
    scale(1.0f);
    return 0;
}
