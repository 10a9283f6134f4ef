// expect: defect
// property: barrier-divergence
// lines: 9
// launch: --local-size 2 --num-groups 1 --arg n=2
// about: one work-item alone comes to the barrier

kernel void k(global int* o, int n) {
  for (int i = 0; i != n; i += 2) o[get_local_id(0)] = i;
  if (get_local_id(0) == 0) barrier(CLK_GLOBAL_MEM_FENCE);
}
