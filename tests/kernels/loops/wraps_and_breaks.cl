// expect: verified
// sibling: wraps_and_breaks_late.cl
// launch: --local-size 2 --num-groups 2 --buffer a=96
// oracle-launch: --local-size 2 --num-groups 2 --buffer a=96 --arg from=4294967292 --arg to=4294967295
// about: the index of the loop wraps, so that another condition ends it

__kernel void fill(__global int *a, uint from, uint to) {
  __requires(from >= 0xfffffffcu);
  for (uint i = from, n = 0; i <= to; i += 3, n++) {
    if (n >= 5) break;
    a[6 * get_global_id(0) + n / 5 * 100] = n;
  }
}
