// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer out=32
// sibling: unsigned_wrap_in_index.cl
// about: an unsigned counter wraps below zero, which ends the loop

__kernel void evens(__global uint *out) {
  uint i = get_global_id(0);
  for (uint k = 6; k < 8; k -= 2) {
    if (i == 0) out[k] = k;
  }
}
