// expect: possible-defect
// property: out-of-bounds
// lines: 13
// cause: pipe-contents 12
// launch: --local-size 8 --num-groups 2 --buffer out=1024 --build-options -cl-std=CL2.0
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: a packet may hold an index beyond the buffer

__kernel void scatter(read_only pipe uint in, __global int *out) {
  uint at = 0;
  if (read_pipe(in, &at) != 0) return;
  if (at <= 16) out[at * 16 + get_global_id(0)] = 1;
}
