// C++'s pairs and moves, in a kernel too.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
__global__ void order(const float *x, int n, std::pair<float, int> *best) {
  std::pair<float, int> least(x[0], 0);
  for (int i = 1; i < n; i++) if (std::make_pair(x[i], i) < least) least = std::make_pair(x[i], i);
  *best = least;
}
static bool by_second(const std::pair<std::string, int> &a, const std::pair<std::string, int> &b) { return a.second < b.second; }
int main() {
  std::vector<std::pair<std::string, int> > v;
  v.push_back(std::make_pair(std::string("three"), 3));
  v.push_back(std::pair<std::string, int>("one", 1));
  v.push_back({"two", 2});
  v.emplace_back("four", 4);
  std::sort(v.begin(), v.end(), by_second);
  for (auto &p : v) printf("%s %d, ", p.first.c_str(), p.second);
  std::sort(v.begin(), v.end());
  for (auto &p : v) printf("%s %d, ", p.first.c_str(), p.second);
  std::string a = "a long text that is moved from one string to another one", b = std::move(a), c = "short";
  std::swap(b, c);
  printf("\n%s | %s\n", b.c_str(), c.c_str());
  std::string d = std::exchange(b, "new");
  printf("%s %s\n", d.c_str(), b.c_str());
  std::vector<int> x(3, 1), y = std::move(x);
  printf("%zu %zu\n", x.size(), y.size());
  float *values;
  std::pair<float, int> *best;
  cudaMallocManaged(&values, 4 * sizeof *values);
  cudaMallocManaged(&best, sizeof *best);
  for (int i = 0; i < 4; i++) values[i] = i == 2 ? -1 : i;
  order<<<1, 1>>>(values, 4, best);
  cudaDeviceSynchronize();
  printf("%g %d\n", best->first, best->second);
  return 0;
}
/*
one 1, two 2, three 3, four 4, four 4, one 1, three 3, two 2, 
short | a long text that is moved from one string to another one
short new
0 3
-1 2
*/
