// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --contents next=bytes:08000000090000000a0000000b0000000c0000000d0000000e0000000f00000008000000090000000a0000000b0000000c0000000d0000000e0000000f000000
// sibling: private_stack_same_end.cl
// about: a stack in private memory that stays there, of which nothing is read before it was written

__kernel void walk(__global const int *next, __global int *out) {
  int stack[100];
  int top = 0, end = 0;
  stack[top++] = get_global_id(0);
  while (top > 0) {
    end = stack[--top];
    if (next[end] != end) stack[top++] = next[end];
  }
  out[end] = get_global_id(0);
}
