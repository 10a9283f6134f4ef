// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --contents in=bytes:0001020304050606
// about: contents that keep the precondition, and are not distinct

__kernel void some(__global int *out, __global const uchar *in) {
  int i = get_local_id(0);
  __requires(in[i] < 8);
  out[in[i]] = i;
}
