// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: search_shared_row.cl
// about: a data-dependent loop ends early and writes to the own row

__kernel void search(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  for (int k = 0; k < 8; k++) {
    if (in[i * 8 + k] < 0) break;
    out[i * 8 + k] = i;
  }
}
