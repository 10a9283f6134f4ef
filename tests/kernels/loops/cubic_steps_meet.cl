// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 2
// about: the tetrahedral number 20 is taken, in which all work-items write one element

__kernel void steps(__global int *out) {
  int i = get_global_id(0);
  uint x = 0, y = 1, z = 2;
  for (uint k = 0; k < 100; k++) {
    if (x == 20) out[0] = i;
    x += y;
    y += z;
    z += 1;
  }
  out[i] = x == 171700;
}
