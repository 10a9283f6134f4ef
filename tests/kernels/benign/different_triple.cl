// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: pairs of work-items store a vector of three computed from what each of them read

__kernel void centre(__global const float3 *at, __global float3 *out, float weight) {
  int i = get_global_id(0) / 2;
  out[i] = at[get_global_id(0)] * weight;
}
