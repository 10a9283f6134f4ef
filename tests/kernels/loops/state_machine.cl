// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer text=64 --buffer counts=96
// sibling: state_machine_fourth_state.cl
// about: a state that is one of three numbers, whatever the text

__kernel void states(__global const uchar *text, __global int *counts) {
  int i = get_global_id(0);
  int state = 0;
  for (int k = 0; k < 100; ++k) {
    uchar letter = text[8 * i + k % 8];
    if (letter < 10)
      state = 2;
    else if (state == 2)
      state = letter > 90 ? 1 : 0;
    counts[3 * i + state] += 1;
  }
}
