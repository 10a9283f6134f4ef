// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: no work-item satisfies the assumption in the loop's second iteration

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  for (int j = 0; j < 16; j += 8) {
    __assume(i + j < 8);
    out[i + j] = i;
  }
}
