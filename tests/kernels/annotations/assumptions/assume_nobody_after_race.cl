// expect: defect
// property: data-race
// lines: 8
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a race before an assumption that excludes all work-items is still found

__kernel void some(__global int *out) {
  out[0] = get_local_id(0);
  __assume(get_local_id(0) > 7);
}
