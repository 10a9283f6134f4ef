// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: floor_of_half_shared.cl
// about: half of an integer is exact in single precision, and so is its floor

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  int at = (int)floor((float)i * 0.5f) * 2 + (i & 1);
  out[at] = i;
}
