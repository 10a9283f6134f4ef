// expect: verified
// launch: --local-size 8 --num-groups 2 --arg n=40 --buffer out=160
// sibling: grid_stride_short.cl
// about: a grid-stride loop visits each element once

__kernel void fill(__global uint *out, uint n) {
  uint stride = get_global_size(0);
  for (uint i = get_global_id(0); i < n; i += stride) out[i] = get_global_id(0);
}
