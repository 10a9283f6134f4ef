// expect: error
// cause: compile-error 10
// launch: --local-size 8 --num-groups 2 --buffer out=64
// oracle: skip the kernel does not compile
// about: a function that a guess calls writes to global memory

int stored(__global int *to) { return *to = 3; }
__kernel void some(__global int *out) {
  int i = get_global_id(0);
  for (int k = 0; __candidate_invariant(stored(out) == 3), k < 4; k++)
    out[i] = k;
}
