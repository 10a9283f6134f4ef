// expect: possible-defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --arg a=1.0 --buffer o=48 --build-options -cl-finite-math-only
// oracle: skip it computes with infinity, as some devices do
// about: under -cl-finite-math-only no result that is infinite is defined

__kernel void marks(float a, __global int *o) {
  int i = get_global_id(0);
  if (a * 1e38f * 100.0f > 1.0f) o[8] = i;
}
