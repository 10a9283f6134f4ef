// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// property: data-race
// lines: 20
// about: the half that holds the sums of the step before is read

kernel void compact(global int* out, global const int* in) {
  local uint places[16];
  uint t = get_local_id(0), n = get_local_size(0), from = 0, to = 1;
  int x = in[get_global_id(0)];
  places[t] = x > 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < n; step *= 2) {
    uint own = places[from * n + t];
    places[to * n + t] = t >= step ? own + places[from * n + t - step] : own;
    barrier(CLK_LOCAL_MEM_FENCE);
    from = 1 - from;
    to = 1 - to;
  }
  if (x > 0) out[get_group_id(0) * n + places[to * n + t] - 1] = x;
}
