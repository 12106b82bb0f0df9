// Literals that are none.
// RUN: heddle-engine --check FILE
// EXIT: 1
int main(void)
{
    // CHECK: error: `8` is not an octal digit
    int a = 018;
    // CHECK: error: `10f` is not a number: integers have no suffix `f`
    float b = 10f;
    // CHECK: error: `99999999999999999999999` does not fit any integer type
    unsigned long c = 99999999999999999999999;
    // CHECK: error: a character literal needs a character
    char d = '';
    // CHECK: error: `\u` needs 4 hexadecimal digits
    const char *e = "\u12";
    // CHECK: error: `1.5q7` is not a number
    double f = 1.5q7;
    return 0;
}
