// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 2,2,2 --num-groups 2,1,1
// about: slices of a volume lie one row too close

__kernel void volume(__global int *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  out[z * 4 + y * 4 + x] = z;
}
