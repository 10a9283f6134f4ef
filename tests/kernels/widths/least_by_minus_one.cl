// expect: possible-defect
// property: out-of-bounds
// lines: 11
// cause: undefined-value
// launch: --local-size 4 --num-groups 2 --arg m=-2147483648 --arg d=-1 --buffer out=32
// oracle: skip the quotient is undefined
// about: The quotient of the least number by -1 is any.

__kernel void k(__global int *out, int m, int d) {
  int i = get_global_id(0);
  out[i + (m / d == m ? 1000 : 0)] = i;
}
