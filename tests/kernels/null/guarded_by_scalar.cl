// expect: verified
// launch: --local-size 8 --num-groups 2 --arg has_bias=0 --buffer out=64 --buffer bias=null
// sibling: scalar_says_present.cl
// about: a scalar tells that the optional buffer is absent

__kernel void add_bias(__global int *out, __global const int *bias, int has_bias) {
  int i = get_global_id(0);
  int v = i;
  if (has_bias) v += bias[i % 4];
  out[i] = v;
}
