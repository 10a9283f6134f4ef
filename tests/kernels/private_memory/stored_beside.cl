// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: what is read lies beside what was stored

__kernel void scatter(__global int *out) {
  int t[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int i = get_local_id(0);
  t[i] = i;
  out[t[(i + 1) % 8]] = i;
}
