// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2
// about: slots are taken by twos and given back by ones

__kernel void collect(__global uint *count, __global int *out) {
  int i = get_global_id(0);
  uint slot = (i & 1) ? atomic_add(count, 2) : atomic_add(count, 0xffffffff);
  out[slot] = i;
}
