// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --contents idx=bytes:0300000001000000040000000700000005000000000000000200000006000000
// sibling: taken_repeated.cl
// about: The entries of an array differ at the launch, which also writes it after reading.

__kernel void k(__global int* out, __global int* idx) {
  int i = get_global_id(0);
  int place = idx[i];
  out[place] = i;
  idx[i] = place + 8;
}
