// expect: verified
// sibling: unsigned_steps_down_too_far.cl
// launch: --local-size 2 --num-groups 2 --buffer a=400
// oracle-launch: --local-size 2 --num-groups 2 --buffer a=400 --arg from=56 --arg to=5
// about: the last step is above 5

__kernel void fill(__global int *a, ulong from, ulong to) {
  __requires(from <= 99 && to >= 5 && to <= 60);
  if (get_global_id(0) == 0)
    for (ulong i = from; i > to; i -= 5)
      a[i - 6] = i;
}
