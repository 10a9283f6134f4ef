// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: return_before_barrier.cl
// about: work-items that are left out are not waited for

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  __assume(i != 3);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = i;
}
