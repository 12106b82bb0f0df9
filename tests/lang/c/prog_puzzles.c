// Queens, sudoku, Hanoi, life, mandelbrot, permutations, knapsack, big factorial, primes, matrix,
// quicksort.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int queens(int n, int row, unsigned cols, unsigned d1, unsigned d2) {
    if (row == n) return 1;
    int c = 0;
    for (unsigned free = ~(cols | d1 | d2) & ((1u << n) - 1); free; free &= free - 1) {
        unsigned bit = free & -free;
        c += queens(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1);
    }
    return c;
}
static int grid[9][9];
static int fits(int r, int c, int v) {
    for (int i = 0; i < 9; i++)
        if (grid[r][i] == v || grid[i][c] == v || grid[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == v)
            return 0;
    return 1;
}
static int solve(int at) {
    while (at < 81 && grid[at / 9][at % 9]) at++;
    if (at == 81) return 1;
    for (int v = 1; v <= 9; v++)
        if (fits(at / 9, at % 9, v)) {
            grid[at / 9][at % 9] = v;
            if (solve(at + 1)) return 1;
        }
    grid[at / 9][at % 9] = 0;
    return 0;
}
static int moves;
static void hanoi(int n, char a, char b, char c) {
    if (!n) return;
    hanoi(n - 1, a, c, b);
    moves++;
    if (n == 3) printf("%c%c ", a, c);
    hanoi(n - 1, b, a, c);
}
static void life(int g) {
    static char w[12][12], n[12][12];
    memset(w, 0, sizeof w);
    w[1][2] = w[2][3] = w[3][1] = w[3][2] = w[3][3] = 1;
    while (g--) {
        for (int y = 0; y < 12; y++)
            for (int x = 0; x < 12; x++) {
                int k = -w[y][x];
                for (int dy = -1; dy <= 1; dy++)
                    for (int dx = -1; dx <= 1; dx++) k += w[(y + dy + 12) % 12][(x + dx + 12) % 12];
                n[y][x] = k == 3 || (k == 2 && w[y][x]);
            }
        memcpy(w, n, sizeof w);
    }
    for (int y = 0; y < 12; y++) {
        for (int x = 0; x < 12; x++) putchar(".#"[(int)w[y][x]]);
        putchar('\n');
    }
}
static void mandel(void) {
    for (int y = -8; y <= 8; y++) {
        for (int x = -24; x < 8; x++) {
            double cr = x / 12.0, ci = y / 8.0, r = 0, i = 0;
            int n = 0;
            while (n < 40 && r * r + i * i < 4) {
                double t = r * r - i * i + cr;
                i = 2 * r * i + ci;
                r = t;
                n++;
            }
            putchar(" .:-=+*#%@"[n / 4 > 9 ? 9 : n / 4]);
        }
        putchar('\n');
    }
}
static int perms;
static void permute(char *s, int k) {
    if (!s[k]) {
        perms++;
        if (perms % 20 == 0) printf("%s ", s);
        return;
    }
    for (int i = k; s[i]; i++) {
        char t = s[k];
        s[k] = s[i];
        s[i] = t;
        permute(s, k + 1);
        t = s[k];
        s[k] = s[i];
        s[i] = t;
    }
}
static void factorial(int n) {
    int d[300] = {1}, len = 1;
    for (int i = 2; i <= n; i++) {
        int carry = 0;
        for (int j = 0; j < len; j++) {
            int v = d[j] * i + carry;
            d[j] = v % 10;
            carry = v / 10;
        }
        while (carry) {
            d[len++] = carry % 10;
            carry /= 10;
        }
    }
    while (len--) putchar('0' + d[len]);
    putchar('\n');
}
static void sort(int *v, int l, int r) {
    if (l >= r) return;
    int p = v[(l + r) / 2], i = l, j = r;
    while (i <= j) {
        while (v[i] < p) i++;
        while (v[j] > p) j--;
        if (i <= j) {
            int t = v[i];
            v[i++] = v[j];
            v[j--] = t;
        }
    }
    sort(v, l, j);
    sort(v, i, r);
}
static int knap(const int *w, const int *v, int n, int cap) {
    int best[cap + 1];
    memset(best, 0, sizeof best);
    for (int i = 0; i < n; i++)
        for (int c = cap; c >= w[i]; c--)
            if (best[c - w[i]] + v[i] > best[c]) best[c] = best[c - w[i]] + v[i];
    return best[cap];
}
static int lcs(const char *a, const char *b) {
    int m = strlen(a), n = strlen(b), t[m + 1][n + 1];
    for (int i = 0; i <= m; i++)
        for (int j = 0; j <= n; j++)
            t[i][j] = !i || !j                    ? 0
                      : a[i - 1] == b[j - 1]      ? t[i - 1][j - 1] + 1
                      : t[i - 1][j] > t[i][j - 1] ? t[i - 1][j]
                                                  : t[i][j - 1];
    return t[m][n];
}
static int ack(int m, int n) {
    return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
static unsigned gcd(unsigned a, unsigned b) {
    return b ? gcd(b, a % b) : a;
}
static int collatz(long n) {
    int c = 0;
    for (; n != 1; c++) n = n & 1 ? 3 * n + 1 : n / 2;
    return c;
}
int main(void) {
    for (int n = 4; n < 10; n++) printf("%d ", queens(n, 0, 0, 0, 0));
    puts("");
    const char *s =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (int i = 0; i < 81; i++) grid[i / 9][i % 9] = s[i] == '.' ? 0 : s[i] - '0';
    printf("%d\n", solve(0));
    for (int i = 0; i < 81; i++) printf("%d%s", grid[i / 9][i % 9], i % 9 == 8 ? "\n" : "");
    hanoi(6, 'a', 'b', 'c');
    printf("%d\n", moves);
    life(20);
    mandel();
    char p[] = "abcde";
    permute(p, 0);
    printf("%d\n", perms);
    factorial(60);
    int v[40];
    for (int i = 0; i < 40; i++) v[i] = i * 7919 % 41;
    sort(v, 0, 39);
    for (int i = 0; i < 40; i++) printf("%d ", v[i]);
    puts("");
    printf("%d %d %d %u %d\n", knap((int[]){1, 3, 4, 5}, (int[]){1, 4, 5, 7}, 4, 7),
           lcs("AGGTABQWERTY", "GXTXAYBWRTX"), ack(2, 3), gcd(1071, 462), collatz(97));
    char sieve[200];
    memset(sieve, 1, 200);
    for (int i = 2; i < 200; i++)
        if (sieve[i]) {
            printf("%d ", i);
            for (int j = i * i; j < 200; j += i) sieve[j] = 0;
        }
    puts("");
    return 0;
}

/* OUTPUT:
2 10 4 40 92 352 
1
534678912
672195348
198342567
859761423
426853791
713924856
961537284
287419635
345286179
ab bc ca ab bc ca ab bc 63
............
............
............
............
............
............
.......#....
........#...
......###...
............
............
............
                ......::@...    
              .......--@:....   
             .......:+@@%.....  
           ......++-*@@@@@-=::. 
        ........:-@@@@@@@@@@=...
    .....-.::..:=@@@@@@@@@@@@-..
  .......:@@@@--@@@@@@@@@@@@@:..
 ......-:=@@@@@*@@@@@@@@@@@@@:..
 @@@@@@@@@@@@@@@@@@@@@@@@@@@:...
 ......-:=@@@@@*@@@@@@@@@@@@@:..
  .......:@@@@--@@@@@@@@@@@@@:..
    .....-.::..:=@@@@@@@@@@@@-..
        ........:-@@@@@@@@@@=...
           ......++-*@@@@@-=::. 
             .......:+@@%.....  
              .......--@:....   
                ......::@...    
aecbd bdaec caebd dcbea ebdac eabcd 120
8320987112741390144276341183223364380754172606361245952449277696409600000000000000
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 36 37 38 39 40 
9 7 9 21 118
2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97 101 103 107 109 113 127 131 137 139 149 151 157 163 167 173 179 181 191 193 197 199 
*/
