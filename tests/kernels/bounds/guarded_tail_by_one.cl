// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --arg n=15 --buffer out=60
// about: the guard admits one element past the end

__kernel void fill(__global int *out, int n) {
  int i = get_global_id(0);
  if (i <= n) out[i] = i;
}
