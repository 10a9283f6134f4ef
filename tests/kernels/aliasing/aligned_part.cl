// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer whole=256 --buffer part=@whole+128:128
// sibling: aligned_part_of_other_distance.cl
// about: how far a part is from the whole decides a remainder of addresses

__kernel void rows(__global int *whole, __global int *part) {
  int i = get_global_id(0);
  uintptr_t between = (uintptr_t)(part + i) - (uintptr_t)whole;
  part[between % 128 / 4] = i;
}
