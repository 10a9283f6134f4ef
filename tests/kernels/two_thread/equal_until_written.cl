// expect: defect
// property: data-race
// lines: 16
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=32
// about: The value written between two barriers is not the one that was read before them.
__kernel void equal_until_written(__global int* out, int n) {
  __local int flag;
  int l = get_local_id(0);
  if (l == 0) flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = flag;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) flag = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int after = flag;
  if (before != after) out[0] = l;
}
