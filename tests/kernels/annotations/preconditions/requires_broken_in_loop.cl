// expect: error
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: a launch that breaks a precondition in a loop proves nothing

__kernel void some(__global int *out) {
  int i = get_local_id(0);
  for (int k = 0; k < 4; k++) {
    __requires(i + k < 8);
    out[i + k] = i;
  }
}
