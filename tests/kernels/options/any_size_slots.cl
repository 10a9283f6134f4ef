// expect: unknown
// cause: sizes-left-open
// launch: --local-size * --num-groups 1
// oracle-launch: --local-size 8 --num-groups 1
// about: slots of a counter, which are one work-item's each where its calls are known to be few enough

__kernel void gathered(__global int *out, __global int *count) {
  out[atomic_inc(count)] = get_local_id(0);
}
