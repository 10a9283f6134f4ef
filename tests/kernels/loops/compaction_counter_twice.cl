// expect: defect
// property: data-race
// lines: 13
// launch: --local-size 4 --num-groups 2 --buffer in=1280 --buffer out=1280
// about: a counter that some iterations raise by two

__kernel void compact(__global const int *in, __global int *out) {
  int first = 40 * (int)get_global_id(0);
  int kept = 0;
  for (int k = 0; k < 40; ++k) {
    int value = in[first + k];
    if (value > 3) {
      out[first + kept] = value;
      kept += 2;
    }
  }
}
