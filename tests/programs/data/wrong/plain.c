int cf(int a) { return a; }
