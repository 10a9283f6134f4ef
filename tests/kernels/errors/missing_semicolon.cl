// expect: error
// cause: compile-error 8
// launch: --local-size 8 --num-groups 2
// oracle: skip the kernel does not compile
// about: the kernel does not compile

__kernel void broken(__global int *out) {
  int i = get_global_id(0)
  out[i] = i;
}
