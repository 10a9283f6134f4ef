// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: is_pow2_of_others.cl
// about: powers of two

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__is_pow2(1 << (i & 7))); 
  out[i] = 1;
}
