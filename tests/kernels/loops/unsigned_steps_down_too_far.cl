// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 2 --num-groups 2 --buffer a=400
// oracle-launch: --local-size 2 --num-groups 2 --buffer a=400 --arg from=55 --arg to=4
// about: the last step may be at 5

__kernel void fill(__global int *a, ulong from, ulong to) {
  __requires(from <= 99 && to >= 4 && to <= 60);
  if (get_global_id(0) == 0)
    for (ulong i = from; i > to; i -= 5)
      a[i - 6] = i;
}
