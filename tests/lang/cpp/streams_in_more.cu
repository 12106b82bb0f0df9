// Input that does not fit, in other bases and as words of limited length; states and casts of streams. g++ prints the same.
// STDIN: q 5 99999999999 70000 -1 1 2
// STDIN: ff 10 bob abcdefgh
// STDIN:
// STDIN:    next one
// STDIN: bcd,ef
#include <iostream>
#include <iomanip>
#include <cstring>
int main() {
    using namespace std;
    int x = 9;
    char c, name[10], line[40];
    short s;
    unsigned u;
    bool b;
    cin >> x;
    cout << x << cin.fail() << cin.bad() << bool(cin) << static_cast<bool>(cout) << endl;
    cin.clear();
    cin >> c >> x;
    cout << c << x << endl;
    cin >> x;
    cout << x << cin.fail() << endl;
    cin.clear();
    cin >> s;
    cout << s << cin.fail() << endl;
    cin.clear();
    cin >> u >> b;
    cout << u << b << endl;
    cin >> b;
    cout << b << cin.fail() << endl;
    cin.clear();
    cin >> hex >> x;
    cout << x << endl;
    cin >> dec >> x >> name;
    cout << x << name << endl;
    cin >> setw(4) >> name;
    cout << name << endl;
    cin.ignore(100, '\n');
    cin >> ws;
    cin.getline(line, 40);
    cout << line << strlen(line) << endl;
    cin.get(c);
    cout << c << cin.gcount() << endl;
    cin.getline(line, 40, ',');
    cout << line << cin.gcount() << endl;
    ios_base::fmtflags kept = cout.flags();
    cout << hex << 255;
    cout.flags(kept);
    int *p = nullptr;
    cout << 255 << p << hexfloat << 1.5 << endl;
}
/* OUTPUT:
01001
q5
21474836471
327671
42949672951
11
255
10bob
abc
next one8
b1
cd3
ff25500x1.8p+0
*/
