// expect: verified
// sibling: observe_in_counting_function_and_use.cl
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// about: what a function reads that changes its own variables alone is read for the annotation

int next(__global int *out, __global int *in, int i) {
  int v = in[(i + 1) % 8];
  v = v + 1;
  return v;
}

__kernel void some(__global int *out, __global int *in) {
  int i = get_local_id(0);
  __assert(next(out, in, i) == 0 | true);
  in[i] = i;
}
