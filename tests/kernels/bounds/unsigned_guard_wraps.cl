// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --arg offset=4294967288 --arg n=32 --buffer out=128
// about: the sum in the guard wraps for a large offset and lets it pass

__kernel void window(__global int *out, uint offset, uint n) {
  uint i = get_global_id(0);
  if (offset + i < n) out[offset + (size_t)i] = 1 + i;
}
