// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer samples=32 --buffer bins=16 --access samples=read-only --access bins=read-write
// sibling: histogram_write_only.cl
// about: atomics read and write their memory, which allows both

__kernel void histogram(__global const uint *samples, __global uint *bins) {
  atomic_inc(&bins[samples[get_global_id(0)] & 3]);
}
