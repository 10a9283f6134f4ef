// expect: defect
// property: data-race
// lines: 11 13
// launch: --local-size 8 --num-groups 2 --buffer out=64 --barrier-rule cuda
// about: a slot is read while its owner begins the next round

__kernel void rounds(__global int *out) {
  __local int slot[8];
  int lid = get_local_id(0);
  for (int i = 0; i < lid; i++) {
    slot[lid] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += slot[lid - 1];
  }
}
