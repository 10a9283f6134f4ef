// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer flag=4 --access flag=write-only --build-options -cl-std=CL2.0
// sibling: atomic_load.cl
// about: an atomic store reads nothing

__kernel void raise(__global atomic_int *flag) {
  atomic_store(flag, 1);
}
