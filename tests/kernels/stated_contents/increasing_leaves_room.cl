// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer t=32 --contents t=increasing,min:0,max:9
// sibling: increasing_leaves_more_room.cl
// about: Eight rising elements up to 9: none is more than 2 above its number.

__kernel void k(__global int* out, __global const int* t) {
  int i = get_global_id(0);
  if (t[i] - i > 2) out[0] = i;
}
