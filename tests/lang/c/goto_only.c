// A program whose control flow is goto alone.
int main(void) {
    int n = 27, steps = 0, max = 0;
top:
    if (n == 1) goto done;
    if (n > max) goto newmax;
step:
    steps++;
    if (n % 2 == 0) goto even;
    n = 3 * n + 1;
    goto top;
even:
    n /= 2;
    goto top;
newmax:
    max = n;
    goto step;
done:
    return steps == 111 && max == 9232 ? 0 : 1;
}

/* OUTPUT:
*/
