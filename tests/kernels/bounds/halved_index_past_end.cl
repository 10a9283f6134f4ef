// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=28
// about: the output has one element less than there are pairs

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  if (i % 2 == 0) out[i / 2] = i;
}
