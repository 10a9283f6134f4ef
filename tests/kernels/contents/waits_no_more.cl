// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 4 --num-groups 1 --buffer a=16 --buffer o=16 --contents a=bytes:03000000030000000300000003000000
// about: with these contents the loop is left at once

kernel void k(global const int* a, global int* o) {
  while (a[get_global_id(0)] != 3);
  o[9] = 1;
}
