// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=128
// sibling: unsigned_count_down_by_one.cl
// about: an unsigned counter goes down and is used after the decrement

__kernel void rows(__global uint *out) {
  uint i = get_global_id(0);
  for (uint k = 4; k > 0; k--) out[i * 4 + k - 1] = i;
}
