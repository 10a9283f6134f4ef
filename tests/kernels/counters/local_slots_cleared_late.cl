// expect: defect
// property: data-race
// lines: 11 12
// cause: voided-by-race 12
// launch: --local-size 8 --num-groups 1
// about: no barrier between clearing and counting

__kernel void collect(__global int *out) {
  __local uint count;
  int lid = get_local_id(0);
  if (lid == 0) count = 0;
  uint slot = atomic_inc(&count);
  out[slot] = lid;
}
