// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=36
// sibling: float_guard_wide.cl
// about: integers compare as floats as they do as integers

__kernel void guard(__global int *out) {
  int i = get_global_id(0);
  float x = i + 0.5f;
  if (x <= 8.5f) out[i] = i;
}
