// More of <algorithm> and <numeric>: what g++ prints of the same program.
#include <iostream>
#include <algorithm>
#include <numeric>
#include <functional>
#include <array>
#include <cstdlib>
#include <iterator>
#include <limits>
using namespace std;
bool is_even(int x) { return x % 2 == 0; }
int twice(int x) { return 2 * x; }
bool desc(const int &a, const int &b) { return a > b; }
struct Student { const char *name; int grade; };
bool by_grade(const Student &a, const Student &b) { return a.grade > b.grade; }
void print(const int *a, int n) { for (int i = 0; i < n; i++) cout << a[i] << (i + 1 < n ? " " : "\n"); }
int main() {
    int a[] = {5, 2, 8, 1, 9, 3};
    const int n = sizeof(a) / sizeof(a[0]);
    sort(a, a + n); print(a, n);
    sort(a, a + n, greater<int>()); print(a, n);
    sort(begin(a), end(a), desc); print(a, n);
    cout << count_if(a, a + n, is_even) << " " << *find(a, a + n, 8) << " " << (find(a, a + n, 77) == a + n) << endl;
    int b[n]; transform(a, a + n, b, twice); print(b, n);
    cout << inner_product(a, a + n, b, 0) << endl;
    Student s[] = {{"Ann", 80}, {"Bob", 95}, {"Cyd", 70}};
    sort(s, s + 3, by_grade);
    for (const auto &st : s) cout << st.name << ":" << st.grade << " ";
    cout << endl;
    array<int, 5> arr = {5, 3, 1, 2, 4};
    sort(arr.begin(), arr.end());
    for (int v : arr) cout << v; cout << endl;
    cout << arr.size() << " " << arr.at(2) << " " << arr.front() << arr.back() << endl;
    cout << min(3, 7) << max(2.5, 1.5) << " " << 1 << endl;
    fill(b, b + n, -1); print(b, n); fill_n(b, 3, 7); print(b, n);
    int p[] = {1, 2, 3};
    do { cout << p[0] << p[1] << p[2] << " "; } while (next_permutation(p, p + 3));
    cout << endl;
    nth_element(a, a + 2, a + n); cout << a[2] << endl;
    partial_sort(a, a + 3, a + n); cout << a[0] << a[1] << a[2] << endl;
    int r[] = {1,1,2,2,3}; int *e = unique(r, r + 5); cout << (e - r) << endl;
    e = remove(r, e, 2); cout << (e - r) << endl;
    e = remove_if(a, a + n, is_even); cout << e - a << endl;
    cout << gcd(12, 18) << lcm(4, 6) << " " << abs(-3) << endl;
    int m1[] = {1, 3, 5}, m2[] = {2, 4, 6}, m3[6]; merge(m1, m1 + 3, m2, m2 + 3, m3); print(m3, 6);
    iter_swap(m1, m1 + 2); print(m1, 3); swap_ranges(m1, m1 + 3, m2); print(m1, 3);
    adjacent_difference(m3, m3 + 6, b); print(b, 6);
    cout << *lower_bound(m3, m3 + 6, 4) << (int)(upper_bound(m3, m3 + 6, 4) - m3) << binary_search(m3, m3 + 6, 9) << endl;
    generate(b, b + 3, rand); cout << (mismatch(m1, m1 + 3, m2).first - m1) << endl;
    pair<int, double> pr = make_pair(1, 2.5); cout << pr.first << pr.second << endl; pair<int,int> q(3, 4); cout << q.first + q.second << endl;
    auto mm = minmax(4, 2); cout << mm.first << mm.second << endl;
    replace_if(m3, m3 + 6, is_even, 0); print(m3, 6);
    int c2[6]; reverse_copy(m3, m3 + 6, c2); print(c2, 6); partition(c2, c2 + 6, is_even);
    make_heap(c2, c2 + 6); sort_heap(c2, c2 + 6); print(c2, 6); 
    copy_backward(m3, m3 + 3, m3 + 6); print(m3, 6);
    cout << accumulate(arr.begin(), arr.end(), 0.0) / arr.size() << endl;
    float in[4] = {1, 2, 3, 4}, sums[4];
    exclusive_scan(in, in + 4, sums, 0.0f); copy(sums, sums + 4, ostream_iterator<float>(cout, " "));
    inclusive_scan(in, in + 4, sums); cout << sums[3] << " " << reduce(in, in + 4) << " " << reduce(in, in + 4, 10.0f) << endl;
    auto ends = minmax_element(in, in + 4); cout << *ends.first << *ends.second << *max_element(in, in + 4, greater<float>()) << endl;
    cout << (search(m3, m3 + 6, m1, m1 + 1) - m3) << (adjacent_find(r, r + 5) - r) << lexicographical_compare(m1, m1 + 3, m2, m2 + 3) << *next(m1) << *prev(m1 + 3) << endl;
    cout << numeric_limits<int>::digits10 << numeric_limits<double>::digits10 << numeric_limits<float>::max_digits10 << numeric_limits<bool>::digits << numeric_limits<long>::digits << endl;
}
/* OUTPUT:
1 2 3 5 8 9
9 8 5 3 2 1
9 8 5 3 2 1
2 8 1
18 16 10 6 4 2
368
Bob:95 Ann:80 Cyd:70 
12345
5 3 15
32.5 1
-1 -1 -1 -1 -1 -1
7 7 7 -1 -1 -1
123 132 213 231 312 321 
3
123
3
2
4
612 3
1 2 3 4 5 6
5 3 1
2 4 6
1 1 1 1 1 1
440
0
12.5
7
24
1 0 3 0 5 0
0 5 0 3 0 1
0 0 0 1 3 5
1 0 3 1 0 3
3
0 1 3 6 10 10 20
141
61146
9159163
*/
