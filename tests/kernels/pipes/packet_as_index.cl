// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=1024 --build-options -cl-std=CL2.0
// sibling: packet_as_index_unchecked.cl
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: a packet may hold anything, which the program checks

__kernel void scatter(read_only pipe uint in, __global int *out) {
  uint at = 0;
  if (read_pipe(in, &at) != 0) return;
  if (at < 16) out[at * 16 + get_global_id(0)] = 1;
}
