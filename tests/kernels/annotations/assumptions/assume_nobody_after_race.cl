// expect: defect
// property: data-race
// lines: 8
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: what happens before an assumption that leaves nobody happens all the same

__kernel void some(__global int *out) {
  out[0] = get_local_id(0);
  __assume(get_local_id(0) > 7);
}
