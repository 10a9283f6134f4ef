// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-std=CL2.0
// sibling: consumed_shared.cl
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: each packet goes to a place of its own

__kernel void consume(read_only pipe int in, __global int *out) {
  int value = 0;
  if (read_pipe(in, &value) == 0) out[get_global_id(0)] = value;
}
