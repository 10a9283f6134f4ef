// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 1 --buffer out=64
// about: 0 and 0.5 both become 0

__kernel void ties(__global int *out) {
  int i = get_local_id(0);
  int at = convert_int_rte(i * 0.5f);
  out[at == 2 ? 8 + i : at] = i;
}
