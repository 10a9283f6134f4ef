// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=1024 --buffer limits=64
// about: the bound beside what an array holds is past the row

__kernel void fill(__global int *out, __global const int *limits) {
  int i = get_global_id(0);
  for (int k = 0; k < limits[i] && k < 17; k++) {
    out[16 * i + k] = i;
  }
}
