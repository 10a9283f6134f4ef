// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=64
// sibling: contracted_exactly_shared.cl
// about: where product and sum are exact it does not matter whether the product is rounded

__kernel void compare(__global int *out) {
  int i = get_global_id(0);
  float p = i * 0.5f;
  float x = p - 1.0f;
  float y = i * 0.5f - 1.0f;
  if (as_int(x) != as_int(y)) out[0] = i;
}
