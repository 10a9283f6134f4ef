// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: an invariant that speaks of accesses hides no race

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  for (int j = 0; __global_invariant(__write_implies(out, __write_offset_bytes(out) / 4 == i)), j < 8; j++) {
    out[i / 2] = i + j;
  }
}
