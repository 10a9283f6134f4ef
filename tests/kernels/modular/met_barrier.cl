// expect: verified
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// sibling: met_barrier_by_some.cl
// about: A function with a barrier is called by all.

void share(__local int* t, int i) {
  __requires(i == get_local_id(0));
  t[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void met_barrier(__global int* out) {
  __local int t[8];
  const int lid = get_local_id(0);
  if (get_group_id(0) < 1) share(t, lid);
  out[get_global_id(0)] = lid;
}
