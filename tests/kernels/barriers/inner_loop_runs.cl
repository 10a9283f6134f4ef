// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: inner_loop_zero_trips.cl
// about: the inner loop that holds the only barrier runs once in each outer iteration

__kernel void inner(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 0) tile[lid] = lid;
    for (int j = 0; j < i + 1; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) sum += tile[(lid + 1) % 8];
  }
  out[get_global_id(0)] = sum;
}
