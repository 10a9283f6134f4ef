// expect: possible-defect
// property: data-race
// lines: 14
// launch: --local-size 4 --num-groups 1
// oracle: skip what nothing wrote is never zero there
// about: a sum over local memory of which only a part was written decides

__kernel void vote(__global int *out) {
  __local int seen[8];
  const int lid = get_local_id(0);
  seen[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = seen[0] + seen[4];
  if (sum == 0) out[1] = lid;
}
