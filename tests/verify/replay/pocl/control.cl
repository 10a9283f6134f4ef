int collatz(uint n) {
  int steps = 0;
  while (n != 1 && steps < 200) { n = n % 2 ? 3 * n + 1 : n / 2; ++steps; }
  return steps;
}
__kernel void k(__global const uint *a, __global uint *out) {
  int i = get_global_id(0);
  uint x = a[i];
  uint r = 0;
  switch (x % 7) {
    case 0: r = 5; break;
    case 1: r = 6;
    case 2: r += 7; break;
    case 5: r = x; break;
    default: r = x >> 3;
  }
  for (int j = 0; j < 20; ++j) {
    if (j == (x & 31)) continue;
    if (j > 15 && (x & 64)) break;
    r = r * 33 + j;
  }
  do { r ^= r << 1; x /= 3; } while (x > 10);
  out[2 * i] = r;
  out[2 * i + 1] = collatz((a[i] & 1023) + 1);
  if (i == 3) return;
  out[2 * i] += 1;
}
