// expect: error
// launch: --local-size 8 --num-groups 2
// oracle: skip the kernel does not compile
// about: the kernel uses a name that only a build option would define

__kernel void scaled(__global int *out) {
  int i = get_global_id(0);
  out[i] = i * FACTOR;
}
