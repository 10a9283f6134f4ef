// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: positive_zero.cl
// about: the negation of 0 has a sign too

__kernel void sign_of(__global int *out) {
  int i = get_local_id(0);
  out[signbit(-(float)i) ? i : 1] = i;
}
