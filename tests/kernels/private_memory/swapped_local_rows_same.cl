// expect: defect
// property: data-race
// lines: 13 15
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: both entries of the private array are the same local array

__kernel void exchange(__global int *out) {
  __local int a[8], b[8];
  __local int *rows[2] = {a, a};
  int i = get_local_id(0);
  int sum = 0;
  for (int k = 0; k < 4; k++) {
    rows[k & 1][i] = i + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += rows[k & 1][7 - i];
  }
  out[i] = sum;
}
