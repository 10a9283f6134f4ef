// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 8 --num-groups 1
// about: one vector lane chooses the element of the neighbour

__kernel void lanes(__global int *out) {
  int i = get_global_id(0);
  int2 at = (int2)(i, i + 1);
  at = at.yx;
  out[at.x] = i;
  out[at.y] = i + 50;
}
