// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=128
// about: an unsigned counter is used before the decrement

__kernel void rows(__global uint *out) {
  uint i = get_global_id(0);
  for (uint k = 4; k > 0; k--) out[i * 4 + k] = i;
}
