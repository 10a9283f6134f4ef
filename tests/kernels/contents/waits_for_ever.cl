// expect: possible-defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 4 --num-groups 1 --buffer a=16 --buffer o=16 --contents a=zero
// sibling: waits_no_more.cl
// oracle: skip it does not end
// replay: skip it does not end
// about: with these contents, no work-item reaches the access

kernel void k(global const int* a, global int* o) {
  while (a[get_global_id(0)] != 3);
  o[9] = 1;
}
