// expect: defect
// property: data-race
// lines: 14
// launch: --kernel some --local-size 8 --num-groups 1 --buffer out=32
// about: what a called kernel assumes leaves out work-items of its caller from there on alone

__kernel void called(__global int *out) {
  __assume(get_local_id(0) < 1);
  out[1] = get_local_id(0);
}

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  out[i / 2] = i;
  called(out);
}
