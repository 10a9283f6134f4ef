// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=928
// sibling: triangular_sum_short.cl
// about: a value that grows by the counter takes the triangular numbers, so that the groups of eight are apart

__kernel void sums(__global int *out) {
  int i = get_global_id(0);
  int at = 0;
  for (int k = 1; k < 30; k++) {
    if (at < 30) out[at * 8 + i] = k;
    at += k;
  }
  if (at == 435) out[27 * 8 + i] = at;
}
