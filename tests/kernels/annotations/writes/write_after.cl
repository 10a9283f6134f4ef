// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: write_before.cl
// about: no write comes before the assertion
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assert(__no_write(out));
  out[i] = i;
}
