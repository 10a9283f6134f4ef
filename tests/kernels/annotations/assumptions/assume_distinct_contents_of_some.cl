// expect: possible-defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 2 --buffer out=1024 --buffer idx=64
// about: it is assumed of some work-items only
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void scatter(__global int *out, __global const uchar *idx) {
  int i = get_global_id(0), to = idx[i];
  __assume(__implies(i < 9, __distinct_int(to)));
  out[to] = i;
}
