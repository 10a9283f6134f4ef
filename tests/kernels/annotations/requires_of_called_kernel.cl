// expect: defect
// property: assertion
// lines: 10
// launch: --kernel some --local-size 8 --num-groups 1 --buffer out=32 --arg n=4
// oracle: skip it takes a precondition of a function for one of the kernel
// about: a work-item breaks the precondition of a kernel that its kernel calls

__kernel void called(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(i < n);
  out[i] = i;
}

__kernel void some(__global int *out, int n) {
  called(out, n);
}
