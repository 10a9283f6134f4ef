// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=4
// sibling: global_assert_uniform_fails.cl
// about: where all work-items go one way, a global assertion is an assertion
// oracle: skip it does not know global assertions

__kernel void some(__global int *out, int n) {
  for (int j = 0; j < n; j++) {
    __global_assert(j + get_local_id(0) < 11);
    out[get_local_id(0)] = j;
  }
}
