// expect: error
// cause: compile-error 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// oracle: skip the kernel does not compile
// about: what an assertion in a macro assigns

__kernel void some(__global int *out) {
  int i = get_global_id(0);
#define CHECKED(x) __assert(x)
  CHECKED(i++ >= 0);
  out[i - 1] = 1;
}
