// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=160 --buffer in=32
// sibling: table_at_any_index_too_large.cl
// about: a private table whose index is read from memory and bounded by a remainder keeps to its entries

__kernel void place(__global const uint *in, __global int *out) {
  const int order[5] = {0, 3, 1, 4, 2};
  int i = get_global_id(0);
  out[5 * i + order[in[i] % 5]] = i;
}
