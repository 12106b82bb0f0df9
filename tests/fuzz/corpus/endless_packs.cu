template <int N, int... I> struct mk : mk<N - 1, N - 1, I...> {};
int x = sizeof(mk<10>);
int y = sizeof(mk<5>);
int z = sizeof(mk<4>);
