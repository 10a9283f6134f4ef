// equal: some whole
// launch: --local-size 32 --num-groups 2 --buffer in=256 --buffer out=256
// expect: defect
// about: An element that one side leaves as it was, and the other writes, differs for some contents of the output.
__kernel void some(__global const int *in, __global int *out) {
  if (get_global_id(0) % 2 == 0) out[get_global_id(0)] = in[get_global_id(0)];
}
__kernel void whole(__global const int *in, __global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }
