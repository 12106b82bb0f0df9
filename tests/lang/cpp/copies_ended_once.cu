// A copy written `E(x)` of a class whose copies are bytes is one object, and ends once.
#include <cstdio>
struct E { int v; ~E() { printf("end %d\n", v); v = -1; } };
E &ref() { static E *e = new E{5}; return *e; }
int main() { (void)E(ref()); puts("-"); { E e = E(ref()); e.v = 7; } puts("-"); const E &r = E(ref()); printf("%d\n", E(ref()).v); puts("-"); new E(ref()); auto f = [](E e) { e.v = 9; }; f(E(ref())); puts("done"); }
/* OUTPUT:
end 5
-
end 7
-
5
end 5
-
end 9
done
end 5
*/
