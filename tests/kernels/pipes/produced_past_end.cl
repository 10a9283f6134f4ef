// expect: possible-defect
// property: out-of-bounds
// lines: 11
// cause: pipe-contents 11
// launch: --local-size 8 --num-groups 2 --buffer in=252 --build-options -cl-std=CL2.0
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: the last packet ends beyond the buffer, if the pipe has room for it

__kernel void produce(__global const int4 *in, write_only pipe int4 out) {
  write_pipe(out, &in[get_global_id(0)]);
}
