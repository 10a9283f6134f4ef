// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 4 --num-groups 1 --buffer out=16
// about: a byte that is written into the words of a private array makes two of them equal

__kernel void patch(__global int *out) {
  int t[4] = {0, 1, 2, 3};
  int i = get_local_id(0);
  char *bytes = (char *)t;
  bytes[4 * (i & 2)] = 1;
  out[t[i]] = i;
}
