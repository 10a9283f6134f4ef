// expect: defect
// property: barrier-divergence
// lines: 16
// launch: --engine=two-thread --modular --local-size=8 --num-groups=2 --buffer=out=64
// about: A function with a barrier is called by some work-items of a group.

void share(__local int* t, int i) {
  __requires(i == get_local_id(0));
  t[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void met_barrier(__global int* out) {
  __local int t[8];
  const int lid = get_local_id(0);
  if (get_local_id(0) < 1) share(t, lid);
  out[get_global_id(0)] = lid;
}
