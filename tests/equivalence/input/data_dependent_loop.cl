// equal: counting halving
// launch: --local-size 8 --num-groups 1 --buffer in=32 --buffer out=32 --timeout 5
// expect: probably-equal
// cause: not-followed
// about: A loop that only contents end is not followed to its end; what was tried agrees.
__kernel void counting(__global const uchar *in, __global uint *out) {
  uint n = in[get_global_id(0)] | 1, steps = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps;
  }
  out[get_global_id(0)] = steps;
}

__kernel void halving(__global const uchar *in, __global uint *out) {
  uint n = in[get_global_id(0)] | 1, steps = 0;
  for (; n != 1; ++steps) n = n & 1 ? n * 3 + 1 : n >> 1;
  out[get_global_id(0)] = steps;
}
