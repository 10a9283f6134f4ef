// expect: defect
// property: data-race
// lines: 17
// launch: --engine=two-thread --local-size=8 --num-groups=1 --buffer=out=32
// about: The flag of the last iteration is not the one of the first.
__kernel void equal_iterations(__global int* out, int n) {
  __local int flag;
  int l = get_local_id(0);
  int first = 0, last = 0;
  for (int i = 0; i < 4; i++) {
    if (l == 0) flag = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) first = flag;
    last = flag;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (first != last) out[0] = l;
}
