// expect: verified
// sibling: requires_of_called_kernel.cl
// launch: --kernel some --local-size 8 --num-groups 1 --buffer out=32 --arg n=8
// oracle: skip it takes a precondition of a function for one of the kernel
// about: the kernel keeps the precondition of a kernel that it calls

__kernel void called(__global int *out, int n) {
  int i = get_local_id(0);
  __requires(i < n);
  out[i] = i;
}

__kernel void some(__global int *out, int n) {
  called(out, n);
}
