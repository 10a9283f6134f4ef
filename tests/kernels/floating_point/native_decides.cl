// expect: possible-defect
// property: data-race
// lines: 8
// launch: --local-size 4 --num-groups 1
// about: each device computes native functions in its own way

__kernel void peak(__global int *out) {
  if (native_sin(0.5f) > 0.4794255f) out[1] = get_local_id(0);
}
