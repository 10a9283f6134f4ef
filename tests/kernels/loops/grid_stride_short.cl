// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --arg n=40 --buffer out=160
// about: the stride is one less than the number of work-items

__kernel void fill(__global uint *out, uint n) {
  uint stride = get_global_size(0) - 1;
  for (uint i = get_global_id(0); i < n; i += stride) out[i] = get_global_id(0);
}
