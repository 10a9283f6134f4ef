// expect: defect
// property: access-flags
// lines: 8
// launch: --local-size 4 --num-groups 2 --buffer samples=32 --buffer bins=16 --access samples=read-only --access bins=write-only
// about: an atomic reads memory that kernels may only write

__kernel void histogram(__global const uint *samples, __global uint *bins) {
  atomic_inc(&bins[samples[get_global_id(0)] & 3]);
}
