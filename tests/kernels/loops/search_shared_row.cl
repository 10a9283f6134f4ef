// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2
// about: how far a data-dependent loop runs decides whether rows meet

__kernel void search(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  for (int k = 0; k < 8; k++) {
    if (in[i * 8 + k] < 0) break;
    out[i * 2 + k] = i;
  }
}
