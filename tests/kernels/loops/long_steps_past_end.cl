// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 2 --num-groups 2 --buffer a=400
// oracle-launch: --local-size 2 --num-groups 2 --buffer a=400 --arg from=2 --arg to=100
// about: the last step may be 100

__kernel void fill(__global int *a, long from, long to) {
  __requires(from >= 0 && from <= 50 && to <= 100);
  if (get_global_id(0) == 0)
    for (long i = from; i <= to; i += 7)
      a[i] = i;
}
