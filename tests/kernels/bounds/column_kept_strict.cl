// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer rows=32 --buffer out=16 --strict
// sibling: negative_column_strict.cl
// about: a column keeps in its row of a buffer of rows

__kernel void columns(__global int (*rows)[4], __global int *out) {
  int x = get_global_id(0);
  out[x] = rows[1][x];
}
