// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=5
// about: one iteration more breaks it
// oracle: skip it does not know global assertions

__kernel void some(__global int *out, int n) {
  for (int j = 0; j < n; j++) {
    __global_assert(j + get_local_id(0) < 11);
    out[get_local_id(0)] = j;
  }
}
