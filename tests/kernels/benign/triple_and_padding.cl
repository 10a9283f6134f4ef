// expect: possible-defect
// property: data-race
// lines: 10 11
// cause: undefined-value
// launch: --local-size 2 --num-groups 1
// replay: skip it puts into padding what the word is
// about: a word is stored where a vector of three has its padding, which may keep it or not

__kernel void colour(__global uint *out) {
  if (get_local_id(0) == 0) *(__global uint3 *)out = (uint3)(1, 2, 3);
  if (get_local_id(0) == 1) out[3] = 0;
}
