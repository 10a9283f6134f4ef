// expect: defect
// property: barrier-divergence
// lines: 11
// launch: --local-size 8 --num-groups 2
// about: the trip count of the loop around the barrier is the local id

__kernel void repeat(__global int *out, int n) {
  int lid = get_local_id(0);
  int passes = 0;
  for (int k = 0; k < lid; k++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    passes++;
  }
  out[get_global_id(0)] = passes + lid;
}
