// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer index=32
// sibling: index_array_rewritten_first.cl
// about: the index is read before the array that it comes from is written, so that it is one value for the address

__kernel void scatter(__global int *out, __global int *index) {
  int i = get_global_id(0);
  int a = index[i], b = index[i];
  if (a != b) out[0] = i;
  index[i] = i;
  out[8 + i] = a;
}
