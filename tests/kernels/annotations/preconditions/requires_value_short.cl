// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 4 --buffer out=128
// about: rows of seven overlap

__kernel void rows(__global int *out, int width) {
  __requires(width == 7);
  out[get_group_id(0) * width + get_local_id(0)] = get_global_id(0);
}
