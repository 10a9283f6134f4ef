// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// sibling: read_before_once_more.cl
// about: of the reads that came before, each was of the work-item's own element
// oracle: skip it does not know what speaks of accesses

__kernel void some(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  __assert(!__read(in)); 
  out[i] = in[i];
}
