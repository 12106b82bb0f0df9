// Hashed containers in libstdc++'s order, deque, list, queues and stacks: what g++ prints of the same program.
#include <cstdio>
#include <unordered_map>
#include <unordered_set>
#include <string>
#include <deque>
#include <list>
#include <queue>
#include <stack>
#include <vector>
struct Key { int a, b; bool operator==(const Key &o) const { return a == o.a && b == o.b; } };
struct KeyHash { size_t operator()(const Key &k) const { return (size_t)k.a * 31 + k.b; } };
namespace std { template <> struct hash<Key> { size_t operator()(const Key &k) const { return hash<int>()(k.a) ^ (hash<int>()(k.b) << 1); } }; }
template <class C> void show(const char *n, const C &c) { printf("%s:", n); for (auto &x : c) printf(" %d", (int)x); printf("\n"); }
template <class M> void showm(const char *n, const M &m) { printf("%s:", n); for (const auto &kv : m) printf(" %d=%d", (int)kv.first, (int)kv.second); printf(" (%zu)\n", m.bucket_count()); }
int main() {
    std::unordered_map<int, int> m; for (int i = 0; i < 40; i++) m[i * 37 % 101] = i; showm("m", m); m.erase(5); m.erase(m.begin()); auto c = m; showm("c", c); m.reserve(200); showm("r", m); m.rehash(0); showm("r0", m);
    std::unordered_map<std::string, int> w; const char *words[] = {"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "a", "rather longer word than others"}; for (auto s : words) w[s]++; for (auto &kv : w) printf("%s=%d ", kv.first.c_str(), kv.second); printf("\n"); printf("%d %zu %d\n", w.at("the"), w.count("cat"), w.find("fox") != w.end());
    std::unordered_set<int> s = {5, 3, 9, 1, 100, 55, 23}; show("s", s); s.insert({7, 8, 9}); show("s", s); printf("%d %d\n", s.insert(7).second, s.count(23) > 0); std::vector<int> v = {1, 2, 3, 14, 15, 27}; std::unordered_set<int> t(v.begin(), v.end()); show("t", t);
    std::unordered_multiset<int> ms; for (int i = 0; i < 30; i++) ms.insert(i * 7 % 10); show("ms", ms); printf("%zu %zu\n", ms.count(3), ms.erase(3)); show("ms", ms); std::unordered_multimap<int, int> mm; for (int i = 0; i < 25; i++) mm.emplace(i % 6, i); showm("mm", mm); auto r = mm.equal_range(2); for (auto i = r.first; i != r.second; ++i) printf("%d ", i->second); printf("\n"); std::unordered_multimap<std::string, int> ws; for (int i = 0; i < 60; i++) ws.emplace(words[i % 11], i); for (auto &kv : ws) printf("%s%d ", kv.first.substr(0, 2).c_str(), kv.second); printf("\n");
    std::unordered_map<Key, int, KeyHash> km; km[Key{1, 2}] = 3; km[Key{2, 1}] = 4; printf("%d %d\n", km[Key{1, 2}], (int)km.size()); std::unordered_set<Key> ks; ks.insert({1, 1}); ks.emplace(Key{1, 1}); printf("%zu\n", ks.size()); printf("%d %d\n", m.try_emplace(1000, 1).second, m.insert_or_assign(1000, 2).second); printf("%d %d\n", m[1000], c == m); std::unordered_map<std::string, std::vector<int>> g; g["a"].push_back(1); g["a"].push_back(2); printf("%zu\n", g["a"].size()); for (auto it = g.begin(); it != g.end();) it = g.erase(it); printf("%d\n", g.empty());
    std::deque<int> d; for (int i = 0; i < 300; i++) { if (i % 3) d.push_back(i); else d.push_front(i); } printf("%zu %d %d %d\n", d.size(), d.front(), d.back(), d[150]); d.insert(d.begin() + 10, -1); d.insert(d.end() - 10, -2); d.erase(d.begin() + 50, d.begin() + 270); show("d", d); d.resize(5); d.insert(d.begin() + 2, 3, 7); show("d", d); d.pop_front(); d.pop_back(); std::deque<int> e(d); e.swap(d); printf("%d\n", d == e); int sum = 0; for (auto i = d.rbegin(); i != d.rend(); ++i) sum = sum * 10 + *i; printf("%d %d\n", sum, (int)(d.end() - d.begin()));
    std::deque<std::string> ds; for (int i = 0; i < 50; i++) ds.push_front(std::to_string(i)); ds.erase(ds.begin() + 1); printf("%s %s\n", ds[0].c_str(), ds[1].c_str());
    std::list<int> l = {5, 2, 8, 1, 9, 2}; l.sort(); show("l", l); l.unique(); l.push_front(0); l.remove(8); l.reverse(); show("l", l); auto it = l.begin(); std::advance(it, 2); l.insert(it, 77); it = l.erase(it); printf("%d %zu\n", *it, l.size()); std::list<int> k = {100, 200}; l.splice(l.begin(), k); show("l", l); printf("%zu\n", k.size()); l.remove_if([](int x) { return x > 50; }); std::list<int> q = {3, 6}; l.sort(); l.merge(q); show("l", l); std::list<std::string> ls(3, "x"); ls.emplace_back("y"); std::list<std::string> lt = std::move(ls); printf("%zu %s\n", lt.size(), lt.back().c_str());
    std::queue<int> qu; qu.push(1); qu.push(2); qu.emplace(3); printf("%d %d %zu\n", qu.front(), qu.back(), qu.size()); qu.pop(); printf("%d\n", qu.front()); std::stack<int> st; st.push(1); st.push(2); printf("%d\n", st.top()); st.pop(); printf("%d %d\n", st.top(), st.empty());
    std::priority_queue<int> pq; for (int x : {3, 1, 4, 1, 5, 9, 2, 6}) pq.push(x); while (!pq.empty()) { printf("%d ", pq.top()); pq.pop(); } printf("\n"); std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<std::pair<int, int>>> mq; mq.push({2, 1}); mq.push({1, 5}); mq.emplace(1, 3); while (!mq.empty()) { printf("%d,%d ", mq.top().first, mq.top().second); mq.pop(); } printf("\n"); auto cmp = [](int a, int b) { return a > b; }; std::priority_queue<int, std::vector<int>, decltype(cmp)> lq(cmp); lq.push(4); lq.push(2); printf("%d\n", lq.top());
}
/*
m: 29=39 93=38 56=37 19=36 83=35 46=34 9=33 73=32 36=31 100=30 63=29 40=12 67=10 30=9 3=11 90=27 94=8 57=7 20=6 84=5 26=28 47=4 10=3 97=19 74=2 16=25 37=1 0=0 87=16 77=13 13=14 50=15 23=17 60=18 33=20 70=21 6=22 43=23 80=24 53=26 (59)
c: 93=38 56=37 19=36 83=35 46=34 9=33 73=32 36=31 100=30 63=29 40=12 67=10 30=9 3=11 90=27 94=8 57=7 20=6 84=5 26=28 47=4 10=3 97=19 74=2 16=25 37=1 0=0 87=16 77=13 13=14 50=15 23=17 60=18 33=20 70=21 6=22 43=23 80=24 53=26 (59)
r: 53=26 80=24 43=23 6=22 70=21 33=20 60=18 23=17 50=15 13=14 77=13 87=16 0=0 37=1 16=25 74=2 97=19 10=3 47=4 26=28 84=5 20=6 57=7 94=8 90=27 3=11 30=9 67=10 40=12 63=29 100=30 36=31 73=32 9=33 46=34 83=35 19=36 56=37 93=38 (211)
r0: 93=38 83=35 73=32 100=30 63=29 40=12 30=9 3=11 90=27 20=6 67=10 26=28 10=3 56=37 97=19 57=7 16=25 37=1 0=0 46=34 87=16 36=31 77=13 13=14 9=33 50=15 23=17 19=36 60=18 74=2 33=20 70=21 47=4 6=22 84=5 43=23 80=24 94=8 53=26 (41)
rather longer word than others=1 a=1 lazy=1 jumps=1 dog=1 fox=1 over=1 brown=1 quick=1 the=2 
2 0 1
s: 23 1 100 9 55 3 5
s: 8 7 23 1 100 9 55 3 5
0 1
t: 3 15 2 27 14 1
ms: 3 3 3 6 6 6 9 9 9 2 2 2 5 5 5 8 8 8 1 1 1 4 4 4 7 7 7 0 0 0
0 3
ms: 6 6 6 9 9 9 2 2 2 5 5 5 8 8 8 1 1 1 4 4 4 7 7 7 0 0 0
mm: 0=24 0=18 0=12 0=6 0=0 1=19 1=13 1=7 1=1 2=20 2=14 2=8 2=2 3=21 3=15 3=9 3=3 4=22 4=16 4=10 4=4 5=23 5=17 5=11 5=5 (29)
20 14 8 2 
th55 th50 th44 th39 th33 th28 th22 th0 th17 th11 th6 qu56 qu45 qu34 qu23 qu1 qu12 br57 br46 br35 br24 br2 br13 ov49 ov38 ov27 ov5 ov16 do52 do41 do30 do8 do19 fo58 fo47 fo36 fo25 fo3 fo14 ju59 ju48 ju37 ju26 ju4 ju15 la51 la40 la29 la7 la18 ra54 ra43 ra32 ra21 ra10 a53 a42 a31 a9 a20 
3 2
1
0 1
2 0
2
1
300 297 299 76
d: 297 294 291 288 285 282 279 276 273 270 -1 267 264 261 258 255 252 249 246 243 240 237 234 231 228 225 222 219 216 213 210 207 204 201 198 195 192 189 186 183 180 177 174 171 168 165 162 159 156 153 254 256 257 259 260 262 263 265 266 268 269 271 272 274 275 277 278 280 281 283 284 -2 286 287 289 290 292 293 295 296 298 299
d: 297 294 7 7 7 291 288 285
1
31718064 6
49 47
l: 1 2 2 5 8 9
l: 9 5 2 1 0
1 5
l: 100 200 9 5 77 1 0
0
l: 0 1 3 5 6 9
4 y
1 3 3
2
2
1 0
9 6 5 4 3 2 1 1 
1,3 1,5 2,1 
2
*/
