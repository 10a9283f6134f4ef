// expect: verified
// launch: --local-size 4 --num-groups 2 --arg m=-2147483648 --arg d=-2 --buffer out=32
// sibling: least_by_minus_one.cl
// about: By any other number the quotient is exact.

__kernel void k(__global int *out, int m, int d) {
  int i = get_global_id(0);
  out[i + (m / d == m ? 1000 : 0)] = i;
}
