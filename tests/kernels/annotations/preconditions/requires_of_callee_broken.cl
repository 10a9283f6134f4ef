// expect: defect
// property: assertion
// lines: 9
// launch: --local-size 8 --num-groups 3 --buffer p=96 --buffer out=96
// oracle: skip it takes a precondition of a function for one of the kernel
// about: a work-item breaks the precondition of a function that it calls

int at(__global int *p, int i) {
  __requires(i < 16);
  return p[i];
}

__kernel void some(__global int *p, __global int *out) {
  int i = get_global_id(0);
  out[i] = at(p, i);
}
