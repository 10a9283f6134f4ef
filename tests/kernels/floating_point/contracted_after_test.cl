// expect: possible-defect
// property: data-race
// lines: 14
// launch: --local-size 8 --num-groups 1 --buffer out=64
// oracle: skip it rounds each product, as some devices do
// replay: skip it rounds each product, as some devices do
// about: factors differ although their rounded products are equal, and so may the sums

__kernel void tested(__global int *out, __global float *in) {
  int i = get_local_id(0);
  float p = in[i] * in[i];
  if (as_int(p) == as_int(in[8])) {
    float x = p - in[8];
    if (as_int(x) != as_int(in[8] - in[8])) out[0] = i;
  }
}
