// String and file streams, formats, iterators over streams: what g++ prints of the same program.
#include <iostream>
#include <iomanip>
#include <sstream>
#include <fstream>
#include <string>
#include <vector>
#include <iterator>
#include <algorithm>
#include <cstdio>
struct P { int x, y; };
std::ostream &operator<<(std::ostream &o, const P &p) { return o << "(" << p.x << ", " << p.y << ")"; }
std::istream &operator>>(std::istream &i, P &p) { char c; return i >> c >> p.x >> c >> p.y >> c; }
template <class T> std::ostream &operator<<(std::ostream &o, const std::vector<T> &v) { for (size_t i = 0; i < v.size(); i++) o << (i ? " " : "[") << v[i]; return o << "]"; }
void out(std::ostream &o, double d) { o << d << ' '; }
int main() {
    std::cout << std::fixed << std::setprecision(3) << 3.14159 << ' ' << std::scientific << 12345.678 << std::defaultfloat << ' ' << 0.1f << ' ' << 1e100 << '\n';
    std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << "ab" << '|' << std::right << std::setfill('*') << std::setw(6) << 1.5 << std::setfill(' ') << '\n';
    std::cout << std::hex << std::showbase << 255 << ' ' << std::uppercase << 48879 << std::dec << std::nouppercase << std::noshowbase << ' ' << std::oct << 8 << std::dec << ' ' << std::boolalpha << true << std::noboolalpha << false << std::endl;
    std::cout << std::internal << std::setw(8) << -42 << ' ' << std::showpos << 5 << std::noshowpos << ' ' << std::showpoint << 2.0 << std::noshowpoint << ' ' << 'c' << (unsigned char)65 << ' ' << (short)-3 << ' ' << 123456789012LL << '\n';
    P p{1, 2}; std::cout << p << ' ' << std::vector<int>{1, 2, 3} << '\n';
    std::ostringstream os; os << "x=" << 5 << ' ' << 2.5 << ' ' << p << std::hex << 17; std::cout << os.str() << ' ' << os.str().size() << '\n'; os.str(""); os << std::dec << 9; std::cout << os.str() << '\n';
    std::istringstream is("10 20 abc 3.5 (7,8) 0x1f rest of line\nnext"); int a, b; std::string s; double d; is >> a >> b >> s >> d >> p; std::cout << a + b << s << d << p << '\n'; is >> std::hex >> a; std::cout << a << '\n'; std::getline(is, s); std::cout << '<' << s << '>'; std::getline(is, s); std::cout << s << is.eof() << is.fail() << (bool)is << '\n'; is >> a; std::cout << is.fail() << '\n';
    std::stringstream ss; ss << 1 << ' ' << 2 << ' ' << 3; int sum = 0, x; while (ss >> x) sum += x; std::cout << sum << ss.eof() << ss.good() << '\n'; ss.clear(); ss.str("a,b,c"); std::vector<std::string> parts; while (std::getline(ss, s, ',')) parts.push_back(s); std::cout << parts << '\n';
    { std::ofstream f("/tmp/heddle_st.txt"); f << "line one\n" << 2 << ' ' << 3.5 << "\nlast"; out(f, 1.25); std::cout << f.is_open() << (bool)f << '\n'; }
    { std::ifstream f("/tmp/heddle_st.txt"); std::string l; int n = 0; while (std::getline(f, l)) std::cout << ++n << ':' << l << '\n'; std::cout << f.eof() << f.fail() << '\n'; f.clear(); f.seekg(5); f >> l; std::cout << l << ' ' << f.tellg() << '\n'; f.seekg(0, std::ios::end); std::cout << f.tellg() << '\n'; }
    { std::ifstream f("/tmp/heddle_st.txt"); std::string all((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>()); std::cout << all.size() << '\n'; std::ifstream g("/tmp/heddle_st.txt"); std::stringstream buf; buf << g.rdbuf(); std::cout << buf.str() << '\n'; }
    { std::ofstream f("/tmp/heddle_st.bin", std::ios::binary | std::ios::out); float v[4] = {1, 2, 3, 4}; f.write((const char *)v, sizeof v); f.close(); std::ifstream g("/tmp/heddle_st.bin", std::ios::binary | std::ios::ate); std::cout << g.tellg(); g.seekg(0); float w[4]; g.read(reinterpret_cast<char *>(w), sizeof w); std::cout << ' ' << w[3] << ' ' << g.gcount() << (bool)g; g.read((char *)w, 1); std::cout << g.eof() << g.fail() << '\n'; }
    { std::fstream f("/tmp/heddle_st.txt", std::ios::in | std::ios::out | std::ios::trunc); f << "hello 5"; f.seekg(0); std::string w; int n; f >> w >> n; std::cout << w << n << '\n'; std::ofstream ap("/tmp/heddle_st.txt", std::ios::app); f.clear(); ap << " more"; ap.close(); f.seekg(0); std::getline(f, w); std::cout << w << '\n'; }
    std::ifstream none("/nonexistent/x"); std::cout << none.is_open() << !none << none.fail() << '\n'; if (!none) std::cout << "cannot open\n";
    std::copy(parts.begin(), parts.end(), std::ostream_iterator<std::string>(std::cout, ";")); std::cout << '\n'; std::istringstream nums("4 5 6"); std::vector<int> v((std::istream_iterator<int>(nums)), std::istream_iterator<int>()); std::cout << v << '\n';
    std::istringstream bad("12x 99999999999 -5 1e400 abc"); bad >> a; char c; bad >> c; std::cout << a << c; bad >> a; std::cout << ' ' << a << bad.fail(); bad.clear(); unsigned u; bad >> u; std::cout << ' ' << u; bad >> d; std::cout << ' ' << d << bad.fail(); bad.clear(); bad >> a; std::cout << ' ' << a << bad.fail() << '\n';
    std::streambuf *old = std::cout.rdbuf(os.rdbuf()); std::cout << " captured"; std::cout.rdbuf(old); std::cout << os.str() << '\n';
    std::cout << (std::ostringstream() << "tmp" << 3).str() << ' ' << static_cast<std::ostringstream &&>(std::ostringstream() << 4.5).str() << '\n'; std::istringstream one("7"); if (one >> x) std::cout << x << one.eof() << '\n';
    std::cout << std::setw(5) << true << std::setw(4) << 'x' << std::setprecision(10) << 1.0 / 3 << ' ' << 1e-5 << ' ' << 100000.0 << ' ' << 1e6 << ' ' << 1234567.0f << std::setprecision(6) << '\n'; std::cout << 1e10 << ' ' << 0.00001234 << ' ' << -0.0 << ' ' << 1.0 / 0 * 1 << ' ' << (void *)0 << ' ' << nullptr << '\n'; std::cout.precision(3); std::cout << 3.14159 << ' ' << std::cout.precision() << std::cout.width() << '\n'; std::cout.setf(std::ios::fixed, std::ios::floatfield); std::cout << 2.0 << '\n'; std::cout.unsetf(std::ios::fixed); std::ios::fmtflags ff = std::cout.flags(); std::cout << std::hex << 10; std::cout.flags(ff); std::cout << 10 << '\n'; char buf[10]; std::istringstream cs("hello world"); cs.getline(buf, 6, ' '); std::cout << buf << cs.gcount() << (char)cs.peek(); cs.ignore(2); cs.get(c); std::cout << c; cs.unget(); std::cout << (char)cs.get() << cs.tellg() << '\n'; cs.seekg(0); cs >> std::setw(4) >> s; std::cout << s << std::quoted("q\"t") << '\n';
}
/*
3.142 1.235e+04 0.1 1e+100
      42|ab      |***1.5
0xff 0XBEEF 10 true0
-     42 +5 2.00 cA -3 123456789012
(1, 2) [1 2 3]
x=5 2.5 (1, 2)11 16
9
30abc3.5(7, 8)
31
< rest of line>next101
1
610
[a b c]
11
1:line one
2:2 3.5
3:last1.25 
11
one 8
24
24
line one
2 3.5
last1.25 
16 4 16111
hello5
hello 5 more
011
cannot open
a;b;c;
[4 5 6]
12x 21474836471 4294967291 1.8e+3081 01
9 captured
tmp3 4.5
71
    1   x0.3333333333 1e-05 100000 1000000 1234567
1e+10 1.234e-05 -0 inf 0 nullptr
3.14 30
2.000
a10
hello6wrr9
hell"q\"t"
*/
