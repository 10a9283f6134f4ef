// expect: defect
// property: data-race
// lines: 10 11
// launch: --local-size 8 --num-groups 2
// about: no barrier stands between storing a cell and reading the neighbour

__kernel void exchange(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  tile[lid] = lid * 3;
  out[get_global_id(0)] = tile[(lid + 1) % 8];
}
