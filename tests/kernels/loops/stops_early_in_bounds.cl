// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 2 --buffer out=128 --buffer stop=256
// contents: stop=zero
// about: Whether the loop runs up to the iterations that race hangs on contents which are not known.

__kernel void k(__global int* out, __global const int* stop) {
  for (int i = 0; i < 64; ++i) {
    if (stop[i]) break;
    if (i >= 40) out[(get_global_id(0) + i) & 31] = get_global_id(0);
  }
}
