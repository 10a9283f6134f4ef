// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64 --build-options -cl-std=CL2.0
// sibling: failed_read_taken.cl
// oracle: skip pipes are not executed
// replay: skip pipes are not executed
// about: where nothing could be read the variable keeps its value

__kernel void consume(read_only pipe int in, __global int *out) {
  int at = get_global_id(0);
  int failed = read_pipe(in, &at);
  if (failed) out[at] = at;
}
