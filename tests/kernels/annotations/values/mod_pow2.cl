// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: mod_pow2_too_large.cl
// about: the remainder by a power of two

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__mod_pow2(i, 8) < 8); 
  out[i] = 1;
}
