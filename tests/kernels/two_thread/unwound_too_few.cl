// expect: unknown
// cause: loop-unwound 7
// launch: --engine=two-thread --find-bugs --loop-unwind=2 --local-size=8 --num-groups=2 --buffer=a=256
// oracle: skip a race in the fourth iteration, which is not looked at
// about: Everything behind the iterations that are looked at is open, and the loop's line is given.
__kernel void unwound_too_few(__global int* a, int n) {
  for (int i = 0; i < n; i++) {
    a[get_global_id(0) * 3 + i] = i;
  }
}
