// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=512
// about: the iteration before wrote beyond that
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void rows(__global int *out) {
  int i = get_global_id(0);
  for (int j = 0; __global_invariant(__write_implies(out, __write_offset_bytes(out) / 4 < 15 * j)), j < 8; j++)
    out[16 * j + i] = i;
}
