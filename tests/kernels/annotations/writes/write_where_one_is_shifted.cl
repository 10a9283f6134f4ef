// expect: defect
// property: assertion
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer out=32
// replay: skip what annotations say of accesses is not executed
// oracle: skip it does not know what speaks of accesses
// about: the write is of the next element

__kernel void fill(__global int *out) {
  __local int part[8];
  int i = get_local_id(0);
  part[i ^ 1] = 2 * i;
  __assert(__implies(__write(part), __write_offset_bytes(part) / sizeof(int) == i));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = part[7 - i];
}
