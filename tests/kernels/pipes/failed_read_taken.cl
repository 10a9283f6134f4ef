// expect: possible-defect
// property: out-of-bounds
// lines: 13
// cause: pipe-contents 12
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-std=CL2.0
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: where a packet was read it may hold anything

__kernel void consume(read_only pipe int in, __global int *out) {
  int at = get_global_id(0);
  int failed = read_pipe(in, &at);
  if (!failed) out[at] = at;
}
