// expect: defect
// property: data-race
// lines: 12 16
// launch: --local-size 8 --num-groups 2
// about: the inner loop that holds the only barrier runs no iteration in the first outer iteration

__kernel void inner(__global int *out) {
  __local int tile[8];
  int lid = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 0) tile[lid] = lid;
    for (int j = 0; j < i; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0) sum += tile[(lid + 1) % 8];
  }
  out[get_global_id(0)] = sum;
}
