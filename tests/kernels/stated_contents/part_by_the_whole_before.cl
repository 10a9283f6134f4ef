// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer whole=48 --buffer part=@whole+16 --contents part=permutation
// about: The element before the part may be anything.

__kernel void k(__global int* out, __global const int* whole, __global const int* part) {
  int i = get_global_id(0);
  out[whole[i + 3]] = i;
}
