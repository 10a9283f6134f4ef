// expect: verified
// lines: 9
// launch: --local-size 8 --num-groups 2
// sibling: different_triple.cl
// about: pairs of work-items store a vector of three computed floats, whose fourth component is padding

__kernel void centre(__global const float3 *at, __global float3 *out, float weight) {
  int i = get_global_id(0) / 2;
  out[i] = at[i] * weight;
}
