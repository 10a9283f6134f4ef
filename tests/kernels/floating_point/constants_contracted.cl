// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle: skip it rounds each product, as some devices do
// replay: skip it rounds each product, as some devices do
// about: a product that is rounded may be added without being rounded before

__kernel void residue(__global int *out) {
  float a = 0.1f;
  if (a * a - a * a != 0) out[0] = get_global_id(0);
}
