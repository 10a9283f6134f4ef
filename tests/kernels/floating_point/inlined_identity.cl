// expect: possible-defect
// property: data-race
// lines: 15
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle: skip whether it happens depends on n and on the device
// replay: skip whether it happens depends on n and on the device
// about: a product with 1 is not always the bits that it came from, in a function that is inlined neither

float scaled(float x) {
  return x * 1.0f;
}

__kernel void keeps(__global int *out, int n) {
  int i = get_global_id(0);
  if (as_int(scaled(as_float(n))) != n) out[0] = i;
}
