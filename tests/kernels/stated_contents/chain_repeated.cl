// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer a=32 --buffer b=32 --contents a=permutation --contents b=min:0,below:8
// about: The inner indices may repeat.

__kernel void k(__global int* out, __global const int* a, __global const int* b) {
  int i = get_global_id(0);
  out[a[b[i]]] = i;
}
