// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: indirect_unknown.cl
// about: an index array is read but the store goes to the own element

__kernel void permute(__global int *out, __global const int *idx) {
  int i = get_global_id(0);
  int target = idx[i];
  out[i] = target + i;
}
