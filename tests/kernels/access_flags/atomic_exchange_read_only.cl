// expect: defect
// property: access-flags
// lines: 8
// launch: --local-size 4 --num-groups 2 --buffer flag=4 --buffer out=32 --access flag=read-only --build-options -cl-std=CL2.0
// about: an atomic exchange writes memory that kernels may only read

__kernel void sample(__global atomic_int *flag, __global int *out) {
  int seen = atomic_exchange(flag, 1);
  out[get_global_id(0)] = seen;
}
