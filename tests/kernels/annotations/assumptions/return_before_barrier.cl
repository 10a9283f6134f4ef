// expect: defect
// property: barrier-divergence
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: work-items that return are waited for

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  if (i == 3) return;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = i;
}
