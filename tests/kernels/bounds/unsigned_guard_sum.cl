// expect: verified
// launch: --local-size 8 --num-groups 2 --arg offset=4294967288 --arg n=32 --buffer out=128
// sibling: unsigned_guard_wraps.cl
// about: the guard compares without adding, so nothing wraps

__kernel void window(__global int *out, uint offset, uint n) {
  uint i = get_global_id(0);
  if (offset < n && i < n - offset) out[offset + (size_t)i] = 1 + i;
}
