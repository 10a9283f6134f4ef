// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer flag=4 --buffer out=32 --access flag=read-only --build-options -cl-std=CL2.0
// sibling: atomic_exchange_read_only.cl
// about: an atomic load writes nothing

__kernel void sample(__global atomic_int *flag, __global int *out) {
  int seen = atomic_load(flag);
  out[get_global_id(0)] = seen;
}
