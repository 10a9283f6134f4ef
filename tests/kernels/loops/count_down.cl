// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=256
// sibling: count_down_row_overlap.cl
// about: a loop counts down over the row of each work-item

__kernel void rows(__global int *out) {
  int i = get_global_id(0);
  for (int k = 3; k >= 0; k--) out[i * 4 + k] = i;
}
