// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 -D FACTOR=0
// about: the build option sets the factor of the index to zero

__kernel void scaled(__global int *out) {
  int i = get_global_id(0);
  out[i * FACTOR] = i;
}
