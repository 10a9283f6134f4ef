// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=144 --arg n=9
// sibling: floor_of_quotient.cl
// about: a loop's count is a quotient in double precision, rounded up

__kernel void rows(__global int *out, int n) {
  int i = get_global_id(0);
  int count = (int)ceil(n / 2.0);
  for (int k = 0; k < count; ++k)
    if (8 * k + i < 36) out[8 * k + i] = i;
  if (count != 5) out[0] = i;
}
