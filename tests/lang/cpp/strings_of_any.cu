// Strings and views as the templates that they are: code for any kind of character, wide ones, traits of a program's own.
#include <cctype>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>

template <typename C, typename T, typename A> size_t spaces(const std::basic_string<C, T, A> &s) {
    size_t n = 0;
    for (C c : s) n += c == C(' ');
    return n;
}
template <typename C> C last(std::basic_string_view<C> s) { return s.back(); }
template <typename S> struct letters;
template <typename C> struct letters<std::basic_string<C>> { typedef C type; };

// Text whose case does not matter.
struct folded : std::char_traits<char> {
    static char low(char c) { return (char)std::tolower((unsigned char)c); }
    static bool eq(char a, char b) { return low(a) == low(b); }
    static bool lt(char a, char b) { return low(a) < low(b); }
    static int compare(const char *a, const char *b, size_t n) {
        for (; n; n--, a++, b++)
            if (!eq(*a, *b)) return lt(*a, *b) ? -1 : 1;
        return 0;
    }
    static const char *find(const char *s, size_t n, char c) {
        for (; n; n--, s++)
            if (eq(*s, c)) return s;
        return nullptr;
    }
};
typedef std::basic_string<char, folded> name;

class log_line {
    std::basic_string<char> text_;

  public:
    explicit log_line(std::basic_string_view<char> s) : text_(s) {}
    const std::string &text() const { return text_; }
};

int main() {
    std::basic_string<char> plain = "a b c";
    std::string same = plain;
    printf("%zu %d %d\n", spaces(same), (int)std::is_same<std::string, std::basic_string<char>>::value, (int)std::is_same<letters<std::wstring>::type, wchar_t>::value);

    std::wstring wide = L"wide text here";
    wide += L'!';
    wide.insert(0, L"a ").replace(2, 4, L"very wide");
    std::wstring copy = wide.substr(2, 9) + L"?" + wide;
    printf("%zu %zu %zu %ls %d\n", wide.size(), spaces(wide), wide.find(L"text"), copy.c_str(), (int)(copy < wide));
    copy.resize(3, L'x');
    copy.append(2, L'y');
    printf("%ls %d %d %zu\n", copy.c_str(), copy == L"veryy", L"vez" > copy, copy.find_first_of(L"ry"));

    std::u16string sixteen = u"abc";
    sixteen.push_back(u'd');
    std::u32string more = U"xyz";
    printf("%zu %zu %d\n", sixteen.size(), more.rfind(U'z'), (int)sixteen[3]);

    std::wstring_view view = wide;
    printf("%zu %d %c\n", view.substr(2).find(L"text"), view.compare(0, 6, L"a very"), (char)last(view));
    printf("%c\n", last(std::string_view("word")));

    name a = "Ada", b = "aDA";
    std::map<name, int> ages;
    ages[a] = 36;
    ages[b] += 1;
    printf("%d %d %zu\n", a == b, ages["ADA"], name("Hello World").find('w'));

    std::map<std::wstring, int> counts;
    for (const wchar_t *w : {L"one", L"two", L"one"}) counts[w]++;
    for (auto &entry : counts) printf("%ls=%d ", entry.first.c_str(), entry.second);
    printf("\n");
    std::cout << log_line("a line").text() << '\n';
    typedef std::char_traits<char> traits;
    printf("%zu %d %d\n", traits::length("four"), traits::compare("ab", "ac", 2) < 0, traits::eq_int_type(traits::eof(), traits::to_int_type('\xff')));
}
/* OUTPUT:
2 1 1
22 4 12 very wide?a very wide text here! 0
veryy 1 1 2
4 2 100
10 0 !
d
1 37 6
one=2 two=1 
a line
4 1 0
*/
