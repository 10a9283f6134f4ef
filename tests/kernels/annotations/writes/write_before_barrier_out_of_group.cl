// expect: defect
// property: assertion
// lines: 13
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: against those of other groups it does not
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(__implies(!__same_group, __no_write(out)));
}
