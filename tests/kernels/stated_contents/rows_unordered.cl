// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=64 --buffer row=36 --contents row=min:0,max:16
// about: Rows between any pointers may overlap.

__kernel void k(__global int* out, __global const int* row) {
  int i = get_global_id(0);
  for (int j = row[i]; j < row[i + 1]; ++j) out[j] = i;
}
