// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1
// about: an index of 64 bits without a sign wraps around as addresses do, to before the start

__kernel void shifted(__global int *data) {
  ulong i = (ulong)get_global_id(0) - 3;
  data[i] = (int)i;
}
