// expect: error
// cause: compile-error 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// oracle: skip the kernel does not compile
// about: a barrier in an assertion would order accesses that nothing orders in the launched program

__kernel void some(__global int *out) {
  __local int t[8];
  int l = get_local_id(0);
  t[l] = l;
  __assert((barrier(CLK_LOCAL_MEM_FENCE), 1));
  out[get_global_id(0)] = t[l ^ 1];
}
