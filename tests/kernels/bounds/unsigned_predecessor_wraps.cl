// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64
// about: the predecessor of unsigned zero wraps to the largest index

__kernel void previous(__global const int *in, __global int *out) {
  uint i = get_global_id(0);
  uint before = i - 1u;
  out[i] = in[before];
}
