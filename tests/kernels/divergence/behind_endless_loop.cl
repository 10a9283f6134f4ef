// expect: possible-defect
// property: barrier-divergence
// lines: 12
// launch: --local-size 2 --num-groups 1 --arg n=1
// sibling: behind_ending_loop.cl
// oracle: skip it does not end
// replay: skip it does not end
// about: no work-item reaches the barrier

kernel void k(global int* o, int n) {
  for (int i = 0; i != n; i += 2) o[get_local_id(0)] = i;
  if (get_local_id(0) == 0) barrier(CLK_GLOBAL_MEM_FENCE);
}
