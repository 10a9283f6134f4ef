// expect: verified
// lines: 11
// launch: --local-size 4,2 --num-groups 2
// sibling: different_product.cl
// about: the rows of a group store one product, whose factors each of them computes for itself

__kernel void products(__global float *out) {
  int i = get_global_id(0);
  float x = (float)i;
  float y = x * 0.75f + (x + 3.0f) * (x * x);
  out[i] = y * 0.5f;
}
