// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer in=68 --buffer data=68
// sibling: neighbour_in_place.cl
// about: each work-item reads a neighbour in an array that is not written

__kernel void smooth(__global const int *in, __global int *data) {
  size_t i = get_global_id(0);
  int right = in[i + 1];
  data[i] = right;
}
