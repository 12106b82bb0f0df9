// Reading with std::cin: numbers and words, its state as a condition, and what is left for scanf.
// STDIN: 3 4.5 word
// STDIN: 10 20 30 x
// STDIN: the rest 7
#include <iostream>
int main() {
    int n;
    double d;
    char word[16], c;
    std::cin >> n >> d >> word;
    std::cout << n << ' ' << d << ' ' << word << '\n';
    int sum = 0;
    while (std::cin >> n) sum += n;
    std::cout << sum << ' ' << std::cin.fail() << std::cin.eof() << '\n';
    if (!std::cin) std::cin.clear();
    if (std::cin >> c && c == 'x') std::cout << "then " << c << '\n';
    std::cin.ignore(100, '\n');
    char line[16];
    std::cin.get(line[0]);
    scanf("%15s", line + 1);
    std::cout << line << '\n';
    std::cin >> word >> n;
    std::cout << word << n << (std::cin ? " good" : " bad") << '\n';
    std::cin >> n;
    std::cout << std::cin.eof() << std::cin.fail() << '\n';
}
/* OUTPUT:
3 4.5 word
60 10
then x
the
rest7 good
11
*/
