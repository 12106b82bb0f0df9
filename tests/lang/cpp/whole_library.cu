// libstdc++'s one header, in the style of programming contests.
#include <bits/stdc++.h>
using namespace std;
#define all(x) (x).begin(), (x).end()
typedef long long ll; typedef pair<int, int> pii; const int MOD = 1e9 + 7; int n, m; vector<int> adj[100]; bool seen[100]; ll dp[50][50];
void dfs(int u) { seen[u] = true; for (int v : adj[u]) if (!seen[v]) dfs(v); }
ll power(ll b, ll e) { ll r = 1; for (b %= MOD; e; e >>= 1, b = b * b % MOD) if (e & 1) r = r * b % MOD; return r; }
int main() { ios_base::sync_with_stdio(0); cin.tie(0); n = 6; for (auto [a, b] : vector<pii>{{0, 1}, {1, 2}, {3, 4}}) adj[a].push_back(b), adj[b].push_back(a); int comps = 0; for (int i = 0; i < n; i++) if (!seen[i]) dfs(i), comps++; cout << comps << "\n"; memset(dp, -1, sizeof dp); priority_queue<pii, vector<pii>, greater<pii>> pq; pq.push({3, 1}); pq.emplace(1, 2); cout << pq.top().second << ' ' << power(2, 100) << ' ' << __gcd(12, 18) << ' ' << __builtin_popcountll(255LL) << endl; vector<int> v{5, 2, 9}; sort(all(v), [](int a, int b) { return a > b; }); for (auto x : v) cout << x << " \n"[x == v.back()]; string s; getline(cin, s); map<string, int> cnt; cnt["a"]++; cout << (cnt.count("b") ? "yes" : "no") << ' ' << *lower_bound(all(v), 5, greater<int>()) << '\n'; cout << setprecision(10) << fixed << acos(-1.0) << ' ' << INT_MAX << ' ' << numeric_limits<ll>::max() << "\n"; reverse(v.begin(), v.end()); cout << accumulate(all(v), 0LL) << ' ' << max({1, 5, 3}) << '\n'; weak_ptr w = make_shared<int>(3); shared_ptr sp2(make_unique<int>(8)); cout << w.expired() << *sp2 << endl; }
/* OUTPUT:
3
2 976371285 6 8
9 5 2
no 5
3.1415926536 2147483647 9223372036854775807
16 5
18
*/
