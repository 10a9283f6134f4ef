// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: id_trip_count.cl
// about: all work-items run the loop around the barrier equally often

__kernel void repeat(__global int *out, int n) {
  int lid = get_local_id(0);
  int passes = 0;
  for (int k = 0; k < n; k++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    passes++;
  }
  out[get_global_id(0)] = passes + lid;
}
