// expect: defect
// launch: --local-size * --num-groups 4
// property: data-race
// lines: 22
// oracle-launch: --local-size 8 --num-groups 4 --local places=32
// replay: skip with the contents that it draws, stores leave the array before two of them meet
// about: work-items whose flag is not set store to the places of others

kernel void compact(global int* out, global const int* in, local uint* places) {
  __requires(__is_pow2(get_local_size(0)));
  uint t = get_local_id(0), n = get_local_size(0);
  int x = in[get_global_id(0)];
  uint keep = x > 0;
  places[t] = keep;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < n; step *= 2) {
    uint other = t >= step ? places[t - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    places[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x >= 0) out[get_group_id(0) * n + places[t] - 1] = x;
}
