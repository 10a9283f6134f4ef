// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer data=144
// sibling: int4_tail_read.cl
// about: a work-item reads a scalar of its own vector

__kernel void vectors(__global int4 *data) {
  int i = get_global_id(0);
  __global int *scalars = (__global int *)data;
  int tail = scalars[i * 4 + 3];
  data[i] = (int4)(tail);
}
