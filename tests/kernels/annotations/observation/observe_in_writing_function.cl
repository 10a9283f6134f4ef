// expect: error
// cause: compile-error 15
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// oracle: skip the kernel does not compile
// about: a function that an annotation calls writes memory by an atomic, which the launched program does not

int next(__global int *out, __global int *in, int i) {
  int v = in[(i + 1) % 8];
  atomic_xchg(out + i, v);
  return v;
}

__kernel void some(__global int *out, __global int *in) {
  int i = get_local_id(0);
  __assert(next(out, in, i) == 0 | true);
  in[i] = i;
}
