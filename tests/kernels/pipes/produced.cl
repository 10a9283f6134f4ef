// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer in=256 --build-options -cl-std=CL2.0
// sibling: produced_past_end.cl
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: a packet of 16 bytes is read from the buffer

__kernel void produce(__global const int4 *in, write_only pipe int4 out) {
  write_pipe(out, &in[get_global_id(0)]);
}
