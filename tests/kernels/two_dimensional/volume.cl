// expect: verified
// launch: --local-size 2,2,2 --num-groups 2,1,1
// sibling: volume_slices_overlap.cl
// about: a volume is indexed by slice, row and column

__kernel void volume(__global int *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  out[z * 8 + y * 4 + x] = z;
}
