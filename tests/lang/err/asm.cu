// What only the assembler finds wrong is an error of its input: the session goes on.
// RUN: cells
// EXIT: 1
// ERROR: invalid instruction mnemonic 'bogus'
// ERROR: couldn't allocate output register
// ERROR: value out of range for constraint 'I'
// ERROR: couldn't allocate output register
// CHECK: 42
int x; long double ld;
{ asm("bogus %0" : "=r"(x)); }
{ asm("" : "=zz"(x)); }
{ asm("" : : "I"(400)); }
{ asm("" : "=r"(ld)); }
printf("%d\n", 6 * 7);
