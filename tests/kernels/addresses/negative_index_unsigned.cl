// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the same index without its sign is far behind the end

__kernel void around(__global int *out) {
  __global int *middle = out + 8;
  uint i = (int)get_global_id(0) - 8;
  middle[i] = i;
}
