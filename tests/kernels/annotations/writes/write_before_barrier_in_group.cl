// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: write_before_barrier_out_of_group.cl
// about: against those of its group it does
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(__implies(__same_group, __no_write(out)));
}
