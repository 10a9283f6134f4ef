// expect: defect
// property: data-race
// lines: 10
// launch: --local_size=[*,2] --num_groups=[*,*]
// oracle-launch: --local-size 4,2 --num-groups 2,2
// about: the rows of a grid of any size are taken to be as long as those of one group

__kernel void cells(__global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * get_local_size(0) + x] = (int)(x + 3 * y);
}
