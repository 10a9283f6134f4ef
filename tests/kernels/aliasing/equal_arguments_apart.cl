// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// sibling: equal_arguments.cl
// about: two buffers do not begin at one address

__kernel void copy(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  if (in == out) {
    out[0] = i;
  } else {
    out[i] = in[i];
  }
}
