// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 2
// about: a table of four entries is read modulo five

__constant int weights[4] = {1, 4, 6, 4};

__kernel void weigh(__global int *out) {
  int i = get_global_id(0);
  out[i] = weights[i % 5] * i;
}
