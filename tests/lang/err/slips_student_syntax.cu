// As slips_student.cu: what cannot be parsed.
__global__ void one(int n) {}

// ERROR: unknown type name `b`
// ERROR: each parameter has a type of its own: `float b`
__global__ void untyped(float *a, b) {}
// ERROR: expected the type of a parameter, found `*`
// ERROR: the `*` stands behind the type: `float *a`
__global__ void star(*float a, int n) {}
// ERROR: expected `)`, found `float`
// ERROR: a comma separates parameters
// ERROR: to close this
__global__ void comma(float *a float *b) {}

int syntax()
{
    int a[3];
    // ERROR: expected `,` or `>>>`, found `2`
    // ERROR: a launch reads
    one<<<2 2>>>(3);
    // ERROR: the arguments stand behind it
    one(3)<<<2, 2>>>;
    // ERROR: `in` is no word of C++: here stands a `:`
    // ERROR: a loop over elements reads `for (int x : a)`
    for (int x in a) printf("%d", x);
    // ERROR: expected `;` after the declaration of `x`, found `==`
    // ERROR: write `=` to give it a value: `==` compares
    int x == 3;
    // ERROR: expected `;` after the declaration of `y`, found `:`
    // ERROR: write `=` to give it a value
    int y := 3;
    // ERROR: expected `;` after the declaration of `z`, found `3`
    // ERROR: the arguments of a call stand in parentheses: `sinf(...)`
    float z = sinf 3;
    // ERROR: a name cannot begin with a digit: `5`
    // ERROR: in a number it is a point: `3.5`
    float half = 0,5;
    // ERROR: a name cannot begin with a digit: `2`
    // ERROR: a struct's values stand in parentheses: `dim3 grid(2, 2)`
    dim3 grid = 2, 2;
    // ERROR: expected `]`, found `,`
    // ERROR: each index has brackets of its own
    // ERROR: to close this
    dim3 block[2, 2];
    // ERROR: expected an expression, found the type `float`
    // ERROR: a variable is declared before the call, which has its name alone: `p`
    cudaMalloc(float *p, 100);
    // ERROR: expected a name, found `[`
    // ERROR: an array's length stands behind its name
    int[3] b;
    // ERROR: `class` is a word of the language: choose another name
    int class = 3;
    return 0;
}
// ERROR: expected `;` after the declaration of `bare`
// ERROR: or `{` before what it does
void bare(int n) int m = n;
// ERROR: unknown word `include`
// ERROR: a directive begins with `#`: `#include`
include <stdio.h>
