// expect: verified
// launch: --local-size 8 --num-groups 1 --contents list=bytes:0100000002000000030000000000000005000000060000000700000004000000
// sibling: walks_list.cl
// about: All have read before the first one writes, each its own place, as the entries differ.

kernel void k(global int* list) {
  int i = get_global_id(0);
  int next = list[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  list[next & 7] = i + 8;
}
