// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: invariant_of_accesses_race.cl
// about: what speaks of accesses is listed, and neither needed nor believed

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  for (int j = 0; __global_invariant(__write_implies(out, __write_offset_bytes(out) / 4 == i)), j < 8; j++)
    out[i] = j;
}
