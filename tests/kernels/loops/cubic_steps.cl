// expect: verified
// launch: --local-size 4 --num-groups 2
// sibling: cubic_steps_meet.cl
// about: differences of differences: x takes the tetrahedral numbers 0, 1, 4, 10, 20, and no other below 32

__kernel void steps(__global int *out) {
  int i = get_global_id(0);
  uint x = 0, y = 1, z = 2;
  for (uint k = 0; k < 100; k++) {
    if (x == 19) out[0] = i;
    x += y;
    y += z;
    z += 1;
  }
  out[i] = x == 171700;
}
