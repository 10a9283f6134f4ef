// expect: verified
// launch: --local-size 5 --num-groups 2
// sibling: ring_from_id_other_step.cl
// about: rings that begin at the id and go round at one pace never meet, whatever the number of iterations

__kernel void ring(__global int *out, int n) {
  __local int t[5];
  int l = get_local_id(0);
  int at = l;
  for (int k = 0; k < 100; k++) {
    t[at] += k;
    at = (at + 2) % 5;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
}
