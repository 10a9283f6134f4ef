// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer in=64 --buffer out=64
// sibling: unsigned_predecessor_wraps.cl
// about: the predecessor of unsigned zero is never formed

__kernel void previous(__global const int *in, __global int *out) {
  uint i = get_global_id(0);
  uint before = i == 0 ? 0 : i - 1u;
  out[i] = in[before];
}
