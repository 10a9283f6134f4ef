// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: two work-items store different ids to one element

__kernel void number(__global int *out) {
  int i = get_global_id(0);
  out[i / 2] = i;
}
