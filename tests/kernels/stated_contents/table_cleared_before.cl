// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=permutation
// about: What the kernel wrote has no property.

__kernel void k(__global int* out, __global int* t) {
  int i = get_global_id(0);
  t[i] = 0;
  out[t[i]] = i;
}
