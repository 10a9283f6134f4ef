// expect: defect
// property: data-race
// lines: 13 15
// launch: --local-size 8 --num-groups 2
// about: one row with one barrier an iteration is written while it is read

__kernel void alternate(__global int *out) {
  __local int rows[16];
  int lid = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 4; k++) {
    int row = 0;
    rows[row + lid] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += rows[row + (lid + 1) % 8];
  }
  out[get_global_id(0)] = sum;
}
