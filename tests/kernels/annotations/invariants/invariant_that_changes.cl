// expect: error
// cause: compile-error 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// oracle: skip the kernel does not compile
// about: what an invariant assigns would be assigned in no launch, and without it the last line leaves its array

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  int c = 0;
  for (int k = 0;
       __invariant(c++ >= 0), k < 4; k++)
    out[i] = k;
  out[i + c - 5] = 1;
}
