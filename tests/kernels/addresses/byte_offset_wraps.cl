// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2
// about: four times 2^62 is 2^64: bytes of the upper indices are those of the lower ones

__kernel void wrapped(__global int *out) {
  ulong i = get_global_id(0);
  out[i < 8 ? i : i - 8 + (1UL << 62)] = get_global_id(0);
}
