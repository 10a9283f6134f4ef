// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer out=64 --buffer in=64
// about: a read of the kernel's own is judged, though nothing but an assumption uses its value

__kernel void some(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  int next = in[i + 1]; __assume(next != 7);
  out[i] = in[i];
}
