// expect: possible-defect
// property: data-race
// lines: 12
// cause: pipe-contents 12
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-std=CL2.0
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: two work-items may get a packet, and read it to one place

__kernel void consume(read_only pipe int in, __global int *out) {
  int value = 0;
  if (read_pipe(in, &out[get_global_id(0) / 2]) == 0) value = 1;
}
