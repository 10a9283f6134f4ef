// expect: defect
// property: out-of-bounds
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=36
// about: without its only iteration, a loop does nothing

__kernel void k(__global int *out) {
  uint i = get_global_id(0);
  out[i] = i;
  for (uint r = 0; r <= 0; r++) out[i + 4 + r] += 1;
}
