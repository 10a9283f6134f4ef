// expect: possible-defect
// property: data-race
// lines: 12 13
// launch: --local-size 4 --num-groups 1 --build-options "-cl-std=CL2.0" --buffer out=64
// cause: collective-result
// about: The sum is 0 or 1, as the device adds 1 to a large number or to what two large numbers leave.

kernel void k(global int* out) {
  const int l = get_local_id(0);
  const float part = l == 0 ? 1.0e8f : l == 2 ? -1.0e8f : 1.0f;
  const float sum = work_group_scan_inclusive_add(part);
  if (l == 2) out[convert_int_sat(sum)] = l;
  if (l == 0) out[0] = l;
}
