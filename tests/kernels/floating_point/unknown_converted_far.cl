// expect: possible-defect
// property: out-of-bounds
// lines: 12
// cause: contents-not-recorded 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// contents: in=iota
// about: the guard lets one more value pass

__kernel void mark(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  int value = in[i];
  if (value >= 0 && value <= 4) out[(int)floor(value * 0.25f) * 16 + i] = i;
}
