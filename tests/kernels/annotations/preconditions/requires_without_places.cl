// expect: defect
// property: assertion
// lines: 15
// launch: --local-size 8 --num-groups 1 --buffer p=32 --buffer out=32
// oracle: skip it takes a precondition of a function for one of the kernel
// about: a work-item breaks the precondition of a function that the compiler gives no places

__attribute__((nodebug)) int at(__global int *p, int i) {
  __requires(i < 4);
  return p[i];
}

__kernel void some(__global int *p, __global int *out) {
  int i = get_local_id(0);
  out[i] = at(p, i);
}
