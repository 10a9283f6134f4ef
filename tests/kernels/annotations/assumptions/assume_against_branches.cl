// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: an assumption contradicts those of each branch before it

__kernel void nothing(__global int *out, int n) {
  int i = get_global_id(0);
  out[i] = 1;
  if (i > 2)
    __assume(n > 7);
  else
    __assume(n < 3);
  __assume(n == 5);
}
