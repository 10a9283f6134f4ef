// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer a=32 --buffer b=32 --arg to_b=0 --access b=read-only
// sibling: other_buffer.cl
// about: a pointer to one of two buffers never is the read-only one in this launch

__kernel void select_target(__global int *a, __global int *b, int to_b) {
  int i = get_global_id(0);
  __global int *target = i < 8 ? a : b;
  if (to_b > 8) target = b;
  target[i & 7] = i;
}
