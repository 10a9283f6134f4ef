// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 5 --num-groups 2
// about: the pace depends on the id, and two work-items come to one element in some iteration

__kernel void ring(__global int *out, int n) {
  __local int t[5];
  int l = get_local_id(0);
  int at = l;
  for (int k = 0; k < 100; k++) {
    t[at] += k;
    at = (at + 2 + (l & 1)) % 5;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[l];
}
