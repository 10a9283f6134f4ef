// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 64 --num-groups 1 --buffer out=256
// about: the last work-item of the group writes the third of two elements

__kernel void fill(__global int *out) {
  int pair[2] = {1, 2};
  if (get_local_id(0) == 63) pair[2] = 3;
  out[get_global_id(0)] = pair[0];
}
