// expect: defect
// property: data-race
// lines: 16
// launch: --local-size 4 --num-groups 2 --buffer text=64 --buffer counts=96
// about: a state for which there is no room but in the part of the next work-item

__kernel void states(__global const uchar *text, __global int *counts) {
  int i = get_global_id(0);
  int state = 0;
  for (int k = 0; k < 100; ++k) {
    uchar letter = text[8 * i + k % 8];
    if (letter < 10)
      state = 2;
    else if (state == 2)
      state = letter > 90 ? 3 : 0;
    counts[3 * i + state] += 1;
  }
}
