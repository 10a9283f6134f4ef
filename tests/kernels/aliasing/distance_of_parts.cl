// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer whole=96 --buffer row=@whole+32:32
// sibling: distance_of_parts_unequal.cl
// about: a part that is addressed by its distance from the whole

__kernel void shift(__global int *whole, __global int *row) {
  int i = get_global_id(0);
  long start = row - whole;
  int at = start == 8 ? i : 0;
  whole[16 + at] = i;
}
