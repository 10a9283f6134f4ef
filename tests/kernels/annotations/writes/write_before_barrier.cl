// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: write_before_other_barrier.cl
// about: of one group's writes a barrier leaves none
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  out[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(__no_write(out));
}
