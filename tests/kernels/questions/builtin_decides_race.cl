// expect: possible-defect
// property: data-race
// lines: 9 13
// cause: compiler-answer 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: Without the barrier two work-items meet; a replay of the program as Clang 19 takes it confirms nothing.

kernel void k(global int* out) { local int turn[8]; int me = get_local_id(0);
  turn[me] = me * 3;
#if !defined(__has_builtin) || !__has_builtin(__builtin_popcountg)
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = turn[7 - me];
}
