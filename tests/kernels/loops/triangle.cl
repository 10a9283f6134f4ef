// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: triangle_wide_rows.cl
// about: rows of a packed triangle grow by one element

__kernel void triangle(__global int *out) {
  int i = get_global_id(0);
  for (int j = 0; j < i + 1; j++) out[i * (i + 1) / 2 + j] = i;
}
