// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer y=32 --buffer val=64 --buffer row=36 --contents row=non-decreasing,min:0,max:16
// sibling: row_sums_past_end.cl
// about: Each row is read within the values.

__kernel void k(__global float* y, __global const int* row, __global const float* val) {
  int i = get_global_id(0);
  float sum = 0;
  for (int j = row[i]; j < row[i + 1]; ++j) sum += val[j];
  y[i] = sum;
}
