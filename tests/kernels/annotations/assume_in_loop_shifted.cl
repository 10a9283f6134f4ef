// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the assumption is about another place

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  for (int j = 0; j < 16; j += 8) {
    __assume(i + j < 9);
    out[i + j] = i;
  }
}
