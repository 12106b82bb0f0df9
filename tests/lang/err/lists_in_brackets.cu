// Lists as Python writes them.
int main()
{
    int a = 1, b = 2;
    // ERROR: expected the name of a variable to capture, found `1`
    // ERROR: a list of values stands in braces: `{1, 2, 3}`
    int numbers[3] = [1, 2, 3];
    // ERROR: expected `{` at the start of the lambda's body, found `;`
    // ERROR: a list of values stands in braces
    int names[2] = [a, b];
    // ERROR: found a string
    // ERROR: a list of values stands in braces
    const char *texts[1] = ["a"];
    return 0;
}
