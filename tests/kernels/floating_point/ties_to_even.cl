// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer out=64
// sibling: ties_away.cl
// about: 0.5, 1.5, 2.5 and 3.5 become 0, 2, 2 and 4, so that the second and third are told apart by the id

__kernel void ties(__global int *out) {
  int i = get_local_id(0);
  int at = convert_int_rte(i + 0.5f);
  out[at == 2 ? 8 + i : at] = i;
}
