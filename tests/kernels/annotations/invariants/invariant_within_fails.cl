// expect: defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer out=64
// about: it does not hold in the last one

__kernel void some(__global int *out) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    sum += i;
    __invariant(sum < 10);
  }
  out[get_global_id(0)] = sum;
}
