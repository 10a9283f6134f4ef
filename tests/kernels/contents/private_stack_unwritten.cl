// expect: possible-defect
// property: data-race
// lines: 16
// launch: --local-size 4 --num-groups 2 --buffer out=64 --contents next=bytes:08000000090000000a0000000b0000000c0000000d0000000e0000000f00000008000000090000000a0000000b0000000c0000000d0000000e0000000f000000
// oracle: skip what it finds in memory that nothing wrote is one value of many
// about: the first entry of a stack in private memory is never written, and decides where to begin

__kernel void walk(__global const int *next, __global int *out) {
  int stack[100];
  int top = 0, end = 0;
  top++;
  while (top > 0) {
    end = stack[--top];
    if (next[end] != end) stack[top++] = next[end];
  }
  out[end] = get_global_id(0);
}
