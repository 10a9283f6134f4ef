// expect: defect
// property: null-access
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer mask=null
// about: a null buffer is read without being asked for

__kernel void masked(__global int *out, __global const int *mask) {
  int i = get_global_id(0);
  int m = 1;
  if (i < 16) m = mask[i];
  out[i] = m;
}
