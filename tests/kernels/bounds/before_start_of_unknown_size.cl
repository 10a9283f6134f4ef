// expect: defect
// property: out-of-bounds
// lines: 8
// launch: --local-size 8 --num-groups 1
// about: contents decide a branch, and not the place before the start of an array whose size is not given

kernel void k(global int* out, global const int* in) {
  if (in[3] > 7) out[(int)get_global_id(0) - 1] = 1;
}
