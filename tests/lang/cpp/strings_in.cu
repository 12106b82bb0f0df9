// Strings and streams: what g++ prints of the same program.
// STDIN: word 42 more
// STDIN: a whole line
// STDIN: a,bcdefg
// STDIN: last line
#include <iomanip>
#include <iostream>
#include <string>
int main() {
  std::string word, line, rest;
  int n;
  std::cin >> word >> n;
  std::cout << word << ' ' << n << '\n';
  std::getline(std::cin, rest);
  std::getline(std::cin, line);
  std::cout << '[' << rest << "] [" << line << "]\n";
  std::getline(std::cin, line, ',');
  std::cout << line << '|' << std::setw(8) << word << '|' << std::left << std::setw(8) << word + "!" << '|' << std::endl;
  std::cin >> std::setw(3) >> word;
  std::cout << word << '\n';
  std::getline(std::cin, line);
  std::getline(std::cin, line);
  std::cout << line << ' ' << std::cin.eof() << std::cin.fail() << '\n';
  std::getline(std::cin, line);
  std::cout << line << ' ' << std::cin.eof() << std::cin.fail() << '\n';
}
/*
word 42
[ more] [a whole line]
a|    word|word!   |
bcd
last line 00
 11
*/
