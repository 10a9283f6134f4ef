// expect: verified
// launch: --engine=two-thread --find-bugs --loop-unwind=4 --local-size=8 --num-groups=2 --buffer=a=256
// about: A loop that was shown to end within the iterations that are looked at is proved.
// sibling: unwound_end_racy.cl
__kernel void unwound_end(__global int* a, int n) {
  for (int i = 0; i < 4; i++) {
    if (n > i) a[get_global_id(0) * 4 + i] = i;
  }
}
