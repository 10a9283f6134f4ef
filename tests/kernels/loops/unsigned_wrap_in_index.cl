// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 4 --num-groups 1 --buffer out=32
// about: the index is one less than the counter and wraps in the last iteration

__kernel void evens(__global uint *out) {
  uint i = get_global_id(0);
  for (uint k = 6; k < 8; k -= 2) {
    if (i == 0) out[k - 1] = k;
  }
}
