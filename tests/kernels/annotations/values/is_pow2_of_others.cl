// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: zero is none, nor is three

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__is_pow2(i & 7));
  out[i] = 1;
}
