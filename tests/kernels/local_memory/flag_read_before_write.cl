// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: flag_read_after_write.cl
// about: the count that ends the loop is read before a barrier, and written behind it by one work-item

__kernel void count(__global int *out) {
  __local int left[1];
  int l = get_local_id(0);
  if (l == 0) left[0] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (;;) {
    int now = left[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (now == 0) break;
    out[get_global_id(0)] = now;
    if (l == 0) left[0] = now - 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
