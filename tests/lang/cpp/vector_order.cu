// std::vector copies, moves and destroys in libstdc++'s order, so that classes which print what happens to them print the same.
#include <cstdio>
#include <vector>
#include <string>
#include <list>
#include <utility>
#include <iterator>
template <int K> struct N { // K & 1: move is noexcept; K & 2: no copies
  int id; const char *how = "";
  static void say(const char *w, int id) { printf("%s%d ", w, id); }
  N() : id(99) { say("d", id); } N(int i) : id(i) { say("+", id); }
  N(const N &o) : id(o.id) { say("c", id); }
  N(N &&o) noexcept(K & 1) : id(o.id) { o.id = -o.id; say("m", id); }
  N &operator=(const N &o) { id = o.id; say("=", id); return *this; }
  N &operator=(N &&o) { id = o.id; say("<", id); return *this; }
  ~N() { say("-", id); }
};
template <class T> void run(const char *name) {
  printf("%s\n", name);
  { std::vector<T> v; for (int i = 1; i < 5; i++) v.push_back(i); puts(""); v.emplace_back(5); puts(""); v.emplace_back(6);
    T x(7); v.push_back(x); v.push_back(std::move(x)); puts(" pushed");
    v.insert(v.begin() + 1, T(20)); puts(" ins rv"); T y(21); v.insert(v.begin() + 2, y); puts(" ins lv");
    v.insert(v.end(), y); puts(" ins end"); v.emplace(v.begin(), 30); puts(" emplace"); v.reserve(40); puts(" reserve");
    v.insert(v.begin() + 3, y); puts(" ins lv room"); v.insert(v.begin() + 3, T(22)); puts(" ins rv room"); v.insert(v.begin() + 1, 2, y); puts(" fill few");
    v.insert(v.end() - 1, 3, y); puts(" fill many");
    T a[3] = {41, 42, 43}; v.insert(v.begin() + 2, a, a + 3); puts(" range few"); v.insert(v.end() - 2, a, a + 3); puts(" range many");
    v.emplace(v.begin() + 1, 50); puts(" emplace room");
    v.erase(v.begin() + 4); puts(" erase"); v.erase(v.begin() + 2, v.begin() + 6); puts(" erase range"); v.pop_back(); puts(" pop");
    v.resize(v.size() + 2); puts(" resize up"); v.resize(5); puts(" resize down"); v.resize(6, y); puts(" resize val"); v.shrink_to_fit(); puts(" shrink");
    v.resize(9); puts(" resize grow"); v.resize(19, y); puts(" resize grow val");
    auto w = v; puts(" copy"); w = v; puts(" assign same"); w.resize(3); w = v; puts(" assign longer"); v.resize(2); w = v; puts(" assign shorter");
    std::vector<T> z; z = w; puts(" assign empty"); z = std::move(w); puts(" move assign"); z.assign(3, y); puts(" assign n"); z.assign(a, a + 3); puts(" assign range");
    z = {y, y}; puts(" assign list"); z.assign(8, y); puts(" assign more"); z.clear(); puts(" clear"); 
    for (auto &t : v) printf("[%d]", t.id); puts(""); }
  puts(" end");
  { std::vector<T> v(3); puts(""); std::vector<T> u(2, T(4)); puts(""); std::vector<T> l{1, 2, 3}; puts(""); std::vector<T> r(l.rbegin(), l.rend()); puts(""); std::list<T> li(l.begin(), l.end()); v.assign(li.begin(), li.end()); puts(""); v.insert(v.begin(), li.begin(), li.end()); puts(""); 
    std::vector<T> mv(std::make_move_iterator(l.begin()), std::make_move_iterator(l.end())); puts(""); }
  puts(" end");
}
int main() { run<N<0>>("throwing move"); run<N<1>>("noexcept move");
  std::vector<std::vector<std::string>> vv; for (int i = 0; i < 6; i++) vv.push_back(std::vector<std::string>(i, std::string(i + 20, 'a' + i)));
  vv.erase(vv.begin() + 1); vv.insert(vv.begin(), {"x", "yy"}); for (auto &v : vv) printf("%zu:%s ", v.size(), v.empty() ? "" : v.back().c_str()); puts("");
  std::vector<int> iv{5, 1, 4}; iv.insert(iv.begin() + 1, 3, 9); iv.insert(iv.end(), {7, 8}); iv.push_back(iv[0]); iv.insert(iv.begin(), iv[2]); iv.erase(iv.begin() + 1, iv.begin() + 3); for (int x : iv) printf("%d ", x); printf("%d\n", iv.capacity() >= iv.size()); }
/* OUTPUT:
throwing move
+1 m1 --1 +2 m2 c1 -1 --2 +3 m3 c1 c2 -1 -2 --3 +4 m4 --4 
+5 c1 c2 c3 c4 -1 -2 -3 -4 
+6 +7 c7 m7  pushed
+20 m20 c1 c2 c3 c4 c5 c6 c7 c7 -1 -2 -3 -4 -5 -6 -7 -7 --20  ins rv
+21 c21 m7 <7 <6 <5 <4 <3 <2 <21 -21  ins lv
c21  ins end
+30 m21 <7 <7 <6 <5 <4 <3 <2 <21 <20 <1 <30 -30  emplace
c30 c1 c20 c21 c2 c3 c4 c5 c6 c7 c7 c21 -30 -1 -20 -21 -2 -3 -4 -5 -6 -7 -7 -21  reserve
c21 m21 <7 <7 <6 <5 <4 <3 <2 <21 <21 -21  ins lv room
+22 m21 <7 <7 <6 <5 <4 <3 <2 <21 <21 <22 -22  ins rv room
c21 m7 m21 <7 <6 <5 <4 <3 <2 <21 <21 <22 <20 <1 =21 =21 -21  fill few
c21 c21 c21 m21 =21 -21  fill many
+41 +42 +43 m21 m21 m21 <21 <7 <7 <6 <5 <4 <3 <2 <21 <21 <22 <20 <1 <21 =41 =42 =43  range few
c43 m21 m21 =41 =42  range many
+50 m21 <21 <43 <42 <41 <21 <21 <7 <7 <6 <5 <4 <3 <2 <21 <21 <22 <20 <1 <21 <43 <42 <41 <21 <50 -50  emplace room
<43 <21 <1 <20 <22 <21 <21 <2 <3 <4 <5 <6 <7 <7 <21 <21 <41 <42 <43 <21 <21 -21  erase
<1 <20 <22 <21 <21 <2 <3 <4 <5 <6 <7 <7 <21 <21 <41 <42 <43 <21 <21 -42 -43 -21 -21  erase range
-21  pop
d99 d99  resize up
-21 -21 -2 -3 -4 -5 -6 -7 -7 -21 -21 -41 -42 -43 -21 -99 -99  resize down
c21 c21 -21  resize val
c30 c50 c1 c20 c22 c21 -30 -50 -1 -20 -22 -21  shrink
d99 d99 d99 c30 c50 c1 c20 c22 c21 -30 -50 -1 -20 -22 -21  resize grow
c21 c21 c21 c21 c21 c21 c21 c21 c21 c21 c30 c50 c1 c20 c22 c21 c99 c99 c99 -30 -50 -1 -20 -22 -21 -99 -99 -99  resize grow val
c30 c50 c1 c20 c22 c21 c99 c99 c99 c21 c21 c21 c21 c21 c21 c21 c21 c21 c21  copy
=30 =50 =1 =20 =22 =21 =99 =99 =99 =21 =21 =21 =21 =21 =21 =21 =21 =21 =21  assign same
-20 -22 -21 -99 -99 -99 -21 -21 -21 -21 -21 -21 -21 -21 -21 -21 =30 =50 =1 c20 c22 c21 c99 c99 c99 c21 c21 c21 c21 c21 c21 c21 c21 c21 c21  assign longer
-1 -20 -22 -21 -99 -99 -99 -21 -21 -21 -21 -21 -21 -21 -21 -21 -21 =30 =50 -1 -20 -22 -21 -99 -99 -99 -21 -21 -21 -21 -21 -21 -21 -21 -21 -21  assign shorter
c30 c50  assign empty
-30 -50  move assign
=21 =21 c21  assign n
=41 =42 =43  assign range
c21 c21 =21 =21 -43 -21 -21  assign list
=21 =21 c21 c21 c21 c21 c21 c21  assign more
-21 -21 -21 -21 -21 -21 -21 -21  clear
[30][50]
-43 -42 -41 -21 --7 -30 -50  end
d99 d99 d99 
+4 c4 c4 -4 
+1 +2 +3 c1 c2 c3 -3 -2 -1 
c3 c2 c1 
c1 c2 c3 =1 =2 =3 
c1 c2 c3 c1 c2 c3 -1 -2 -3 
m1 m2 m3 
-1 -2 -3 -1 -2 -3 -3 -2 -1 --1 --2 --3 -4 -4 -1 -2 -3 -1 -2 -3  end
noexcept move
+1 m1 --1 +2 m2 m1 --1 --2 +3 m3 m1 --1 m2 --2 --3 +4 m4 --4 
+5 m1 --1 m2 --2 m3 --3 m4 --4 
+6 +7 c7 m7  pushed
+20 m20 m1 --1 m2 --2 m3 --3 m4 --4 m5 --5 m6 --6 m7 --7 m7 --7 --20  ins rv
+21 c21 m7 <7 <6 <5 <4 <3 <2 <21 -21  ins lv
c21  ins end
+30 m21 <7 <7 <6 <5 <4 <3 <2 <21 <20 <1 <30 -30  emplace
m30 --30 m1 --1 m20 --20 m21 --21 m2 --2 m3 --3 m4 --4 m5 --5 m6 --6 m7 --7 m7 --7 m21 --21  reserve
c21 m21 <7 <7 <6 <5 <4 <3 <2 <21 <21 -21  ins lv room
+22 m21 <7 <7 <6 <5 <4 <3 <2 <21 <21 <22 -22  ins rv room
c21 m7 m21 <7 <6 <5 <4 <3 <2 <21 <21 <22 <20 <1 =21 =21 -21  fill few
c21 c21 c21 m21 =21 -21  fill many
+41 +42 +43 m21 m21 m21 <21 <7 <7 <6 <5 <4 <3 <2 <21 <21 <22 <20 <1 <21 =41 =42 =43  range few
c43 m21 m21 =41 =42  range many
+50 m21 <21 <43 <42 <41 <21 <21 <7 <7 <6 <5 <4 <3 <2 <21 <21 <22 <20 <1 <21 <43 <42 <41 <21 <50 -50  emplace room
<43 <21 <1 <20 <22 <21 <21 <2 <3 <4 <5 <6 <7 <7 <21 <21 <41 <42 <43 <21 <21 -21  erase
<1 <20 <22 <21 <21 <2 <3 <4 <5 <6 <7 <7 <21 <21 <41 <42 <43 <21 <21 -42 -43 -21 -21  erase range
-21  pop
d99 d99  resize up
-21 -21 -2 -3 -4 -5 -6 -7 -7 -21 -21 -41 -42 -43 -21 -99 -99  resize down
c21 c21 -21  resize val
m30 m50 m1 m20 m22 m21 --30 --50 --1 --20 --22 --21  shrink
d99 d99 d99 m30 --30 m50 --50 m1 --1 m20 --20 m22 --22 m21 --21  resize grow
c21 c21 c21 c21 c21 c21 c21 c21 c21 c21 m30 m50 m1 m20 m22 m21 m99 m99 m99 --30 --50 --1 --20 --22 --21 --99 --99 --99  resize grow val
c30 c50 c1 c20 c22 c21 c99 c99 c99 c21 c21 c21 c21 c21 c21 c21 c21 c21 c21  copy
=30 =50 =1 =20 =22 =21 =99 =99 =99 =21 =21 =21 =21 =21 =21 =21 =21 =21 =21  assign same
-20 -22 -21 -99 -99 -99 -21 -21 -21 -21 -21 -21 -21 -21 -21 -21 =30 =50 =1 c20 c22 c21 c99 c99 c99 c21 c21 c21 c21 c21 c21 c21 c21 c21 c21  assign longer
-1 -20 -22 -21 -99 -99 -99 -21 -21 -21 -21 -21 -21 -21 -21 -21 -21 =30 =50 -1 -20 -22 -21 -99 -99 -99 -21 -21 -21 -21 -21 -21 -21 -21 -21 -21  assign shorter
c30 c50  assign empty
-30 -50  move assign
=21 =21 c21  assign n
=41 =42 =43  assign range
c21 c21 =21 =21 -43 -21 -21  assign list
=21 =21 c21 c21 c21 c21 c21 c21  assign more
-21 -21 -21 -21 -21 -21 -21 -21  clear
[30][50]
-43 -42 -41 -21 --7 -30 -50  end
d99 d99 d99 
+4 c4 c4 -4 
+1 +2 +3 c1 c2 c3 -3 -2 -1 
c3 c2 c1 
c1 c2 c3 =1 =2 =3 
c1 c2 c3 m1 m2 m3 --1 --2 --3 
m1 m2 m3 
-1 -2 -3 -1 -2 -3 -3 -2 -1 --1 --2 --3 -4 -4 -1 -2 -3 -1 -2 -3  end
2:yy 0: 2:cccccccccccccccccccccc 3:ddddddddddddddddddddddd 4:eeeeeeeeeeeeeeeeeeeeeeee 5:fffffffffffffffffffffffff 
9 9 9 1 4 7 8 5 1
*/
