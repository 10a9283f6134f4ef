// expect: possible-defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 4 --num-groups 2 --buffer out=40 --contents count=bytes:03000000
// about: three slots are taken before the launch, and the last of eight more is past the end

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = atomic_inc(count);
  out[slot] = i;
}
