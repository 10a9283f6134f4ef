// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: the same read, made by the kernel itself

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  int before = i == 0 ? 0 : out[i - 1]; __assume(before != 7);
  out[i] = i;
}
