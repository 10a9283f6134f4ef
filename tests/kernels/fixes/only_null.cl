// expect: defect
// property: null-access
// lines: 8
// launch: --local-size 8 --num-groups 2 --buffer a=null
// about: a kernel that does nothing but write through a null pointer would do nothing with a check

__kernel void k(__global int *a) {
  a[get_global_id(0)] = 1;
}
