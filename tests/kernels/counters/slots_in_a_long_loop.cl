// expect: possible-defect
// property: data-race
// lines: 12
// launch: --local-size 4 --num-groups 2 --arg n=0x20000001
// oracle: skip four billion steps
// about: each work-item takes so many slots that the counter comes round

__kernel void collect(__global uint *count, __global int *out, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    uint slot = atomic_inc(count);
    out[slot] = i;
  }
}
