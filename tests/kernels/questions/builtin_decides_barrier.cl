// expect: unknown
// cause: compiler-answer 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: With the barrier it is clean; whether the device's compiler knows the function is not known.

kernel void k(global int* out) {
  local int turn[8];
  int me = get_local_id(0);
  turn[me] = me * 3;
#define KNOWS(name) __has_builtin(name)
#if KNOWS(__builtin_popcountg)
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = turn[7 - me];
}
