// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a private array is one entry too short

__kernel void keep(__global int *out) {
  int t[7];
  int i = get_local_id(0);
  for (int k = 0; k < 7; k++) t[k] = k;
  t[i] = i;
  out[i] = t[i & 3];
}
