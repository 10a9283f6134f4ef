// expect: unknown
// cause: compiler-answer 9
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: A compiler that does not know `#elifdef` goes by it.

kernel void k(global int* out) {
#ifdef SMALL
  out[0] = 1;
#elifdef cl_khr_fp64
  out[get_local_id(0)] = 1;
#else
  out[0] = get_local_id(0);
#endif
}
