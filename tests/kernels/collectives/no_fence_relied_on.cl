// expect: defect
// property: data-race
// lines: 9 11
// launch: --local-size 4 --num-groups 2 --build-options "-cl-std=CL2.0"
// about: a collective function is no fence

__kernel void exchange(__global int *out) {
  __local int tile[4];
  tile[get_local_id(0)] = get_local_id(0);
  const int all = work_group_any(get_local_id(0) > 2);
  out[get_global_id(0)] = all + tile[3 - get_local_id(0)];
}
