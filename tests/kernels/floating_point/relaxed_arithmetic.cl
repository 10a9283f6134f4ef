// expect: possible-defect
// property: data-race
// lines: 11
// cause: opaque-function 10
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-unsafe-math-optimizations
// about: floor_of_half_shared.cl where the device may compute products as it likes

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  int at = (int)floor((float)i * 0.5f) * 2;
  out[at] = i;
}
