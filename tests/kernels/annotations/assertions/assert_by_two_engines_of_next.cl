// expect: defect
// property: assertion
// lines: 16
// launch: --engine=portfolio --local-size 8 --num-groups 4 --buffer out=128 --arg n=1000
// about: one of them shows that the other assertion fails
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void walk(__global int *out, int n) {
  int id = get_global_id(0);
  int at = 8 * id;
  for (int i = 0; __invariant(at / 8 == id), __invariant(at >= 0), i < n; i++)
    at = 8 * id + ((at * at + i) & 7);
  out[id] = at;
  __assert(at / 8 == id);
  __assert(__write_implies(out, __write_offset_bytes(out) == 4 * id + 4));
}
