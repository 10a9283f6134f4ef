// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --global-size 24 --local-size 8 --arg rounds=3 --buffer out=80
// about: a parameter that names far fewer than the elements of the array is no bound of its index

__kernel void k(__global int *out, int rounds) {
  int i = get_global_id(0), sum = 0;
  for (int r = 0; r < rounds; r++) sum += r;
  out[i] = sum;
}
