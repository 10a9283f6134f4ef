// expect: defect
// property: access-flags
// lines: 8
// launch: --local-size 4 --num-groups 2 --buffer table=16 --buffer out=32 --access table=write-only
// about: a constant pointer reads memory that kernels may only write

__kernel void look_up(__constant int *table, __global int *out) {
  out[get_global_id(0)] = table[get_local_id(0)];
}
