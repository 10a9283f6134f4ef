// expect: verified
// launch: --local_size=[*,2] --num_groups=[*,*]
// oracle-launch: --local-size 4,2 --num-groups 2,2
// sibling: any_rows_short.cl
// about: a row-major index in a grid of any size

__kernel void cells(__global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = (int)(x + 3 * y);
}
