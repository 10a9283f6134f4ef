// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 4 --num-groups 2 --contents list=bytes:0100000002000000030000000000000005000000060000000700000004000000
// about: The racing read itself decides the place of the write, which without any race finds what the launch gives.

kernel void k(global int* list) {
  int i = get_global_id(0);
  int next = list[i];
  list[next & 7] = i + 8;
}
