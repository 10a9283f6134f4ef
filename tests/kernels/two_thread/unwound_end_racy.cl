// expect: defect
// property: data-race
// lines: 8
// launch: --engine=two-thread --find-bugs --loop-unwind=4 --local-size=8 --num-groups=2 --buffer=a=256
// about: The fourth iteration writes where the next work-item's first one does.
__kernel void unwound_end_racy(__global int* a, int n) {
  for (int i = 0; i < 4; i++) {
    if (n > i) a[get_global_id(0) * 3 + i] = i;
  }
}
