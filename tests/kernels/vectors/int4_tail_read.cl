// expect: defect
// property: data-race
// lines: 10 11
// launch: --local-size 4 --num-groups 2 --buffer data=144
// about: a work-item reads the first scalar of the vector that its neighbour writes

__kernel void vectors(__global int4 *data) {
  int i = get_global_id(0);
  __global int *scalars = (__global int *)data;
  int tail = scalars[i * 4 + 4];
  data[i] = (int4)(tail);
}
