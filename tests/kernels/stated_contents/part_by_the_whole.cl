// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer whole=48 --buffer part=@whole+16 --contents part=permutation
// sibling: part_by_the_whole_before.cl
// oracle: skip it takes contents of whole memory objects alone
// about: What is stated of a part holds of the whole there.

__kernel void k(__global int* out, __global const int* whole, __global const int* part) {
  int i = get_global_id(0);
  out[whole[i + 4]] = i;
}
