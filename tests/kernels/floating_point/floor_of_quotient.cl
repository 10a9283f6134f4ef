// expect: defect
// property: data-race
// lines: 11 12
// launch: --local-size 4 --num-groups 2 --buffer out=144 --arg n=9
// about: rounded down it is one less

__kernel void rows(__global int *out, int n) {
  int i = get_global_id(0);
  int count = (int)floor(n / 2.0);
  for (int k = 0; k < count; ++k)
    if (8 * k + i < 36) out[8 * k + i] = i;
  if (count != 5) out[0] = i;
}
