// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// sibling: observe_vector_by_itself.cl
// about: what an assumption loads as a vector is no access of the kernel

__kernel void some(__global int *out, __global const int *in) {
  int i = get_local_id(0);
  __assume(vload4(0, in + i).s3 != 7);
  out[i] = in[i];
}
