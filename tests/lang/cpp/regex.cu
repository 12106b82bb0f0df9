// C++20: regular expressions: what they match, groups, iterators, replacements, errors.
#include <exception>
#include <iomanip>
#include <iostream>
#include <regex>
#include <string>
#include <iterator>
#include <vector>

template <class... A> void P(const A &...a) {
  const char *gap = "";
  ((std::cout << gap << a, gap = " "), ...);
  std::cout << '\n';
}
void S(const char *re, std::string s, unsigned f = 0) { try { std::regex r(re, f ? std::regex::ECMAScript | std::regex::icase : std::regex::ECMAScript); std::smatch m; bool b = std::regex_search(s, m, r); std::cout << re << " on " << s << ": " << b << ' ' << std::regex_match(s, r); if (b) for (size_t i = 0; i < m.size(); i++) std::cout << " [" << m[i].matched << ' ' << m[i].str() << ' ' << m.position(i) << ' ' << m.length(i) << ']'; if (b) std::cout << " <" << m.prefix() << "|" << m.suffix() << ">"; std::cout << '\n'; } catch (std::regex_error &e) { std::cout << re << " error " << (e.code() == std::regex_constants::error_paren) << (e.code() == std::regex_constants::error_brack) << (e.code() == std::regex_constants::error_badrepeat) << (e.code() == std::regex_constants::error_escape) << '\n'; } }

template <class F> void section(F f) {
  std::cout << std::setprecision(9) << std::dec << std::noboolalpha;
  std::cout.unsetf(std::ios::floatfield);
  try {
    f();
  } catch (std::exception &e) {
    std::cout << "exception: " << e.what() << '\n';
  }
}
int main() {
  section([] { S("a+b", "xaaab"); S("(a)(b)?", "ac"); S("^abc$", "abc"); S("[a-c]+", "zabcz"); S("[^a-c]+", "abxyz"); S("\\d{2,3}", "a12345"); S("\\w+@\\w+\\.com", "me: bob@site.com!"); });
  section([] { S("(a|ab)(c|bcd)(d*)", "abcd"); S("(a*)*", "aaa"); S("(a*)+", "b"); S("(?:x)(y)", "xy"); S("a.c", "a\nc"); S("a.c", "abc"); S("\\bfoo\\b", "a foo b"); S("\\Boo", "foo"); S("x*", "aaa"); });
  section([] { S("a??b", "aab"); S("a+?", "aaa"); S("(.+?),", "ab,cd,"); S("<.*>", "<a><b>"); S("<.*?>", "<a><b>"); S("a{3}", "aaaa"); S("a{2,}", "aaaa"); S("a{0,2}", "aaaa"); S("(ab){2}", "ababab"); });
  section([] { S("(a)\\1", "aa"); S("(\\w)(\\w)\\2\\1", "xabbay"); S("foo(?=bar)", "foobar"); S("foo(?!bar)", "foobar foobaz"); S("(?=(a+))a*b\\1", "baaabac"); S("[[:alpha:]]+", "12ab"); S("[[:digit:][:space:]]+", "a1 2b"); S("[\\d\\-]+", "a1-2"); S("[\\w.]+", "!a.b"); S("\\s+", "a \t b"); S("\\S+", "  ab "); S("\\D+", "12ab"); S("\\W+", "ab!!"); });
  section([] { S("ABC", "xabcx", 1); S("[a-z]+", "ABC", 1); S("(a)\\1", "aA", 1); S("[^a]", "A", 1); S("\\x41\\u0042", "AB"); S("\\t\\n", "\t\n"); S("[\\b]", "\b"); S("\\.", "."); S("\\/", "/"); S("a|b|", "c"); S("", "abc"); S("()", "abc"); S("(|a)+", "aa"); });
  section([] { S("(", "x"); S(")", "x"); S("[", "x"); S("*a", "x"); S("a**", "x"); S("+", "x"); S("\\", "x"); S("[b-a]", "x"); S("a{2,1}", "x"); S("\\2(a)", "x"); S("(?<n>a)", "x"); S("[[:foo:]]", "x"); S("\\q", "q"); S("a{", "x"); S("a{1", "x"); S("]", "]"); S("}", "}"); });
  section([] { S("(\\d+)-(\\d+)-(\\d+)", "on 2024-05-17."); S("([a-z]+)\\s*=\\s*([^;]*);", "key = value one; x"); S("^(\\+|-)?\\d+(\\.\\d+)?([eE][-+]?\\d+)?$", "-12.5e+3"); S("^$", ""); S("^", "abc"); S("$", "abc"); S("b$", "ab"); S("a^b", "a^b"); S("(z)((a+)?(b+)?(c))*", "zaacbbbcac"); S("(?:a|b)+c", "ababc"); S("[-a]+", "a-b"); S("[a-]+", "a-b"); S("[]a]", "]"); S("[^]", "a"); });
  section([] { std::regex r("(\\w+) (\\w+)"); P(std::regex_replace("hello world foo bar", r, "$2-$1")); P(std::regex_replace(std::string("hello world foo bar"), r, "[$&]", std::regex_constants::format_first_only)); P(std::regex_replace("hello world foo", r, "$1", std::regex_constants::format_no_copy)); P(std::regex_replace("a b", r, "$$ $` $' $0 $9 $"));  P(std::regex_replace("a b", r, "\\2 & \\1", std::regex_constants::format_sed)); });
  section([] { P(std::regex_replace("abc", std::regex(""), "-"), std::regex_replace("abc", std::regex("x*"), "-"), std::regex_replace("aaa", std::regex("a"), "b"), std::regex_replace(std::string("a,b;c"), std::regex("[,;]"), " ")); });
  section([] { std::string s = "one two three"; std::regex w("\\w+"); for (std::sregex_iterator i(s.begin(), s.end(), w), e; i != e; ++i) P(i->str(), i->position(), i->prefix(), (*i)[0].length()); });
  section([] { std::string s = "a1b22c333"; std::regex w("([a-z])(\\d+)"); auto b = std::sregex_iterator(s.begin(), s.end(), w); P(std::distance(b, std::sregex_iterator())); for (auto i = b; i != std::sregex_iterator(); i++) { std::smatch m = *i; P(m[1], m[2], m.size(), m.suffix()); } });
  section([] { std::string s = "a,b,,c"; std::regex c(","); for (std::sregex_token_iterator i(s.begin(), s.end(), c, -1), e; i != e; ++i) P("[" + i->str() + "]"); std::vector<std::string> v(std::sregex_token_iterator(s.begin(), s.end(), c, -1), std::sregex_token_iterator()); P(v.size()); });
  section([] { std::string s = "k1=v1;k2=v2"; std::regex c("(\\w+)=(\\w+)"); for (std::sregex_token_iterator i(s.begin(), s.end(), c, {1, 2}), e; i != e; ++i) P(*i); for (std::sregex_token_iterator i(s.begin(), s.end(), c, 2), e; i != e; ++i) P(i->str()); for (std::sregex_token_iterator i(s.begin(), s.end(), c), e; i != e; ++i) P(*i); });
  section([] { std::cmatch m; bool ok = std::regex_match("abc123", m, std::regex("([a-z]+)(\\d+)")); P(ok, m[1], m[2], m.str(), m.position(2)); P(m.format("$2/$1"), m.ready(), m.empty(), m[7].matched, m[1] == "abc", m[1] != "abd", "abc" == m[1], m[1] < m[2], m[1].compare("abc"), m[1].first[1]); std::string x = m[1]; P(x); for (auto &g : m) P(g); });
  section([] { std::smatch m; std::string s = "no"; bool ok = std::regex_search(s, m, std::regex("x")); P(ok, m.size(), m.empty(), m.ready(), m.str(), m[0].matched); std::smatch q; P(q.ready(), q.size()); });
  section([] { std::regex r("a(b)(c(d))"), c = r; P(r.mark_count(), std::regex("x").mark_count(), (r.flags() & std::regex::icase) != 0); c = "(z)"; P(c.mark_count()); c.assign("q", std::regex::icase); P(std::regex_match("Q", c)); std::swap(r, c); P(c.mark_count()); std::regex n("(a)(b)", std::regex::nosubs); P(n.mark_count()); std::regex k; P(std::regex_match("", std::regex(""))); });
  section([] { std::string t = "x=1, y=2"; std::string::const_iterator b = t.cbegin(); std::smatch m; std::regex r("(\\w)=(\\d)"); while (std::regex_search(b, t.cend(), m, r)) { P(m[1], m[2]); b = m.suffix().first; } });
  section([] { P(std::regex_search("a\nb", std::regex("^b")), std::regex_search("a\nb", std::regex("^b", std::regex::ECMAScript | std::regex::multiline)), std::regex_search("ab", std::regex("b"), std::regex_constants::match_continuous), std::regex_search("ab", std::regex("^a"), std::regex_constants::match_not_bol), std::regex_search("ab", std::regex("b$"), std::regex_constants::match_not_eol)); });
  section([] { P(std::regex_match("aab", std::regex("a+b", std::regex::extended)), std::regex_match("a+b", std::regex("a+b", std::regex::basic)), std::regex_match("abab", std::regex("\\(ab\\)\\1", std::regex::basic)), std::regex_match("b", std::regex("a\nb", std::regex::egrep)), std::regex_match("ab", std::regex("(a|b)*", std::regex::awk))); });
  section([] { std::string out; std::string s = "a-b"; std::regex_replace(std::back_inserter(out), s.begin(), s.end(), std::regex("-"), "+"); P(out); });
  section([] { std::string big(20000, 'a'); std::smatch m; P(std::regex_match(big + "b", std::regex("[a]*b"))); });
  section([] { try { std::regex r("(a"); } catch (const std::regex_error &e) { P(e.code() == std::regex_constants::error_paren); } });
  section([] { const std::regex email(R"((\w+)(\.|_)?(\w*)@(\w+)(\.(\w+))+)"); P(std::regex_match("first.last@mail.example.org", email), std::regex_match("nope", email)); });
}
/* OUTPUT:
a+b on xaaab: 1 0 [1 aaab 1 4] <x|>
(a)(b)? on ac: 1 0 [1 a 0 1] [1 a 0 1] [0  2 0] <|c>
^abc$ on abc: 1 1 [1 abc 0 3] <|>
[a-c]+ on zabcz: 1 0 [1 abc 1 3] <z|z>
[^a-c]+ on abxyz: 1 0 [1 xyz 2 3] <ab|>
\d{2,3} on a12345: 1 0 [1 123 1 3] <a|45>
\w+@\w+\.com on me: bob@site.com!: 1 0 [1 bob@site.com 4 12] <me: |!>
(a|ab)(c|bcd)(d*) on abcd: 1 1 [1 abcd 0 4] [1 a 0 1] [1 bcd 1 3] [1  4 0] <|>
(a*)* on aaa: 1 1 [1 aaa 0 3] [1  3 0] <|>
(a*)+ on b: 1 0 [1  0 0] [1  0 0] <|b>
(?:x)(y) on xy: 1 1 [1 xy 0 2] [1 y 1 1] <|>
a.c on a
c: 0 0
a.c on abc: 1 1 [1 abc 0 3] <|>
\bfoo\b on a foo b: 1 0 [1 foo 2 3] <a | b>
\Boo on foo: 1 0 [1 oo 1 2] <f|>
x* on aaa: 1 0 [1  0 0] <|aaa>
a??b on aab: 1 0 [1 ab 1 2] <a|>
a+? on aaa: 1 1 [1 a 0 1] <|aa>
(.+?), on ab,cd,: 1 1 [1 ab, 0 3] [1 ab 0 2] <|cd,>
<.*> on <a><b>: 1 1 [1 <a><b> 0 6] <|>
<.*?> on <a><b>: 1 1 [1 <a> 0 3] <|<b>>
a{3} on aaaa: 1 0 [1 aaa 0 3] <|a>
a{2,} on aaaa: 1 1 [1 aaaa 0 4] <|>
a{0,2} on aaaa: 1 0 [1 aa 0 2] <|aa>
(ab){2} on ababab: 1 0 [1 abab 0 4] [1 ab 2 2] <|ab>
(a)\1 on aa: 1 1 [1 aa 0 2] [1 a 0 1] <|>
(\w)(\w)\2\1 on xabbay: 1 0 [1 abba 1 4] [1 a 1 1] [1 b 2 1] <x|y>
foo(?=bar) on foobar: 1 0 [1 foo 0 3] <|bar>
foo(?!bar) on foobar foobaz: 1 0 [1 foo 7 3] <foobar |baz>
(?=(a+))a*b\1 on baaabac: 1 0 [1 aba 3 3] [1 a 3 1] <baa|c>
[[:alpha:]]+ on 12ab: 1 0 [1 ab 2 2] <12|>
[[:digit:][:space:]]+ on a1 2b: 1 0 [1 1 2 1 3] <a|b>
[\d\-]+ on a1-2: 1 0 [1 1-2 1 3] <a|>
[\w.]+ on !a.b: 1 0 [1 a.b 1 3] <!|>
\s+ on a 	 b: 1 0 [1  	  1 3] <a|b>
\S+ on   ab : 1 0 [1 ab 2 2] <  | >
\D+ on 12ab: 1 0 [1 ab 2 2] <12|>
\W+ on ab!!: 1 0 [1 !! 2 2] <ab|>
ABC on xabcx: 1 0 [1 abc 1 3] <x|x>
[a-z]+ on ABC: 1 1 [1 ABC 0 3] <|>
(a)\1 on aA: 1 1 [1 aA 0 2] [1 a 0 1] <|>
[^a] on A: 0 0
\x41\u0042 on AB: 1 1 [1 AB 0 2] <|>
\t\n on 	
: 1 1 [1 	
 0 2] <|>
[\b] on : 1 1 [1  0 1] <|>
\. on .: 1 1 [1 . 0 1] <|>
\/ on /: 1 1 [1 / 0 1] <|>
a|b| on c: 1 0 [1  0 0] <|c>
 on abc: 1 0 [1  0 0] <|abc>
() on abc: 1 0 [1  0 0] [1  0 0] <|abc>
(|a)+ on aa: 1 1 [1  0 0] [1  0 0] <|aa>
( error 1000
) error 1000
[ error 0100
*a error 1000
a** on x: 1 0 [1  0 0] <|x>
+ error 1000
\ error 0001
[b-a] error 0000
a{2,1} error 0000
\2(a) error 0000
(?<n>a) error 1000
[[:foo:]] error 0000
\q on q: 1 1 [1 q 0 1] <|>
a{ error 0000
a{1 error 0000
] on ]: 1 1 [1 ] 0 1] <|>
} on }: 1 1 [1 } 0 1] <|>
(\d+)-(\d+)-(\d+) on on 2024-05-17.: 1 0 [1 2024-05-17 3 10] [1 2024 3 4] [1 05 8 2] [1 17 11 2] <on |.>
([a-z]+)\s*=\s*([^;]*); on key = value one; x: 1 0 [1 key = value one; 0 16] [1 key 0 3] [1 value one 6 9] <| x>
^(\+|-)?\d+(\.\d+)?([eE][-+]?\d+)?$ on -12.5e+3: 1 1 [1 -12.5e+3 0 8] [1 - 0 1] [1 .5 3 2] [1 e+3 5 3] <|>
^$ on : 1 1 [1  0 0] <|>
^ on abc: 1 0 [1  0 0] <|abc>
$ on abc: 1 0 [1  3 0] <abc|>
b$ on ab: 1 0 [1 b 1 1] <a|>
a^b on a^b: 0 0
(z)((a+)?(b+)?(c))* on zaacbbbcac: 1 1 [1 zaacbbbcac 0 10] [1 z 0 1] [1 ac 8 2] [1 a 8 1] [1 bbb 4 3] [1 c 9 1] <|>
(?:a|b)+c on ababc: 1 1 [1 ababc 0 5] <|>
[-a]+ on a-b: 1 0 [1 a- 0 2] <|b>
[a-]+ on a-b: 1 0 [1 a- 0 2] <|b>
[]a] on ]: 0 0
[^] on a: 1 1 [1 a 0 1] <|>
world-hello bar-foo
[hello world] foo bar
hello
$   a b  $
b a b a
-a-b-c- -a-b-c- bbb a b c
one 0  3
two 4   3
three 8   5
3
a 1 3 b22c333
b 22 3 c333
c 333 3 
[a]
[b]
[]
[c]
4
k1
v1
k2
v2
v1
v2
k1=v1
k2=v2
1 abc 123 abc123 3
123/abc 1 0 0 1 1 1 0 0 b
abc
abc123
abc
123
0 0 1 1  0
0 0
3 0 0
1
1
3
0
1
x 1
y 2
0 1 0 0 0
1 1 1 1 1
a+b
1
1
1 0
*/
