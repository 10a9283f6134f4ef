// expect: defect
// property: data-race
// lines: 12
// launch: --omit-rule=accessedInSomeIteration --local-size 8 --num-groups 4 --buffer out=2048 --arg n=100
// about: the next work-item has what is written behind the first eight

__kernel void walk(__global int *out, int n) {
  int id = get_global_id(0);
  int at = 8 * id;
  for (int i = 0; __invariant(at / 8 == id), __invariant(at >= 0),
                  __candidate_invariant(__write_implies(out, __write_offset_bytes(out) / 32 == id)), i < n; i++) {
    out[at] = i + id;
    at = 8 * id + ((at * at + i) & 15);
  }
}
