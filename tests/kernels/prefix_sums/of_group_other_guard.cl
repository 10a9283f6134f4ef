// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64 --build-options "-cl-std=CL2.0"
// property: data-race
// lines: 10
// about: what has no flag is stored as well, to the place of another one

kernel void compact(global int* out, global const int* in) {
  int x = in[get_global_id(0)];
  uint place = work_group_scan_exclusive_add(x > 0 ? 1u : 0u);
  if (x >= 0) out[get_group_id(0) * get_local_size(0) + place] = x;
}
