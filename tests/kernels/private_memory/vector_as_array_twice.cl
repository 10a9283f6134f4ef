// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 4 --num-groups 1 --buffer out=16
// about: two components are equal

__kernel void scatter(__global int *out) {
  int4 v = (int4)(3, 2, 1, 1);
  const int *p = (const int *)&v;
  int i = get_local_id(0);
  out[p[i]] = i;
}
