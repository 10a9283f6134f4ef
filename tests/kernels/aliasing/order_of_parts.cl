// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer all=64 --buffer a=@all:32 --buffer b=@all+32:32
// sibling: order_of_parts_swapped.cl
// about: the part that begins first is known by its address

__kernel void sort(__global const int *all, __global int *a, __global int *b) {
  int i = get_global_id(0);
  if (a < b)
    a[i] = i;
  else
    b[0] = i;
}
