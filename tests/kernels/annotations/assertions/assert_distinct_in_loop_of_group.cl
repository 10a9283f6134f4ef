// expect: possible-defect
// property: assertion
// lines: 15
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: places that a loop takes are another group's, too
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  __local int kept[8];
  int at = get_local_id(0);
  for (int i = 0; i < 4; i++, at += 16) {
    kept[get_local_id(0)] = at;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(__distinct_int(at));
  }
  out[get_global_id(0)] = at;
}
