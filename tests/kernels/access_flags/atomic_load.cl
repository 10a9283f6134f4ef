// expect: defect
// property: access-flags
// lines: 8
// launch: --local-size 4 --num-groups 2 --buffer flag=4 --access flag=write-only --build-options -cl-std=CL2.0
// about: an atomic load of memory that kernels may only write

__kernel void raise(__global atomic_int *flag) {
  if (atomic_load(flag) == 0) atomic_store(flag, 1);
}
