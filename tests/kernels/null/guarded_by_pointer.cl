// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer mask=null
// sibling: unguarded.cl
// about: a null buffer is not touched, as the kernel asks for it

__kernel void masked(__global int *out, __global const int *mask) {
  int i = get_global_id(0);
  int m = 1;
  if (mask != 0) m = mask[i];
  out[i] = m;
}
