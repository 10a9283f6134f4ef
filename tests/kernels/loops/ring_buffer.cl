// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: ring_buffer_writes_read_slot.cl
// about: slots of a ring of three: the slot written is never the one that the neighbour reads before the next barrier

__kernel void ring(__global int *out, int n) {
  __local int t[12];
  int l = get_local_id(0);
  int in = 1, from = 0;
  t[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    t[in * 4 + l] = t[from * 4 + (l + 1) % 4];
    from = in;
    in = (in + 1) % 3;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[from * 4 + l];
}
