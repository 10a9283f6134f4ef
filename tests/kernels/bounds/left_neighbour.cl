// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64
// sibling: left_neighbour_negative.cl
// about: the first element has no left neighbour and is left out

__kernel void difference(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  int left = 0;
  if (i > 0) left = in[i - 1];
  out[i] = in[i] - left;
}
