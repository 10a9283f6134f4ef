// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 2 --arg n=5
// about: eight work-items take five slots each, and the counter comes round after thirty-two

__kernel void collect(__global uint *count, __global int *out, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    uint slot = atomic_add(count, 0x08000000);
    out[slot >> 27] = i;
  }
}
