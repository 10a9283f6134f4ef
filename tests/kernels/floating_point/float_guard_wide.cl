// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=36
// about: one more work-item passes

__kernel void guard(__global int *out) {
  int i = get_global_id(0);
  float x = i + 0.5f;
  if (x <= 9.5f) out[i] = i;
}
