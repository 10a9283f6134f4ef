// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer out=896
// about: the triangular number 28 is less than 30, and its group of eight is past the end

__kernel void sums(__global int *out) {
  int i = get_global_id(0);
  int at = 0;
  for (int k = 1; k < 30; k++) {
    if (at < 30) out[at * 8 + i] = k;
    at += k;
  }
  if (at == 435) out[27 * 8 + i] = at;
}
